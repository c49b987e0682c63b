import { beforeAll, describe, expect, test } from '@jest/globals';
import { followInSchema } from '../../../src/engine/validation/unknown-members.ts';
import type { ScenarioSchema } from '../../../src/engine/scenarios/scenario-schema.ts';
import { loadScenarioSchema } from '../../support/scenario-schema.ts';

let scenarioSchema: ScenarioSchema;
beforeAll(async () => {
  scenarioSchema = await loadScenarioSchema();
});

const followBody = (operation: string, ...keys: string[]) => {
  const content = scenarioSchema.operation(operation)?.requestBody?.contents[0];
  return followInSchema(scenarioSchema.contract.document, content?.schema?.schema, keys);
};

describe('the body of createOrder', () => {
  test.each([[[]], [['externalOrderId']], [['vins', '0', 'vin']], [['totalAmount', 'value']]])('has %j', (keys) => {
    expect(followBody('createOrder', ...keys)).toEqual({ kind: 'there' });
  });

  test.each([[['vin']], [['vins', 'first']], [['vins', '0', 'vni']], [['externalOrderId', 'x']]])(
    'has no %j',
    (keys) => {
      expect(followBody('createOrder', ...keys)).toMatchObject({ kind: 'unknown' });
    },
  );
});

test('a schema in circles ends', () => {
  const document = { node: { properties: { next: { $ref: '#/node' } } } };
  expect(followInSchema(document, { $ref: '#/node' }, ['next', 'next', 'next'])).toEqual({ kind: 'there' });
  expect(followInSchema(document, { $ref: '#/node' }, ['next', 'other'])).toMatchObject({
    key: 'other',
    known: ['next'],
  });
});

test('free-form objects may have anything', () => {
  expect(followInSchema({}, { type: 'object' }, ['x', 'y'])).toEqual({ kind: 'there' });
  expect(followInSchema({}, true, ['x'])).toEqual({ kind: 'there' });
  expect(followInSchema({}, { properties: { a: {} }, additionalProperties: true }, ['x'])).toEqual({ kind: 'there' });
});

describe('a schema of several parts', () => {
  const document = { extra: { properties: { d: {} } } };
  const followIn = (schema: object, ...keys: string[]) => followInSchema(document, schema, keys);

  test.each(['allOf', 'anyOf', 'oneOf'])('has the members of each part of %s', (keyword) => {
    const schema = { [keyword]: [{ properties: { a: {} } }, { properties: { b: { properties: { c: {} } } } }] };
    expect(followIn(schema, 'a')).toEqual({ kind: 'there' });
    expect(followIn(schema, 'b', 'c')).toEqual({ kind: 'there' });
    expect(followIn(schema, 'd')).toEqual({ kind: 'unknown', key: 'd', known: ['a', 'b'] });
  });

  test.each(['then', 'else'])('has the members of %s, and those of references', (keyword) => {
    const schema = { $ref: '#/extra', properties: { a: {} }, [keyword]: { properties: { b: {} } } };
    for (const key of ['a', 'b', 'd']) expect(followIn(schema, key)).toEqual({ kind: 'there' });
    expect(followIn(schema, 'x')).toEqual({ kind: 'unknown', key: 'x', known: ['a', 'd', 'b'] });
  });

  test('has the members that one of its parts allows', () => {
    expect(followIn({ allOf: [{ properties: { a: {} } }, { additionalProperties: {} }] }, 'x')).toEqual({
      kind: 'there',
    });
    expect(followIn({ properties: { a: {} }, additionalProperties: false }, 'x')).toMatchObject({ kind: 'unknown' });
    expect(followIn({ additionalProperties: false }, 'x')).toEqual({ kind: 'unknown', key: 'x', known: [] });
    expect(followIn({ allOf: [{ properties: { a: {} } }, { type: 'object' }] }, 'x')).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('a list', () => {
  const schema = { items: { properties: { a: {} } } };
  test('has elements by their numbers, written as JSON Pointer writes them', () => {
    for (const place of ['0', '7', '10']) expect(followInSchema({}, schema, [place, 'a'])).toEqual({ kind: 'there' });
    for (const place of ['01', '-', 'a', '1x'])
      expect(followInSchema({}, schema, [place])).toEqual({ kind: 'unknown', key: place, known: ['0'] });
  });
});

test('a value that is no object has nothing in it', () => {
  expect(followInSchema({}, { type: 'string' }, ['x'])).toMatchObject({ kind: 'unknown' });
  expect(followInSchema({}, { minimum: 1 }, ['x'])).toMatchObject({ kind: 'unknown' });
});

test('a schema that only has words for people may have anything', () => {
  for (const words of ['description', 'title', 'default', 'examples'])
    expect(followInSchema({}, { [words]: 'x' }, ['x'])).toEqual({ kind: 'there' });
});

test('what an object inherits is no member', () => {
  expect(followInSchema({}, { properties: { a: {} } }, ['toString'])).toMatchObject({ kind: 'unknown' });
});

test('of several words one that says something is enough', () => {
  expect(followInSchema({}, { description: 'x', minimum: 1 }, ['x'])).toMatchObject({ kind: 'unknown' });
});

test('a schema that consists of itself ends', () => {
  const document = { node: { anyOf: [{ $ref: '#/node' }] } };
  expect(followInSchema(document, { $ref: '#/node' }, ['x'])).toMatchObject({ kind: 'unknown' });
});
