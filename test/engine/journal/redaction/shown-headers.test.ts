import { describe, expect, test } from '@jest/globals';
import { showHeader } from '../../../../src/engine/journal/redact-headers.ts';
import { createOperation, createParameter } from '../create-entry.ts';

const HIDDEN = '[redacted]';
const VALUE = 'my-own-credential';

describe('a header', () => {
  test.each([
    ...['accept', 'content-type', 'etag', 'idempotency-key', 'location', 'retry-after', 'traceparent', 'x-trace-id'],
    ...['x-ratelimit-remaining', 'x-mock-request-id', 'access-control-allow-origin'],
  ])('that is known to be harmless is shown: %s', (name) => {
    expect(showHeader(name, VALUE, undefined)).toBe(VALUE);
  });

  test.each([
    ...['cookie', 'set-cookie', 'x-api-key', 'x-own', 'referer', 'forwarded', 'x-forwarded-for', 'x-amz-date', ''],
    // They only contain or end with what is harmless.
    ...['my-x-mock-', 'x-access-control-', 'not-x-ratelimit-', 'x-date', 'accept-secret'],
  ])('that nobody knows to be harmless is shown by its name alone: %j', (name) => {
    expect(showHeader(name, VALUE, undefined)).toBe(HIDDEN);
    expect(showHeader(name, VALUE, createOperation())).toBe(HIDDEN);
  });
});

describe('a credential', () => {
  test.each(['authorization', 'proxy-authorization'])('in %s shows what kind it is', (name) => {
    for (const scheme of ['Bearer', 'Basic', 'Digest', 'DPoP', 'bearer'])
      expect(showHeader(name, `${scheme} ${VALUE}`, undefined)).toBe(`${scheme} ${HIDDEN}`);
  });

  test.each([`Own ${VALUE}`, VALUE, 'Bearer', `Bearer${VALUE}`, `x Bearer ${VALUE}`])(
    'whose kind nobody knows shows nothing: %s',
    (value) => {
      expect(showHeader('authorization', value, undefined)).toBe(HIDDEN);
    },
  );

  test('in another header shows nothing, not even its kind', () => {
    expect(showHeader('x-authorization', `Bearer ${VALUE}`, undefined)).toBe(HIDDEN);
  });
});

describe('a header that the operation describes', () => {
  const operation = createOperation({
    parameters: [
      ...['x-tenant', 'x-key', 'authorization', 'cookie', 'set-cookie'].map((name) => createParameter(name, 'header')),
      createParameter('x-query', 'query'),
    ],
    responses: [
      { status: '204', headers: [], contents: [] },
      {
        status: '200',
        headers: ['x-first', 'x-total'].map((name) => ({
          name,
          required: false,
          schema: undefined,
          generator: undefined,
          example: undefined,
          explode: false,
          mediaType: undefined,
        })),
        contents: [],
      },
    ],
    security: [
      [{ kind: 'bearer', name: 'accessToken' }],
      [
        { kind: 'api-key', name: 'query', in: 'query', key: 'x-tenant' },
        { kind: 'api-key', name: 'key', in: 'header', key: 'X-Key' },
      ],
    ],
  });

  test.each(['x-tenant', 'x-first', 'x-total'])('in a request or an answer is shown: %s', (name) => {
    expect(showHeader(name, VALUE, operation)).toBe(VALUE);
  });

  test.each(['x-key', 'authorization', 'cookie', 'set-cookie'])('and needs as a key is not: %s', (name) => {
    expect(showHeader(name, VALUE, operation)).toBe(HIDDEN);
  });

  test('is no query parameter of its name', () => {
    expect(showHeader('x-query', VALUE, operation)).toBe(HIDDEN);
  });
});
