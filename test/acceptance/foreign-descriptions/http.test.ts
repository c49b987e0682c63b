import { afterAll, describe, expect, test } from '@jest/globals';
import { formatDiagnostic } from '../../../src/engine/contract/diagnostic.ts';
import { closedBy } from '../../support/closed-by.ts';

const OK = { 204: { description: 'Done' } };
const idIn = (place: string) => [{ name: 'id', in: place, required: true, schema: { type: 'string' } }];

const started = await closedBy(afterAll).serve({
  openapi: '3.1.1',
  info: { title: 'HTTP', version: '1' },
  paths: {
    '/bearer': { get: { security: [{ bearer: [] }], responses: OK } },
    '/basic': { get: { security: [{ basic: [] }], responses: OK } },
    '/body': {
      post: { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } }, responses: OK },
    },
    '/a/{id}/b/{id}': { parameters: idIn('path'), get: { responses: OK }, put: { responses: OK } },
    '/c/{id}/d': { parameters: idIn('path'), get: { responses: OK } },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' }, basic: { type: 'http', scheme: 'BASIC' } },
  },
});

// RFC 9110, 11.1: "It uses a case-insensitive token to identify the authentication scheme".
test.each([
  ['/bearer', 'Bearer abc', 204],
  ['/bearer', 'bearer abc', 204],
  ['/bearer', 'BEARER abc', 204],
  ['/bearer', 'Basic abc', 401],
  ['/bearer', 'Bearerabc', 401],
  ['/basic', 'Basic YTpi', 204],
  ['/basic', 'basic YTpi', 204],
  ['/basic', 'bearer YTpi', 401],
])('%s with Authorization: %s gets %i', async (path, authorization, expected) => {
  const { status } = await started.api.get(path, { as: null, headers: { authorization } });
  expect(status).toBe(expected);
});

// RFC 9110, 12.5.3: a server that refuses a content coding with 415 "ought to" say in Accept-Encoding which ones it takes.
describe('a body in a content coding that is not supported', () => {
  test.each(['gzip', 'br', 'deflate', 'zstd', 'x-own', 'GZIP', 'identity, gzip'])('%s', async (coding) => {
    const { status, headers, body } = await started.api.post('/body', '{}', {
      headers: { 'content-type': 'application/json', 'content-encoding': coding },
    });
    expect([status, headers['accept-encoding']]).toEqual([415, 'identity']);
    expect(body.detail).toContain(coding.toLowerCase());
  });

  test('but one without a coding is read', async () => {
    const { status } = await started.api.post('/body', '{}', {
      headers: { 'content-type': 'application/json', 'content-encoding': 'Identity' },
    });
    expect(status).toBe(204);
  });
});

// OpenAPI 3.2.0, 4.8.2: "Each template expression MUST NOT appear more than once in a single path template".
test('a path parameter that is in a path twice is a finding, and the path is served', async () => {
  expect(started.mock.findings.map(formatDiagnostic)).toEqual([
    expect.stringMatching(
      /path parameter \{id\} is in \/a\/\{id\}\/b\/\{id\} more than once: .* \(at #\/paths\/~1a~1%7Bid%7D~1b~1%7Bid%7D\)$/,
    ),
  ]);
  for (const path of ['/a/1/b/2', '/c/1/d']) expect((await started.api.get(path)).status).toBe(204);
});
