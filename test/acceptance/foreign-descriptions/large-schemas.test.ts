import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas.ts';

/** Too large to be compiled in one go. */
const large = {
  type: 'object',
  additionalProperties: false,
  required: ['n'],
  properties: Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [index === 0 ? 'n' : `m${String(index)}`, { type: 'integer' }]),
  ),
};
const large2 = { ...large, required: ['m1', 'kind'], properties: { ...large.properties, kind: { enum: ['two'] } } };

/** Members whose places have to be escaped in a pointer. */
const NAMES = ['plain', 'a b', 'a/b', 'a~b', 'ä', '100%', '%25', '#', '?', '', '[0]', 'constructor', 'properties'];

const SCHEMAS = {
  items: { type: 'array', items: large, contains: { ...large, required: ['m2'] } },
  prefixItems: { type: 'array', prefixItems: [large, large2] },
  anyOf: { anyOf: [large, large2, { type: 'string' }] },
  oneOf: { oneOf: [large, large2, { ...large, required: ['n', 'm1'] }] },
  allOf: {
    allOf: [
      { ...large, additionalProperties: true },
      { ...large2, additionalProperties: true },
    ],
  },
  not: { type: 'object', not: large },
  if: { if: large, then: { ...large, required: ['m1'] }, else: { ...large2, required: ['m1'] } },
  patternProperties: { type: 'object', patternProperties: { '^a/%': large }, additionalProperties: large2 },
  unevaluated: {
    ...{ type: 'object', unevaluatedProperties: false },
    allOf: [{ ...large, additionalProperties: undefined }, { properties: { own: large } }],
  },
} as const;

const ofNames = { type: 'object', properties: Object.fromEntries(NAMES.map((name) => [name, large])) };

const fine = { n: 1, m9: 9 };
const VALUES = [
  ...[{}, fine, { n: 'one' }, { n: 1, x: 1 }, { m1: 1, kind: 'two' }, { n: 1, m1: 1 }, { own: fine }],
  ...[[fine], [fine, fine], [{ m1: 1 }], [fine, { n: 1, m2: 2 }], [fine, { m1: 1, kind: 'two' }], []],
  ...[
    { n: 1, own: fine },
    { n: 1, own: { n: 'one' } },
    { n: 1, m1: 1, kind: 'two' },
    { n: 1, m1: 1, kind: 'one' },
  ],
  ...[{ 'a/%': fine }, { 'a/%': { x: 1 } }, { other: { m1: 1, kind: 'two' } }, { other: fine }],
];

let served: ServedSchemas;
beforeAll(async () => {
  served = await serveSchemas([ofNames, ...Object.values(SCHEMAS)], { openapi: '3.1.1' });
});
afterAll(() => served.stop());

const numberOf = (name: string): number => Object.keys(SCHEMAS).indexOf(name) + 1;

test.each(NAMES)('the part of a large schema for the member "%s" counts', async (name) => {
  expect(await served.post(0, { [name]: fine })).toBe('taken');
  expect(await served.post(0, { [name]: { m1: 'one' } })).toHaveLength(2);
});

test.each(Object.entries(SCHEMAS))('a large schema accepts what it would in one piece: %s', async (name, schema) => {
  const taken: unknown[] = [];
  for (const value of VALUES) if ((await served.post(numberOf(name), value)) === 'taken') taken.push(value);
  expect(taken).toEqual(VALUES.filter((value) => served.fits(schema, value)));
  expect(taken).not.toEqual([]);
});

test('what is generated for large schemas fits them', async () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const { status, body } = await served.get(numberOf(name), 'dynamic=true');
    expect({ name, status, fits: served.fits(schema, body) }).toEqual({ name, status: 200, fits: true });
  }
});
