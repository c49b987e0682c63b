import { afterEach, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';

const { serve } = closedBy(afterEach);

const done = { responses: { 204: { description: 'Done' } } };

test.each([
  [undefined, ''],
  [[{ url: '/' }], ''],
  [[{ url: '/api/v3' }], '/api/v3'],
  [[{ url: 'https://api.example/api/v3/' }], '/api/v3'],
  [
    [
      {
        url: 'https://{region}.api.example/{version}',
        variables: { region: { default: 'eu' }, version: { default: 'v9' } },
      },
    ],
    '/v9',
  ],
  [[{ url: 'https://' }], ''],
  [[{ url: 'https:///v1' }], '/v1'],
  [[{ url: 'https://a b:port/v1' }], '/v1'],
  [[{ url: 'v1/' }], '/v1'],
  [[{ url: 'https://one.example/first' }, { url: 'https://two.example/second' }], '/first'],
])('the servers %j make the base path "%s"', async (servers, basePath) => {
  const { mock, api } = await serve({
    openapi: '3.0.0',
    info: { title: 'Servers', version: '1' },
    ...(servers === undefined ? {} : { servers }),
    paths: { '/things': { get: done } },
  });
  expect(mock.baseUrl).toBe(mock.url + basePath);
  expect(mock.tokenUrl).toBe(`${mock.url}/auth/realms/integration/protocol/openid-connect/token`);
  expect(mock.findings).toEqual([]);
  const { status } = await api.get('/things');
  expect(status).toBe(204);
  const elsewhere = await api.get(`${mock.url}/elsewhere/things`);
  expectProblem(elsewhere, mock, { status: 404, type: 'not-found', instance: '/elsewhere/things', detail: basePath });
});

test('an operation without an operationId goes by method and path', async () => {
  const { mock } = await serve({
    openapi: '3.1.0',
    info: { title: 'Nameless', version: '1' },
    paths: { '/things/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }], get: done } },
  });
  expect(mock.contract.operations.map(({ id }) => id)).toEqual(['GET /things/{id}']);
});

test('a description of 2,000 operations is served from the first to the last', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => {
      const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
      const schema = { $ref: `#/components/schemas/Thing${String(index)}` };
      const content = { 'application/json': { schema } };
      return [
        `/things${String(index)}/{id}`,
        {
          parameters,
          get: { operationId: `get${String(index)}`, responses: { 200: { description: 'Found', content } } },
          put: { operationId: `put${String(index)}`, requestBody: { required: true, content }, ...done },
        },
      ];
    }),
  );
  const schemas = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [
      `Thing${String(index)}`,
      { type: 'object', required: ['id'], properties: { id: { const: index }, name: { type: 'string' } } },
    ]),
  );
  const { mock, api } = await serve({
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths,
    components: { schemas },
  });
  expect(mock.contract.operations).toHaveLength(2000);
  expect(mock.findings).toEqual([]);
  const last = await api.get('/things999/1');
  expect({ status: last.status, body: last.body }).toMatchObject({ status: 200, body: { id: 999 } });
  const wrong = await api.call('PUT', '/things999/x', { body: { id: 0 } });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual(['id', 'id']);
  const first = await api.get('/things0/1');
  expect(first.status).toBe(200);
});
