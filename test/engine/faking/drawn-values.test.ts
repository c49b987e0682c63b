import { expect, test } from '@jest/globals';
import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';
import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import { createFaker } from '../../../src/engine/faking/create-faker.ts';
import type { Compile } from '../../../src/engine/validation/ajv.ts';
import { TODAY } from '../../support/create-draw.ts';
import { POINTER, documentOf } from '../../support/draw-bodies.ts';
import { createTestClock } from '../../support/test-clock.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- Each test knows the shape that it asked for.
type Drawn = any;

/** Values of a schema as they are drawn first: no validator has a say. */
const draw = (schema: unknown, others: SchemaObject = {}, count = 400): Promise<Drawn[]> => {
  const fake = createFaker({
    document: documentOf(schema, others),
    compileAt: (() => () => true) as unknown as Compile,
    generators: commonGenerators,
    clock: createTestClock(TODAY),
    nextTurn: queueMicrotask,
  });
  const place = { pointer: POINTER, schema: undefined };
  return Promise.all(Array.from({ length: count }, (_, seed) => fake(place, String(seed))));
};

const distinct = (values: readonly unknown[]): string[] =>
  [...new Set(values.map((value) => JSON.stringify(value)))].sort();

/** How many of a hundred. */
const share = (values: readonly unknown[], holds: (value: Drawn) => boolean): number =>
  (100 * values.filter(holds).length) / values.length;

const object = (properties: SchemaObject, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const closed = { ...object({ a: { const: 1 } }, ['a']), additionalProperties: false };
const branch = object({ a: { const: 1 }, more: object({ b: { const: 2 } }) }, ['more']);
const prefixItems = [{ const: 'a' }, { const: 'b' }];

test.each<[string, unknown, unknown[]]>([
  ['a required member', object({ a: { const: 1 }, b: { const: 2 } }, ['a']), [{ a: 1, b: 2 }, { a: 1 }]],
  ['a member not described', { required: ['a'], additionalProperties: { const: 3 } }, [{ a: 3 }]],
  ['a member of a pattern', { required: ['a'], patternProperties: { a: { const: 4 } } }, [{ a: 4 }]],
  ['a member that cannot be', object({ a: false, b: { const: 1 } }, ['b']), [{ b: 1 }]],
  [
    'a member that keeps to a pattern too',
    { ...object({ ab: { minimum: 5 } }, ['ab']), patternProperties: { '^a': { enum: [1, 5, 9] } } },
    [{ ab: 5 }, { ab: 9 }],
  ],
  [
    'dependents, and those of theirs',
    {
      ...object({ a: { const: 1 }, b: { const: 2 }, c: { const: 3 } }),
      dependentRequired: { a: ['b'], b: ['c'] },
    },
    [{ a: 1, b: 2, c: 3 }, { b: 2, c: 3 }, { c: 3 }, {}],
  ],
  [
    'parts that are faulty',
    object({ a: { const: 1 }, b: { $dynamicRef: '#b' }, c: ref('Missing') }, ['a']),
    [{ a: 1 }],
  ],
  ['items', { type: 'array', items: { const: 1 }, maxItems: 50 }, [[], [1], [1, 1], [1, 1, 1]]],
  [
    'items, some',
    { type: 'array', items: { const: 1 }, minItems: 2 },
    [
      [1, 1],
      [1, 1, 1],
    ],
  ],
  ['items, few', { type: 'array', items: { const: 1 }, maxItems: 1 }, [[], [1]]],
  ['items, many', { type: 'array', items: { const: 1 }, minItems: 5, maxItems: 50 }, [[1, 1, 1, 1, 1]]],
  ['items of which nothing is known', { type: 'array' }, [[]]],
  ['a tuple', { prefixItems, items: false }, [['a', 'b']]],
  [
    'a tuple and more',
    { prefixItems, items: { const: 1 } },
    [
      ['a', 'b'],
      ['a', 'b', 1],
    ],
  ],
  ['a tuple cut off', { prefixItems, maxItems: 1 }, [['a']]],
  ['items that differ', { type: 'array', items: { const: 1 }, uniqueItems: true }, [[], [1]]],
  ['a constant', { const: { a: [1] } }, [{ a: [1] }]],
  ['a list', { enum: ['a', 1, null] }, ['a', 1, null]],
  ['a list of one type', { type: 'string', enum: ['a', 1] }, ['a']],
  ['a list and a constant', { enum: ['a', 'b'], const: 'b' }, ['b']],
  ['a list within bounds', { enum: [1, 2, 3, 4], minimum: 2, exclusiveMaximum: 4 }, [2, 3]],
  ['a list with a pattern', { enum: ['a', 'b'], pattern: 'b' }, ['b']],
  ['examples', { type: 'string', examples: ['x', 'y'] }, ['x', 'y']],
  ['examples that fit', { type: 'string', examples: ['x', 'long'], maxLength: 1 }, ['x']],
  ['a pattern where no example fits', { type: 'string', examples: ['x'], pattern: '^y$' }, ['y']],
  ['branches of a pattern', { type: 'string', pattern: '^(a|bb|c{1,2})$' }, ['a', 'bb', 'c', 'cc']],
  ['booleans', { type: 'boolean' }, [false, true]],
  ['null', { type: 'null' }, [null]],
  ['types', { type: ['boolean', 'null'] }, [false, null, true]],
  ['whole numbers', { type: 'integer', minimum: 0.5, maximum: 3 }, [1, 2, 3]],
  ['open bounds', { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 }, [2, 3]],
  ['multiples', { multipleOf: 0.25, minimum: 0, maximum: 1 }, [0, 0.25, 0.5, 0.75, 1]],
  ['multiples below zero', { multipleOf: 0.3, exclusiveMinimum: -1, maximum: 0 }, [-0.9, -0.6, -0.3, 0]],
  ['a generator of a text or null', { type: ['string', 'null'], 'x-fake': 'currency' }, ['USD', null]],
  ['a generator within bounds', { type: 'integer', 'x-fake': 'version', minimum: 8 }, [8, 9]],
  [
    'all parts of allOf',
    {
      allOf: [object({ a: { enum: [1, 2, 3] } }, ['a']), object({ a: { minimum: 2 }, b: { const: 1 } }, ['b'])],
      properties: { a: { maximum: 2 } },
    },
    [{ a: 2, b: 1 }],
  ],
  ['a part of allOf that is closed', { allOf: [closed, object({ b: { const: 1 } })] }, [{ a: 1 }]],
  ['oneOf, where nothing is added that is not required', { oneOf: [branch] }, [{ more: {} }]],
  ['keywords beside a reference', { ...ref('Other'), maximum: 4 }, [3, 4]],
])('values come of %s', async (_name, schema, values) => {
  const others = { Other: { type: 'integer', minimum: 3, maximum: 9 } };
  expect(distinct(await draw(schema, others))).toEqual(distinct(values));
});

const BRANCHES = {
  ...object({ id: { const: 0 } }, ['id']),
  anyOf: [object({ a: { const: 1 } }, ['a']), object({ b: { const: 2 } }, ['b'])],
};

test.each<[string, unknown, (value: Drawn) => boolean, number]>([
  ['optional members', object({ b: { const: 2 } }), ({ b }) => b === 2, 80],
  ['types', { type: ['string', 'null'] }, (value) => value === null, 50],
  ['branches, with what stands beside them', BRANCHES, ({ id, a }) => id === 0 && a === 1, 50],
])('%s come as often as they should', async (_name, schema, holds, percent) => {
  const found = share(await draw(schema), holds);
  expect(Math.abs(found - percent)).toBeLessThan(8);
});

test('texts of which nothing is known are letters', async () => {
  for (const value of await draw({ type: 'string', minLength: 2, maxLength: 4 }))
    expect(value).toMatch(/^[A-Za-z\d]{2,4}$/);
  const lengths = (await draw({ type: 'string' })).map((value) => Number(value.length));
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([0, 10]);
});

test('a schema that says nothing has values of all types', async () => {
  const kinds = (await draw({})).map((value) =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value,
  );
  expect([...new Set(kinds)].sort()).toEqual(['array', 'boolean', 'null', 'number', 'object', 'string']);
});

test('a name is a hint where its values are long enough, and short enough', async () => {
  const text = { type: 'string' };
  const schema = object({ email: text, phone: { ...text, maxLength: 3 } }, ['email', 'phone']);
  for (const { email, phone } of await draw(schema)) {
    expect(email).toMatch(/@example\./);
    expect(phone).toMatch(/^[A-Za-z\d]{0,3}$/);
  }
});

test('a schema that contains itself is followed some levels, and then ends as soon as it can', async () => {
  const depth = (value: Drawn): number => (value?.next instanceof Object ? 1 + depth(value.next) : 0);
  const depths = async (schema: unknown): Promise<number> => Math.max(...(await draw(schema)).map(depth));
  expect(await depths(object({ next: ref('Tested') }))).toBe(5);
  expect(await depths(object({ next: { anyOf: [ref('Tested'), { type: 'null' }] } }, ['next']))).toBe(5);
});

test('what multiplies without end is drawn of some combinations', async () => {
  const branches = Array.from({ length: 30 }, (_, index) => ({
    properties: { [`p${String(index)}`]: { type: 'integer' } },
  }));
  const schema = { type: 'object', allOf: Array.from({ length: 4 }, () => ({ anyOf: branches })) };
  for (const value of await draw(schema, {}, 3)) expect(value).toBeInstanceOf(Object);
});

test('lists in lists beyond reason do not multiply', async () => {
  const lists = (depth: number): object => (depth === 0 ? { const: 1 } : { type: 'array', items: lists(depth - 1) });
  const [value] = await draw(lists(150), {}, 1);
  expect(value).toBeInstanceOf(Array);
});
