import { afterEach, describe, expect, test } from '@jest/globals';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { serveOperations } from '../../support/serve-operations.ts';
import { serveSchemas } from '../../support/serve-schemas.ts';
import { closedBy } from '../../support/closed-by.ts';

const { closing, folderOf, serve } = closedBy(afterEach);

const write = async (name: string, text: string): Promise<string> => (await folderOf({ [name]: text })).file(name);

const describeAnswer = (schema: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  paths: {
    '/a': {
      post: {
        operationId: 'a',
        requestBody: { content: { 'application/json': { schema: { type: 'object', additionalProperties: schema } } } },
        responses: { 200: { description: 'Back', content: { 'application/json': { schema } } } },
      },
    },
  },
});

/** Microseconds of CPU, which a busy machine does not add to; before the limits, minutes and gigabytes. */
const SOON = 5_000_000;

describe('a description of a stranger', () => {
  test.each([
    ['a minimum length', { type: 'string', minLength: 300_000_000 }],
    ['a repeat', { type: 'string', pattern: '^a{300000000}$' }],
    ['long texts in a long list', { type: 'array', minItems: 10_000, items: { type: 'string', minLength: 100_000 } }],
    ['what only the library reads', { type: 'string', minLength: 300_000_000, not: { type: 'number' } }],
    ['a pattern that only the library reads', { not: { type: 'number' }, type: 'string', pattern: '(a{900}){90000}' }],
  ])('cannot have a body made without end: %s', async (_what, schema) => {
    const mock = await serve(describeAnswer(schema));
    const began = process.cpuUsage();
    const { status, body } = await mock.api.post('/a', {}, { as: null });
    expect([status, body.type]).toEqual([501, expect.stringContaining('/problems/not-served')]);
    expect(process.cpuUsage(began).user).toBeLessThan(SOON);
  });

  const HUGE = 2_147_483_647;

  test.each([
    ['a text', { type: 'string', maxLength: HUGE }],
    ['a text of a pattern', { type: 'string', pattern: '^[a-z]{0,2147483647}$', maxLength: HUGE }],
    ['a text of an unknown format', { type: 'string', format: 'binary', maxLength: HUGE }],
    ['a text that only the library makes', { type: 'string', maxLength: HUGE, not: { const: '' } }],
    ['a list', { type: 'array', items: { type: 'string', maxLength: HUGE }, maxItems: HUGE }],
    [
      'a list that only the library makes',
      { contains: { type: 'integer' }, type: 'array', maxContains: HUGE, maxItems: HUGE },
    ],
    [
      'a map',
      {
        type: 'object',
        additionalProperties: { type: 'string', maxLength: HUGE },
        minProperties: 1,
        maxProperties: HUGE,
      },
    ],
    ['a number', { type: 'number', minimum: -1e308, maximum: 1e308 }],
    ['an integer', { type: 'integer', maximum: 1e300 }],
  ])('has small bodies made, however large they may be: %s', async (_what, schema) => {
    const mock = await serve(describeAnswer(schema));
    const { status, body } = await mock.api.post('/a', {}, { as: null });
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });

  test('may refer to itself in alternatives, and a list may be long and without duplicates', async () => {
    const filter = { $ref: '#/components/schemas/Filter' };
    const pair = (op: string) => ({
      type: 'object',
      required: ['op'],
      properties: { left: filter, op: { const: op } },
    });
    const nested = (member: string) => ({
      type: 'object',
      required: [member],
      properties: { [member]: filter, x: filter },
    });
    const unique = { type: 'array', uniqueItems: true, items: { type: 'object' } };
    const Filter = { oneOf: [pair('and'), pair('or'), nested('x'), nested('y'), unique, { type: 'integer' }] };
    const document = { ...describeAnswer(filter), components: { schemas: { Filter } } };
    const mock = await serve(document);
    let [chosen, tried]: [object, object] = [{ op: 'and', left: 'text' }, { x: 'text' }];
    for (let depth = 0; depth < 25; depth++)
      [chosen, tried] = [
        { op: 'or', left: chosen },
        { x: tried, y: 1 },
      ];
    const list = Array.from({ length: 20_000 }, (_, id) => ({ id, name: String(id) }));
    const post = async (a: unknown) =>
      (await mock.api.post('/a', { a }, { as: null })) as { status: number; body: { errors?: object[] } };
    const answers = [await post(chosen), await post(tried), await post([...list, { name: '7', id: 7 }])];
    expect(answers.map(({ status, body }) => [status, body.errors?.length])).toEqual([
      [422, 1],
      [422, 1],
      [422, 1],
    ]);
    expect(answers[0]?.body.errors).toMatchObject([{ field: `a.${'left.'.repeat(25)}left` }]);
    expect((await post(list)).status).not.toBe(422);
  });

  const MANY = Array.from({ length: 2000 }, (_, index) => `m${String(index)}`);
  const each = <T>(make: (name: string) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(MANY.map((name) => [name, make(name)]));
  const text = { type: 'string' };
  const demanding = (name: string) => ({ type: 'object', required: [name], properties: { [name]: text } });
  const chosen = (name: string) => ({ properties: { kind: { const: name }, value: text }, required: ['kind'] });
  const toSchema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const two = { m1998: 'x', m1999: 'x' };

  test.each<[what: string, schema: object, good: unknown, bad: unknown, fields: readonly string[]]>([
    ['properties', { properties: each(() => text) }, { m1999: 'x' }, { m1999: 1 }, ['m1999']],
    ['patternProperties', { patternProperties: each(() => text) }, { m1999: 'x' }, { m1999: 1 }, ['m1999']],
    ['dependentSchemas', { dependentSchemas: each(() => ({ required: ['a'] })) }, { m1999: 1, a: 1 }, two, ['a']],
    ['dependentRequired', { dependentRequired: each(() => ['a']) }, { m1999: 1, a: 1 }, { m1999: 1 }, ['a']],
    ['dependencies', { dependencies: each(() => ['a']) }, { m1999: 1, a: 1 }, { m1999: 1 }, ['']],
    ['prefixItems', { prefixItems: MANY.map(() => text) }, MANY, MANY.with(1999, 1 as never), ['[1999]']],
    ['allOf', { allOf: MANY.map((name) => ({ properties: { [name]: text } })) }, {}, { m1999: 1 }, ['m1999']],
    // JSON Schema 2020-12 Core, section 10.2.1.2: at least one schema.
    ['anyOf', { anyOf: MANY.map(demanding) }, two, { m1999: 1 }, ['']],
    ['anyOf, of references', { anyOf: MANY.map(toSchema) }, two, { m1999: 1 }, ['']],
    // Section 10.2.1.3: exactly one schema.
    ['oneOf', { oneOf: MANY.map(demanding) }, { m1999: 'x' }, two, ['']],
    ['oneOf, of references', { oneOf: MANY.map(toSchema) }, { m1999: 'x' }, two, ['']],
    ['oneOf, chosen', { oneOf: MANY.map(chosen) }, { kind: 'm1999' }, { kind: 'm1999', value: 1 }, ['value']],
    // Section 11.3: members count that any matching schema evaluates.
    [
      'anyOf, and what is evaluated',
      { anyOf: MANY.map(demanding), unevaluatedProperties: false },
      two,
      { m1: 1, m1999: 'x' },
      ['m1'],
    ],
    [
      'oneOf, and what is evaluated',
      { oneOf: MANY.map(demanding), unevaluatedProperties: false },
      { m1999: 'x' },
      { m1: 1, m1999: 'x' },
      ['m1'],
    ],
    [
      'anyOf, of lists',
      { anyOf: MANY.map((_, index) => ({ minItems: index })), unevaluatedItems: false },
      [],
      [1],
      [''],
    ],
  ])('may list thousands of schemas in one keyword, and the last of them counts: %s', async (...row) => {
    const [, schema, good, bad, fields] = row;
    const served = await serveSchemas([schema], {
      openapi: '3.1.1',
      shared: each(demanding),
    });
    closing(served.stop);
    expect(await served.post(0, good)).toBe('taken');
    expect(await served.post(0, bad)).toEqual(fields);
  });

  test('has values of too many alternatives answered with the reason', async () => {
    const schema = { type: 'array', items: { oneOf: MANY.map(demanding) } };
    const choosing = { type: 'array', items: { oneOf: MANY.map(chosen) } };
    const document = (of: object) => ({
      openapi: '3.1.1',
      info: { title: 'Many', version: '1' },
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            requestBody: { content: { 'application/json': { schema: of } } },
            responses: { 204: { description: 'Taken' } },
          },
        },
      },
    });
    const post = async (of: object, body: unknown) => {
      const mock = await serve(document(of));
      const { status, body: answer } = await mock.api.post('/a', body, { as: null });
      return { status, detail: (answer as { detail?: string } | undefined)?.detail };
    };
    const list = <T>(item: T): T[] => Array.from({ length: 5000 }, () => item);
    expect(await post(schema, list({ m1999: 'x' }))).toEqual({
      status: 501,
      detail: expect.stringContaining('more than 6000 alternatives to evaluate') as unknown,
    });
    expect(await post(choosing, list({ kind: 'm1999' }))).toMatchObject({ status: 204 });
    // Listing is too much, but not the first error.
    expect(await post(schema, [{ m1998: 'x' }, { m1997: 'x' }, { m1999: 1 }, { m1999: 1 }])).toMatchObject({
      status: 422,
    });
  });

  test('is told of a schema that leads to itself without going into a member, where a value reaches it', async () => {
    const description = describeAnswer({ $ref: '#/components/schemas/Egg' });
    const schemas = {
      Egg: {
        anyOf: [
          { type: 'object', properties: { laidBy: { $ref: '#/components/schemas/Egg' } } },
          { $ref: '#/components/schemas/Hen' },
        ],
      },
      Hen: { not: { allOf: [{ $ref: '#/components/schemas/Egg' }] } },
    };
    const mock = await serve({ ...description, components: { schemas } });
    const { status, body } = await mock.api.post('/a', { first: 'white' }, { as: null });
    expect([status, body.detail]).toEqual([501, expect.stringContaining('Egg leads to itself')]);
  });

  test('has its expressions run in linear time, in requests, in listed values and in names', async () => {
    const schema = {
      type: 'string',
      pattern: '^(a{1,9}){1,9}$',
      enum: [`${'a'.repeat(60)}b`, 'aaa'],
    };
    const mock = await serve(describeAnswer(schema));
    const began = process.cpuUsage();
    const bad = await mock.api.post('/a', { x: `${'a'.repeat(60)}!` }, { as: null });
    const good = await mock.api.post('/a', { x: 'aaa' }, { as: null });
    expect([bad.status, good.status, good.body]).toEqual([422, 200, 'aaa']);
    expect(process.cpuUsage(began).user).toBeLessThan(SOON);
  });

  test('is told what does not work in full', async () => {
    const schema = { type: 'string', minLength: 300_000_000, pattern: '^.*x.*(?<!y)z$' };
    const contract = await loadContract(await write('openapi.json', JSON.stringify(describeAnswer(schema))), {
      trusted: false,
    });
    const messages = contract.findings.map(({ message }) => message);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"minLength" is 300000000, but generated values have 100000 at most'),
        expect.stringContaining('can be run in bounded time on short texts only: texts of more than 1000 characters'),
      ]),
    );
  });

  const aliases = Array.from(
    { length: 40 },
    (_, index) => `  b${String(index + 1)}: &b${String(index + 1)} { x: *b${String(index)}, y: *b${String(index)} }`,
  );
  const head = `openapi: 3.1.0\ninfo: { title: Bomb, version: '1' }\npaths: {}\n`;

  test.each([
    ['aliases of aliases', `${head}x-bomb:\n  b0: &b0 { a: 1 }\n${aliases.join('\n')}\n`, 'more than 5000000 values'],
    ['an alias of itself', `${head}x-bomb: &b0 [*b0]\n`, 'alias'],
    ['nesting', `{"openapi":"3.1.0","paths":{},"x":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'nest'],
  ])('does not hold up the start: %s', async (what, text, message) => {
    const file = await write(what === 'nesting' ? 'openapi.json' : 'openapi.yaml', text);
    const began = process.cpuUsage();
    await expect(loadContract(file, { trusted: false })).rejects.toThrow(message);
    expect(process.cpuUsage(began).user).toBeLessThan(SOON);
  });
});

describe('a form or a query of a stranger', () => {
  const NAMES = Array.from({ length: 300 }, (_, index) => `f${String(index)}`);
  const list = { type: 'array', items: { type: 'string' } };
  const FORM = {
    schema: { type: 'object', properties: { ...Object.fromEntries(NAMES.map((name) => [name, list])), t: list } },
    encoding: Object.fromEntries(NAMES.map((name) => [name, { style: 'form', explode: false }])),
  };
  const deep = NAMES.map((name) => ({
    name,
    in: 'query',
    style: 'deepObject',
    schema: { type: 'object' },
  }));

  // In quadratic time, the first takes longer than a test may, and the second half a minute.
  test.each([
    ['items in brackets', 't[]=a&'.repeat(160_000), ''],
    [
      'many names, each a list in one text',
      `${NAMES.map((name) => `${name}=a`).join('&')}${'&a=1'.repeat(240_000)}`,
      '',
    ],
    ['members of a deep object', 't=a', `?${'f0[a]=1&'.repeat(1500)}`],
  ])('is read in linear time: %s', async (_what, body, path) => {
    const served = await serveOperations([
      {
        parameter: deep.map((each) => JSON.stringify(each)).join(','),
        requestContent: JSON.stringify({ 'application/x-www-form-urlencoded': FORM }),
      },
    ]);
    closing(served.stop);
    const { status } = await served.send(0, {
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(status).toBe(204);
  });
});
