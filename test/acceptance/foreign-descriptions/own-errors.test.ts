import { afterAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { runHere } from '../../support/command-line.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';

const FILE = `${import.meta.dirname}/descriptions/own-errors.yaml`;
const LINES = readFileSync(FILE, 'utf8').split('\n');

const { serve, start } = closedBy(afterAll);
const started = await start({ spec: FILE });

const post = (path: string) => started.api.post(path, { größe: 'riesig' }, { headers: { 'x-key': 'k' } });

test('a refusal is the error that the description declares, with the words of this one', async () => {
  const { status, headers, body } = await post('/generated');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 400, type: 'application/json' });
  expect(body).toEqual({
    statusCode: 400,
    error: { message: 'größe must be integer, but is string.', type: 'invalid_request' },
  });
});

const text = { type: 'string' };
const SAYS = expect.stringContaining('size');

test.each([
  ['error alone', { error: text }, { error: SAYS }],
  [
    'error as a code beside a text',
    { error: { const: 'invalid' }, error_description: text },
    { error: 'invalid', error_description: SAYS },
  ],
  ['a list of texts', { errors: { type: 'array', minItems: 1, items: text } }, { errors: [SAYS] }],
  [
    'a list of errors',
    {
      errors: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', required: ['message'], properties: { message: text } },
      },
    },
    { errors: [{ message: SAYS }] },
  ],
  ['a code that has fixed values', { error: { enum: ['bad'] } }, { error: 'bad' }],
])('the words of a refusal stand where the error has a place for them: %s', async (_kind, properties, expected) => {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const { api } = await serve({
    openapi: '3.1.0',
    info: { title: 'Errors', version: '1' },
    paths: {
      '/things': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: { required: ['size'] } } } },
          responses: {
            201: { description: 'ok' },
            422: { description: 'no', content: { 'application/json': { schema } } },
          },
        },
      },
    },
  });
  expect(await api.post('/things', {})).toMatchObject({ status: 422, body: expected });
});

test('what is wrong in detail stands in a header, in letters that headers may hold', async () => {
  const { headers } = await post('/by-example');
  expect(headers['x-mock-problem']).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(headers['x-mock-problem'] ?? '')).toMatchObject({
    title: 'Validation failed',
    status: 422,
    errors: [{ field: 'größe', message: 'must be integer, but is string' }],
  });
});

test.each([
  ['/by-example', 422, { code: 7 }],
  ['/by-default', 422, { code: 8 }],
])('%s answers by its example', async (path, expected, content) => {
  const { status, headers, body } = await post(path);
  expect({ status, body }).toEqual({ status: expected, body: content });
  expect(headers['x-mock-source']).toBe('engine');
});

test('an error that is declared without a body has none', async () => {
  const { status, text, headers } = await post('/empty');
  expect({ status, text }).toEqual({ status: 400, text: '' });
  expect(headers['x-mock-problem']).toContain('must be integer');
});

test('missing credentials are the error that is declared for them, with its headers', async () => {
  const { status, headers, body } = await started.api.post('/generated', { größe: 1 }, { as: null });
  expect({ status, body }).toEqual({ status: 401, body: { error: { message: 'Show yourself' } } });
  expect(headers['x-realm']).toBe('things');
});

test('problems are sent where the description has them, and where it declares nothing', async () => {
  expectProblem(await post('/problem'), started.mock, {
    type: 'validation-error',
    status: 422,
    instance: '/problem',
    detail: 'größe must be integer',
  });
  expectProblem(await post('/undeclared'), started.mock, {
    type: 'validation-error',
    status: 422,
    instance: '/undeclared',
    detail: 'größe must be integer',
  });
});

test('an example that does not fit is a line at the start, and a generated body is sent in its place', async () => {
  expect(started.mock.findings).toEqual([
    expect.objectContaining({
      operationId: 'getBadExample',
      line: LINES.findIndex((line) => line.includes('old:')) + 1,
      message: expect.stringMatching(
        /^the example "old" of getBadExample does not fit its schema: size must be integer/,
      ),
    }),
  ]);
  const { status, body } = await started.api.get('/bad-example');
  expect({ status, body }).toEqual({ status: 200, body: { size: 1 } });
  const { stdout, code } = await runHere(['validate', FILE]);
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('the example "old" of getBadExample'),
  });
});

test('who asks for an example by name gets it as it is', async () => {
  const { body } = await started.api.get('/bad-example', { headers: { prefer: 'example=old' } });
  expect(body).toEqual({ size: 'large' });
  expect(started.breaches.splice(0)).toHaveLength(1);
});

test('an example beyond those that the start looks at is looked at when it is first needed', async () => {
  const schema = { type: 'object', required: ['size'], properties: { size: { type: 'integer', enum: [1] } } };
  const content = (example: unknown) => ({ description: 'Size', content: { 'application/json': { schema, example } } });
  const paths = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `/things/${String(index)}`,
      {
        get: {
          operationId: `get${String(index)}`,
          parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' } }],
          responses: {
            200: content({ size: index === 140 ? 'large' : 1 }),
            ...(index === 141 ? { 400: content({ size: 'wrong' }) } : {}),
          },
        },
      },
    ]),
  );
  const { mock, api, notices } = await serve({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths });
  expect(mock.findings).toEqual([]);
  for (const path of ['/things/140', '/things/141?q=a', '/things/1', '/things/140', '/things/141?q=b'])
    expect((await api.get(path)).body).toEqual({ size: 1 });
  expect(notices.map(({ level, message }) => `${level}: ${message.replace(/ \(at .*/, '')}`)).toEqual([
    'warn: the example "example" of get140 does not fit its schema',
    'warn: the example "example" of get141 does not fit its schema',
  ]);
});

test('which answers Prism had a part in is to be seen', async () => {
  const drawn = await started.api.get('/asks-for-luck');
  expect({ status: drawn.status, made: drawn.headers['x-mock-made-with'] }).toEqual({
    status: 200,
    made: undefined,
  });
  const weighed = await started.api.get('/asks-for-luck', {
    headers: { accept: 'text/plain;q=0.2, application/json' },
  });
  expect(weighed.headers['x-mock-made-with']).toBe('prism-http');
  const usual = await started.api.get('/bad-example');
  expect(usual.headers['x-mock-made-with']).toBeUndefined();
});
