import { afterEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';

const opened = closedBy(afterEach);

const toPath = (schema: unknown, operationId: string, answer: object) => ({
  post: {
    operationId,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Back', content: { 'application/json': { schema, ...answer } } } },
  },
});

/** A server for operations `first`, `second` ..., each of which takes and returns what its schema says. */
const serve = async (
  schemas: readonly unknown[],
  {
    openapi = '3.1.0',
    shared = {},
    files = {},
    answer = {},
  }: { openapi?: string; shared?: object; files?: Record<string, string>; answer?: object } = {},
): Promise<StartedMock> => {
  const names = ['first', 'second', 'third'];
  const paths = Object.fromEntries(
    schemas.map((schema, index) => [`/${String(names[index])}`, toPath(schema, String(names[index]), answer)]),
  );
  return serveDocument({ openapi, paths, components: { schemas: shared } }, files);
};

const serveDocument = (document: object, files: Record<string, string> = {}): Promise<StartedMock> =>
  opened.serve({ info: { title: 'Odd', version: '1' }, ...document }, {}, files);

test.each<[string, object, RegExp, unknown, unknown]>([
  ['nullable without a type', { nullable: true, minLength: 2 }, /"nullable" is no keyword of OpenAPI 3\.1/, 'ab', 'a'],
  ['nullable beside a type', { nullable: true, type: 'string' }, /"nullable" is no keyword/, 'a', null],
  [
    'a boolean exclusiveMinimum',
    { minimum: 3, exclusiveMinimum: true },
    /"exclusiveMinimum" is true, but must be a number/,
    3,
    2,
  ],
  ['required as a boolean', { type: 'object', required: true }, /"required" is true, but must be a list/, {}, 1],
  [
    'a type that does not exist',
    { type: 'file', maxLength: 1 },
    /"type" is "file", but must be equal to one of/,
    'a',
    'ab',
  ],
  ['a length below 0', { type: 'string', minLength: -1 }, /"minLength" is -1/, '', 0],
  ['a pattern that is none', { pattern: '([a-z', maxLength: 9 }, /no regular expression/, 'A', 'a much longer text'],
  [
    'members that are no schemas',
    { properties: { a: 'string', b: { type: 'integer' } } },
    /"properties" is/,
    { a: 1, b: 1 },
    { b: 'b' },
  ],
  ['an empty anyOf', { anyOf: [], maxLength: 1 }, /"anyOf" is \[\]/, 'a', 'ab'],
])('%s is ignored, and all the rest counts', async (_, schema, message, good, bad) => {
  const { mock, api } = await serve([schema]);
  expect(mock.findings).toEqual([
    expect.objectContaining({ operationId: 'first', message: expect.stringMatching(message) }),
    expect.objectContaining({ operationId: 'first', message: expect.stringMatching(message) }),
  ]);
  expect(mock.findings[0]?.message).toMatch(/; it is ignored$/);
  expect(await api.post('/first', JSON.stringify(good))).toMatchObject({ status: 200 });
  expect(await api.post('/first', JSON.stringify(bad))).toMatchObject({ status: 422 });
});

test('of what operations share a finding names all that it concerns', async () => {
  const shared = { Odd: { nullable: true }, Holder: { properties: { odd: { $ref: '#/components/schemas/Odd' } } } };
  const { mock } = await serve(
    [{ $ref: '#/components/schemas/Holder' }, { $ref: '#/components/schemas/Odd' }, { type: 'string' }],
    { shared },
  );
  expect(mock.findings).toEqual([
    expect.objectContaining({
      pointer: '#/components/schemas/Odd/nullable',
      message: expect.stringMatching(/it is ignored \(concerns first, second\)$/),
      operationIds: ['first', 'second'],
    }),
  ]);
});

test('methods that are not described are refused, and additional ones out of place are findings', async () => {
  const operation = (operationId: string) => toPath({ type: 'integer' }, operationId, {}).post;
  const { mock, api } = await serveDocument({
    openapi: '3.2.0',
    paths: {
      '/things': {
        query: operation('search'),
        additionalOperations: { COPY: operation('copy'), POST: operation('post') },
      },
    },
  });
  expect(await api.get('/things')).toMatchObject({ status: 405, headers: { allow: 'QUERY, COPY, OPTIONS' } });
  expect(mock.findings.map(({ message }) => message)).toEqual([
    'additional operation "POST" (post) is not served: it belongs under "post"',
  ]);
});

test('a pattern that is valid without the flag u alone is taken as it was meant', async () => {
  const { mock, api } = await serve([{ type: 'string', pattern: '^[\\w-\\.]+\\@$' }]);
  expect(mock.findings).toEqual([]);
  expect(await api.post('/first', '"a-b.c@"')).toMatchObject({ status: 200 });
  expect(await api.post('/first', '"a b"')).toMatchObject({ status: 422 });
});

test('a pattern that nothing matches in little time is ignored', async () => {
  const { mock, api } = await serve([{ type: 'string', pattern: String.raw`^(a)\1(a+)+$` }]);
  expect(mock.findings[0]?.message).toMatch(/could run for ever; it is ignored$/);
  expect(await api.post('/first', JSON.stringify(`${'a'.repeat(5000)}!`))).toMatchObject({ status: 200 });
});

test('$id is the beginning of references, and $anchor a name for them', async () => {
  const { mock, api } = await serve([
    {
      $id: 'https://example.com/order',
      $defs: {
        line: {
          $id: 'line',
          $anchor: 'row',
          type: 'object',
          properties: { sku: { $ref: '#/$defs/sku' } },
          $defs: { sku: { type: 'string' } },
        },
        sku: { $anchor: 'amount', type: 'integer' },
      },
      properties: {
        line: { $ref: 'line' },
        row: { $ref: 'https://example.com/line#row' },
        amount: { $ref: '#amount' },
      },
    },
  ]);
  expect(mock.findings).toEqual([]);
  const fields = async (value: object): Promise<unknown> =>
    ((await api.post('/first', value)).body.errors ?? []).map(({ field }: { field: string }) => field);
  expect(await fields({ line: { sku: 'a' }, row: { sku: 'b' }, amount: 3 })).toEqual([]);
  expect(await fields({ line: { sku: 1 }, row: { sku: 2 }, amount: 'c' })).toEqual(['line.sku', 'row.sku', 'amount']);
});

test('names that schemas in other files give themselves are found from everywhere', async () => {
  const order = {
    $id: 'https://example.com/order',
    type: 'object',
    required: ['amount'],
    properties: {
      amount: { $ref: '#amount' },
      line: { $ref: 'line' },
      again: { $ref: 'https://example.com/order#/$defs/amount' },
      default: { $ref: '#/$defs/flag' },
    },
    $defs: {
      amount: { $anchor: 'amount', type: 'integer' },
      line: {
        $id: 'line',
        properties: { sku: { $ref: '#/$defs/sku' } },
        $defs: { sku: { type: 'string' } },
      },
      flag: { type: 'boolean', default: true },
    },
  };
  const plain =
    'Thing:\n  $anchor: thing\n  properties:\n    child: { $ref: "#thing" }\n    size: { $ref: size.yaml#size }\n';
  const schemas = ['schemas/order.json', 'https://example.com/order#amount', 'schemas/plain.yaml#/Thing'];
  const { mock, api } = await serve(
    schemas.map(($ref) => ({ $ref })),
    {
      files: {
        'schemas/order.json': JSON.stringify(order),
        'schemas/plain.yaml': plain,
        'schemas/size.yaml': '$anchor: size\ntype: integer\n',
      },
    },
  );
  expect(mock.findings).toEqual([]);
  const fields = async (path: string, value: unknown): Promise<unknown> =>
    ((await api.post(path, JSON.stringify(value))).body.errors ?? []).map(({ field }: { field: string }) => field);
  expect(await fields('/first', { amount: 1, line: { sku: 'a' }, again: 2, default: true })).toEqual([]);
  expect(await fields('/first', { amount: 'x', line: { sku: 1 }, again: 'x', default: 1 })).toEqual([
    'amount',
    'line.sku',
    'again',
    'default',
  ]);
  expect(await fields('/second', 1)).toEqual([]);
  expect(await fields('/second', 'x')).toEqual(['']);
  expect(await fields('/third', { child: { size: 1 } })).toEqual([]);
  expect(await fields('/third', { child: { size: 'x' } })).toEqual(['child.size']);
});

test('$dynamicRef leads to where the outermost schema says, by each way to it', async () => {
  const tree = {
    $id: 'https://example.com/tree',
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
  };
  const strict = {
    $id: 'https://example.com/strict',
    $dynamicAnchor: 'node',
    $ref: 'tree',
    unevaluatedProperties: false,
  };
  const { mock, api } = await serve([{ $ref: '#/components/schemas/Tree' }, { $ref: '#/components/schemas/Strict' }], {
    shared: { Tree: tree, Strict: strict },
  });
  expect(mock.findings).toEqual([]);
  const value = { children: [{ childen: [] }] };
  expect(await api.post('/first', value)).toMatchObject({ status: 200 });
  expect(await api.post('/second', value)).toMatchObject({ status: 422 });
  expect(await api.post('/second', { children: [{ children: [] }] })).toMatchObject({ status: 200 });
});

test.each<[string, unknown, object]>([
  ['with a percent sign', { $ref: '#/components/schemas/percent%25field' }, { 'percent%field': { type: 'integer' } }],
  [
    'with what is no encoding',
    { $ref: '#/components/schemas/percent%field' },
    { 'percent%field': { type: 'integer' } },
  ],
  [
    'deep into what it is part of',
    { $ref: '#/components/schemas/Deep' },
    {
      Deep: {
        $ref: '#/components/schemas/Deep/$defs/a/$defs/b/$defs/c',
        $defs: { a: { $defs: { b: { $defs: { c: { type: 'integer' } } } } } },
      },
    },
  ],
])('a $ref %s stops nothing', async (_, schema, shared) => {
  const { api } = await serve([schema, { type: 'string' }], { shared });
  expect(await api.post('/second', '"a"')).toMatchObject({ status: 200 });
  const { status } = await api.post('/first', '"a"');
  expect([422, 501]).toContain(status);
});

test('many schemas that all lead to each other are compiled as far as a value goes', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `S${String(index)}`);
  const members = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const shared = Object.fromEntries(names.map((name) => [name, { type: 'object', required: [], properties: members }]));
  const { mock, api } = await serve([{ $ref: '#/components/schemas/S0' }], { shared, answer: { example: {} } });
  expect(mock.findings).toEqual([]);
  expect(await api.post('/first', { S1: { S2: { S3: {} } } })).toMatchObject({ status: 200 });
  const { body } = await api.post('/first', { S1: { S2: { S3: 1 } } });
  expect(body.errors).toEqual([expect.objectContaining({ field: 'S1.S2.S3' })]);
});
