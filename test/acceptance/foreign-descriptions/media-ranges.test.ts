import { afterAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { closedBy } from '../../support/closed-by.ts';

/**
 * OpenAPI 3.0.4, section 4.7.17.1: "The key is a media type or media type range [...] For responses that match multiple keys,
 * only the most specific key is applicable". A response has no range for a type (RFC 9110, section 8.3).
 */
const ANY = '*/*';
const PERSON = {
  type: 'object',
  required: ['name', 'age'],
  properties: { name: { type: 'string' }, age: { type: 'integer', format: 'int32' } },
};
const BODIES = {
  person: { schema: { $ref: '#/components/schemas/Person' } },
  list: { schema: { type: 'array', items: { $ref: '#/components/schemas/Person' } } },
  either: { schema: { oneOf: [{ $ref: '#/components/schemas/Person' }] } },
  number: { schema: { type: 'integer' } },
  text: { schema: { type: 'string', enum: ['Hello'] } },
  nullable: { schema: { type: ['string', 'null'], enum: ['Hello'] } },
  bytes: { schema: { type: 'string', format: 'binary' } },
  example: { schema: { $ref: '#/components/schemas/Person' }, example: { name: 'n', age: 1 } },
  shown: { example: 'Hello' },
};
const JSON_TYPE = 'application/json';
const fitsPerson = new Ajv2020({ strict: false, logger: false }).compile({
  ...PERSON,
  properties: { ...PERSON.properties, age: { type: 'integer' } },
});

type Kind = keyof typeof BODIES;
/** Whether the body is JSON, and what the type of the answer is. */
const ANSWERS: readonly (readonly [kind: Kind, range: string, accept: string | undefined, type: string | 406])[] = [
  ...(['person', 'list', 'either', 'number', 'example'] as const).flatMap((kind) =>
    (
      [undefined, ANY, JSON_TYPE, `${JSON_TYPE}, text/plain, ${ANY}`, 'application/*', 'text/html, */*;q=0.8'] as const
    ).flatMap((accept) => [
      [kind, ANY, accept, JSON_TYPE] as const,
      [kind, 'application/*', accept, JSON_TYPE] as const,
    ]),
  ),
  ['person', ANY, 'application/hal+json', 'application/hal+json'],
  ['person', 'application/*+json', undefined, 'application/vnd.any+json'],
  ['person', 'application/*+json', 'application/hal+json', 'application/hal+json'],
  ['person', 'application/*+json', JSON_TYPE, 406],
  ['person', ANY, 'text/plain', 'text/plain'],
  ['person', 'text/*', undefined, 'text/plain'],
  ['person', 'text/plain', undefined, 'text/plain'],
  ['person', ANY, 'application/xml', 406],
  ['person', ANY, 'image/png', 406],
  ['text', ANY, undefined, 'text/plain'],
  ['text', ANY, JSON_TYPE, JSON_TYPE],
  ['text', ANY, 'text/html', 'text/html'],
  ['text', 'application/*', undefined, JSON_TYPE],
  ['text', 'text/*', undefined, 'text/plain'],
  ['text', 'text/*', 'text/csv', 'text/csv'],
  ...['text/plain', 'text/csv', 'text/html', 'text/markdown', 'text/xml', 'text/vnd.any'].map(
    (type) => ['text', type, undefined, type] as const,
  ),
  ['nullable', ANY, undefined, 'text/plain'],
  ['bytes', ANY, undefined, 'application/octet-stream'],
  ['bytes', 'application/*', undefined, 'application/octet-stream'],
  ['bytes', 'image/*', undefined, 'image/png'],
  ['bytes', 'image/*', 'image/jpeg', 'image/jpeg'],
  // Bytes and texts may be of any type.
  ['bytes', 'image/jpg', undefined, 'image/jpg'],
  ['bytes', 'application/zip', undefined, 'application/zip'],
  ['text', 'application/sdp', undefined, 'application/sdp'],
  ['shown', ANY, undefined, 'text/plain'],
];

const pathOf = (kind: string, range: string): string => `/${kind}/${range.replaceAll(/\W/g, '-')}`;
const content = (range: string, body: object) => ({ content: { [range]: body } });
const error = (range: string, body: object) => ({ description: 'Wrong', ...content(range, body) });
const page = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
const FAULT = {
  schema: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' }, code: { type: 'integer', example: 7 } },
  },
};

const answering = Object.fromEntries(
  ANSWERS.map(([kind, range]) => [
    pathOf(kind, range),
    { get: { responses: { 200: { description: 'Its body', ...content(range, BODIES[kind]) } } } },
  ]),
);
const taking = (requestBody: object) => ({
  post: { requestBody: { required: true, ...requestBody }, responses: { 204: { description: 'Taken' } } },
});
const refusing = (response: object) => ({
  get: { parameters: page, responses: { 200: { description: 'Fine' }, 400: response } },
});

const DOCUMENT = {
  openapi: '3.1.1',
  info: { title: 'Ranges', version: '1' },
  paths: {
    ...answering,
    '/several': {
      get: {
        responses: {
          200: {
            description: 'One of them',
            content: {
              [ANY]: { schema: { enum: ['any'] } },
              'text/*': { schema: { type: 'string', enum: ['a text'] } },
              'text/csv': { schema: { type: 'string', enum: ['a table'] } },
              [JSON_TYPE]: { schema: { type: 'object', properties: {}, example: { json: true } } },
            },
          },
        },
      },
    },
    '/taking/any': taking(content(ANY, BODIES.person)),
    '/taking/application': taking(content('application/*', BODIES.person)),
    '/taking/suffix': taking(content('application/*+json', BODIES.person)),
    '/taking/several': taking({
      content: {
        [ANY]: { schema: { type: 'object' } },
        'application/*': { schema: { required: ['a'] } },
        'application/*+json': BODIES.person,
      },
    }),
    '/taking/lines': taking(content('application/x-ndjson', BODIES.person)),
    '/taking/sequence': taking(content('application/jsonl', { schema: { ...BODIES.list.schema, minItems: 2 } })),
    '/refusing/any': refusing(error(ANY, FAULT)),
    '/refusing/suffix': refusing(error('application/*+json', FAULT)),
    '/refusing/text': refusing(error(ANY, { schema: { type: 'string' } })),
    '/lines': {
      get: { responses: { 200: { description: 'Lines', ...content('application/x-ndjson', BODIES.list) } } },
    },
    '/line': {
      get: { responses: { 200: { description: 'A line', ...content('application/x-ndjson', BODIES.person) } } },
    },
    '/shown-lines': {
      get: {
        responses: {
          200: { description: 'Lines', ...content('application/x-ndjson', { example: [{ a: 1 }, { b: 2 }] }) },
        },
      },
    },
    '/table': {
      get: {
        operationId: 'getTable',
        responses: { 200: { description: 'A table', ...content('text/csv', BODIES.list) } },
      },
    },
  },
  components: { schemas: { Person: PERSON } },
};

const started = await closedBy(afterAll).serve(DOCUMENT);

const get = (path: string, accept?: string) => started.api.get(path, { headers: { accept } });

test('nothing is wrong with the description', () => {
  expect(started.mock.findings).toEqual([]);
});

test.each(ANSWERS)('%s under %s, Accept: %s: %s', async (kind, range, accept, type) => {
  const { status, headers, text } = await get(pathOf(kind, range), accept);
  if (type === 406) {
    expect(status).toBe(406);
    return;
  }
  expect([status, headers['content-type']]).toEqual([200, type]);
  if (kind === 'bytes') return;
  const isText = !type.endsWith('json') && kind !== 'person';
  const value: unknown = isText ? text : JSON.parse(text);
  if (kind === 'number') expect(Number.isInteger(value)).toBe(true);
  else if (kind === 'list') expect((value as unknown[]).every((item) => fitsPerson(item))).toBe(true);
  else if (kind === 'person' || kind === 'either' || kind === 'example') expect(fitsPerson(value)).toBe(true);
  else expect(value).toBe('Hello');
});

test.each([
  [undefined, JSON_TYPE, '{"json":true}'],
  ['text/csv', 'text/csv', 'a table'],
  ['text/html', 'text/html', 'a text'],
  ['application/hal+json', 'application/hal+json', '"any"'],
])('of several keys the most specific is applicable: Accept: %s', async (accept, type, expected) => {
  const { headers, text } = await get('/several', accept);
  expect([headers['content-type'], text]).toEqual([type, expected]);
});

const GOOD = { name: 'n', age: 1 };
const BAD = { name: 'n', age: 'x' };
test.each([
  ['any', JSON_TYPE, GOOD, 204],
  ['any', 'application/vnd.a+json', BAD, 422],
  ['application', JSON_TYPE, BAD, 422],
  ['application', 'text/json', GOOD, 415],
  ['suffix', 'application/vnd.a+json; charset=utf-8', GOOD, 204],
  ['suffix', 'application/vnd.a+json', BAD, 422],
  ['suffix', JSON_TYPE, GOOD, 415],
  ['several', 'application/vnd.a+json', BAD, 422],
  ['several', JSON_TYPE, GOOD, 422],
  ['several', 'text/json', BAD, 204],
])('a request under %s as %s: %j is answered with %i', async (path, type, body, expected) => {
  const sent = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) };
  expect((await fetch(`${started.mock.baseUrl}/taking/${path}`, sent)).status).toBe(expected);
});

test.each([
  ['any', JSON_TYPE],
  ['suffix', 'application/problem+json'],
])('an error declared under a range is used: %s', async (path, type) => {
  const { status, headers, body } = await get(`/refusing/${path}?page=x`);
  expect([status, headers['content-type']]).toEqual([400, type]);
  expect(body).toEqual({ message: 'page must be integer, but is string.', code: 7 });
});

test('an error declared as a text is one', async () => {
  const { status, headers, text } = await get('/refusing/text?page=x');
  expect([status, headers['content-type'], text]).toEqual([400, 'text/plain', 'page must be integer, but is string.']);
});

test('a list is no table, and the answer says what to do', async () => {
  const { status, body } = await get('/table');
  expect([status, body.detail]).toEqual([501, expect.stringContaining('add an example to getTable')]);
});

describe('lines of JSON', () => {
  test.each(['/lines', '/line', '/shown-lines'])('%s', async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    const values = lines.map((line) => JSON.parse(line) as unknown);
    if (path === '/shown-lines') expect(values).toEqual([{ a: 1 }, { b: 2 }]);
    else expect(values.every((value) => fitsPerson(value))).toBe(true);
  });

  test.each([
    ['lines', [GOOD, GOOD], 204, []],
    ['lines', [GOOD, BAD], 422, ['[1].age']],
    ['lines', [1], 422, ['[0]']],
    ['sequence', [GOOD, GOOD], 204, []],
    ['sequence', [GOOD, BAD], 422, ['[1].age']],
    ['sequence', [GOOD], 422, ['']],
  ])('%s: %j', async (path, lines, expected, fields) => {
    const answer = await fetch(`${started.mock.baseUrl}/taking/${path}`, {
      method: 'POST',
      headers: { 'content-type': path === 'lines' ? 'application/x-ndjson' : 'application/jsonl' },
      body: lines.map((line) => `${JSON.stringify(line)}\r\n`).join(''),
    });
    expect(answer.status).toBe(expected);
    const { errors = [] } = expected === 204 ? {} : ((await answer.json()) as { errors?: { field: string }[] });
    expect(errors.map(({ field }) => field)).toEqual(fields);
  });

  test.each(['{"a":1', '{"name":"n","age":1},{"name":"n","age":1}'])('%s is malformed', async (body) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await fetch(`${started.mock.baseUrl}/taking/lines`, { method: 'POST', headers, body })).status).toBe(400);
  });
});
