import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

const text = { schema: { type: 'string' } };
const list = { type: 'array', minItems: 2, maxItems: 2, items: { enum: ['a'] } };
const point = {
  type: 'object',
  required: ['x', 'y'],
  properties: { x: { type: 'integer', const: 1 }, y: { enum: [2], type: 'integer' } },
  maxProperties: 2,
};

/** Headers by path, each with the value that is sent; undefined for one that is not. */
const CASES: Readonly<Record<string, readonly [name: string, header: object, sent: unknown]>> = {
  // RFC 6570, 3.2.2, simple expansion: "red,green,blue", "semi,;,dot,.", exploded "semi=;,dot=."
  list: ['X-List', { schema: { type: 'array' }, example: ['red', 'green', 'blue'] }, 'red,green,blue'],
  'exploded-list': ['X-List', { explode: true, schema: { type: 'array' }, example: ['red', 'green'] }, 'red,green'],
  'empty-list': ['X-List', { required: true, schema: { type: 'array', maxItems: 0 }, example: [] }, ''],
  object: ['X-Point', { schema: { type: 'object' }, example: { semi: ';', dot: '.' } }, 'semi,;,dot,.'],
  'exploded-object': [
    'X-Point',
    { explode: true, schema: { type: 'object' }, example: { semi: ';', dot: '.' } },
    'semi=;,dot=.',
  ],
  'typed-list': ['X-List', { schema: { type: 'array', items: { type: 'integer' } }, example: [1, 2] }, '1,2'],
  'list-of-any': [
    'X-List',
    { schema: { type: ['array', 'null'], items: { type: 'boolean' } }, example: [true, false] },
    'true,false',
  ],
  'generated-list': ['X-List', { required: true, schema: list }, 'a,a'],
  'generated-object': ['X-Point', { required: true, schema: point }, 'x,1,y,2'],
  'generated-exploded-object': ['X-Point', { required: true, explode: true, schema: point }, 'x=1,y=2'],
  number: ['X-Number', { schema: { type: 'number' }, example: 0 }, '0'],
  boolean: ['X-Boolean', { schema: { type: 'boolean' }, example: false }, 'false'],
  written: ['X-List', { schema: { type: 'array', items: { type: 'string' } }, example: 'as,written' }, 'as,written'],
  named: ['X-List', { schema: { type: 'array' }, examples: { first: { value: ['a', 'b'] } } }, 'a,b'],
  // OpenAPI 3.1.1, Header Object: `content` is "A map containing the representations for the header".
  'json-example': [
    'X-Json',
    { content: { 'application/json': { schema: point, example: { x: 1, y: 2 } } } },
    '{"x":1,"y":2}',
  ],
  'json-text': ['X-Json', { content: { 'application/json': { ...text, example: 'a' } } }, '"a"'],
  'json-named': [
    'X-Json',
    { content: { 'application/json': { schema: list, examples: { one: { value: ['a', 'a'] } } } } },
    '["a","a"]',
  ],
  'json-generated': ['X-Json', { required: true, content: { 'application/json': { schema: point } } }, '{"x":1,"y":2}'],
  'text-content': ['X-Text', { content: { 'text/plain': { ...text, example: 'a, b' } } }, 'a, b'],
  // OpenAPI 3.1.1, Response Object: a header named Content-Type "SHALL be ignored".
  type: ['Content-Type', { ...text, required: true, example: 'text/html' }, 'application/json'],
  // RFC 9110, 8.4 and 8.6; RFC 9112, 6.1 and 9.6: they say how the message is framed and coded, which is not up to it.
  encoding: ['Content-Encoding', { ...text, required: true, example: 'gzip' }, undefined],
  length: ['Content-Length', { required: true, schema: { type: 'integer' }, example: 999 }, '13'],
  transfer: ['Transfer-Encoding', { ...text, required: true, example: 'chunked' }, undefined],
  connection: ['Connection', { ...text, required: true, example: 'close' }, 'keep-alive'],
  'keep-alive': ['Keep-Alive', { ...text, required: true, example: 'timeout=99' }, expect.not.stringContaining('99')],
  trailer: ['Trailer', { ...text, required: true, example: 'X' }, undefined],
  upgrade: ['Upgrade', { ...text, required: true, example: 'h2c' }, undefined],
  te: ['TE', { ...text, required: true, example: 'trailers' }, undefined],
  'proxy-connection': ['Proxy-Connection', { ...text, required: true, example: 'close' }, undefined],
  // RFC 9110, 5.6.2: a name is a token.
  'no-token': ['X Bad', { ...text, required: true, example: 'a' }, undefined],
};

const paths = Object.fromEntries(
  Object.entries(CASES).map(([path, [name, header]]) => {
    const headers = { [name]: header, Date: { ...text, required: true, example: 'yesterday' } };
    const content = { 'application/json': { example: { sent: true } } };
    return [`/${path}`, { get: { responses: { 200: { description: 'OK', headers, content } } } }];
  }),
);
const { get } = paths['/list'] ?? {};
// That each answer fits its description is checked when it stops.
const started = await closedBy(afterAll).serve(
  {
    openapi: '3.2.0',
    info: { title: 'Headers', version: '1' },
    paths: { ...paths, '/search': { query: get, additionalOperations: { REPORT: get } } },
  },
  { corsOrigins: '*' },
);

test.each(Object.entries(CASES))('%s', async (path, [name, , sent]) => {
  const { status, headers, body } = await started.api.get(`/${path}`);
  expect({ status, body }).toEqual({ status: 200, body: { sent: true } });
  expect(headers[name.toLowerCase()]).toEqual(sent);
  expect(Date.parse(headers['date'] ?? '')).not.toBeNaN();
});

// Fetch, CORS protocol: `Access-Control-Expose-Headers` "indicates which headers can be exposed as part of the response".
test('a page of another site may read the headers that are sent', async () => {
  const { headers } = await started.api.get('/list', { headers: { origin: 'https://app.example' } });
  const exposed = (headers['access-control-expose-headers'] ?? '').split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['x-list', 'x-json', 'x-mock-source', 'x-trace-id']));
  expect(exposed.filter((name) => ['date', 'content-encoding', 'x bad'].includes(name))).toEqual([]);
  expect(new Set(exposed).size).toBe(exposed.length);
});

// Fetch, CORS protocol: `Access-Control-Allow-Methods` "indicates which methods are supported by the response's URL".
test('and call all methods that are described', async () => {
  const answer = await started.api.call('OPTIONS', '/search', {
    headers: { origin: 'https://app.example', 'access-control-request-method': 'QUERY' },
  });
  const methods = (answer.headers['access-control-allow-methods'] ?? '').split(', ');
  expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'QUERY', 'REPORT']));
});
