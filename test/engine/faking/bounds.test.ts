import { expect, test } from '@jest/globals';
import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';
import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import { createFaker } from '../../../src/engine/faking/create-faker.ts';
import type { Compile } from '../../../src/engine/validation/ajv.ts';
import { TODAY } from '../../support/create-draw.ts';
import { POINTER, documentOf } from '../../support/draw-bodies.ts';
import { runs } from '../../support/long-form.ts';
import { createTestClock } from '../../support/test-clock.ts';

/** What a body goes on with after it has enough: the required members of what was begun. */
const MOST_VALUES = 4000;

const SIZE = 100;

const ref = (index: number) => ({ $ref: `#/components/schemas/S${String(index % SIZE)}` });

/** A hundred schemas, each of which leads to all the others, in the way that `member` says. */
const mutual = (member: (index: number) => unknown): SchemaObject => {
  const others: SchemaObject = {};
  for (let each = 0; each < SIZE; each++) {
    const properties: SchemaObject = { name: { type: 'string' } };
    for (let next = 1; next < SIZE; next++) properties[`p${String(next)}`] = member(each + next);
    others[`S${String(each)}`] = { type: 'object', properties };
  }
  return documentOf(ref(0), others);
};

/** The first body that is drawn: validators have no say, and need not be compiled for ten thousand references. */
const drawBody = (document: SchemaObject, seed: string): Promise<unknown> => {
  const compileAt = (() => () => true) as unknown as Compile;
  const fake = createFaker({
    document,
    compileAt,
    generators: commonGenerators,
    clock: createTestClock(TODAY),
    nextTurn: queueMicrotask,
  });
  return fake({ pointer: POINTER, schema: undefined }, seed);
};

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((count: number, member) => count + countValues(member), 1)
    : 1;

test.each([
  ['members', mutual(ref)],
  ['lists', mutual((index) => ({ type: 'array', items: ref(index) }))],
  ['lists that are filled', mutual((index) => ({ type: 'array', items: ref(index), maxItems: 50 }))],
  ['maps', mutual((index) => ({ type: 'object', additionalProperties: ref(index), minProperties: 1 }))],
  ['choices', mutual((index) => ({ anyOf: [ref(index), ref(index + 7), { type: 'null' }] }))],
  ['exclusive choices', mutual((index) => ({ oneOf: [ref(index), { type: 'string' }, ref(index + 3)] }))],
])('a body of a hundred schemas that all lead to each other is bounded: %s', async (_kind, document) => {
  for (let seed = 1; seed <= runs({ short: 1, long: 2 }); seed++) {
    const value = await drawBody(document, String(seed));
    expect(value).toBeInstanceOf(Object);
    expect(countValues(value)).toBeLessThan(MOST_VALUES);
  }
});

test('lists that have to be long in lists that have to be long are given up', async () => {
  const longList = (items: unknown) => ({ type: 'array', minItems: 1000, items });
  const document = documentOf(longList(longList(longList({ type: 'integer' }))));
  expect(await drawBody(document, '1')).toBeUndefined();
});

test('attempts to draw a body take turns', async () => {
  let turns = 0;
  const fake = createFaker({
    document: documentOf({ type: 'string' }),
    compileAt: (() => () => false) as unknown as Compile,
    generators: commonGenerators,
    clock: createTestClock(TODAY),
    nextTurn: (task) => {
      turns++;
      task();
    },
  });
  expect(await fake({ pointer: POINTER, schema: undefined }, '1')).toBeUndefined();
  expect(turns).toBe(13);
});

test('what has to be there is there, however much was drawn before', async () => {
  const needed = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, by: ref(0) } };
  const document = documentOf(
    {
      type: 'object',
      required: ['last'],
      properties: { first: ref(0), last: { type: 'array', minItems: 2, items: needed } },
    },
    { S0: { type: 'array', minItems: 5000, items: { type: 'integer' } } },
  );
  expect(await drawBody(document, '1')).toMatchObject({
    last: [{ id: expect.any(Number) }, { id: expect.any(Number) }],
  });
});
