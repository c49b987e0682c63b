import { expect, test } from '@jest/globals';
import { unknownKeyIn } from '../../../src/engine/validation/unknown-members.ts';
import { loadScenarioSchema } from '../../support/scenario-schema.ts';

test.each([
  [[], undefined],
  [['externalOrderId'], undefined],
  [['vins', '0', 'vin'], undefined],
  [['totalAmount', 'value'], undefined],
  [['vin'], 'vin'],
  [['vins', 'first'], 'first'],
  [['vins', '0', 'vni'], 'vni'],
  [['externalOrderId', 'x'], 'x'],
])('a body of createOrder, %j, has the unknown key %j', async (keys, unknown) => {
  const { contract, operation } = await loadScenarioSchema();
  const content = operation('createOrder')?.requestBody?.contents[0];
  expect(unknownKeyIn(contract.document, content?.schema?.schema, keys)?.key).toBe(unknown);
});

const A = { properties: { a: {} } };
const B = { properties: { b: { properties: { c: {} } } } };
const LIST = { items: A };
const document = {
  node: { properties: { next: { $ref: '#/node' } } },
  itself: { anyOf: [{ $ref: '#/itself' }] },
  extra: { properties: { d: {} } },
};

test.each([
  ['a schema in circles', { $ref: '#/node' }, ['next', 'next', 'next']],
  ['a free-form object', { type: 'object' }, ['x', 'y']],
  ['what allows everything', true, ['x']],
  ['what allows other members', { ...A, additionalProperties: true }, ['x']],
  ['what one of its parts allows', { allOf: [A, { additionalProperties: {} }] }, ['x']],
  ...['allOf', 'anyOf', 'oneOf'].map(
    (keyword) => [`each part of ${keyword}`, { [keyword]: [A, B] }, ['b', 'c']] as const,
  ),
  ...['then', 'else'].map((keyword) => [keyword, { $ref: '#/extra', ...A, [keyword]: B }, ['b']] as const),
  ['references', { $ref: '#/extra', ...A }, ['d']],
  ...['0', '7', '10'].map((place) => [`place ${place} of a list`, LIST, [place, 'a']] as const),
  ...['description', 'title', 'default', 'examples'].map(
    (words) => [`no more than a ${words}`, { [words]: 'x' }, ['x']] as const,
  ),
])('%s may have it', (_schema, schema, keys) => {
  expect(unknownKeyIn(document, schema, keys)).toBeUndefined();
});

test.each([
  ['a schema in circles', { $ref: '#/node' }, ['next', 'other'], ['next']],
  ['a schema that consists of itself', { $ref: '#/itself' }, ['x'], []],
  ...['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, { [keyword]: [A, B] }, ['d'], ['a', 'b']] as const),
  ...['then', 'else'].map(
    (keyword) => [keyword, { $ref: '#/extra', ...A, [keyword]: B }, ['x'], ['a', 'd', 'b']] as const,
  ),
  ['a closed object', { ...A, additionalProperties: false }, ['x'], ['a']],
  ['an empty object', { additionalProperties: false }, ['x'], []],
  ['an object with members by one of its parts', { allOf: [A, { type: 'object' }] }, ['x'], ['a']],
  ...['01', '-', 'a', '1x'].map((place) => [`a list at ${place}`, LIST, [place], ['0']] as const),
  ['a text', { type: 'string' }, ['x'], []],
  ['a number', { minimum: 1 }, ['x'], []],
  ['what also has words for people', { description: 'x', minimum: 1 }, ['x'], []],
  ['what an object inherits', A, ['toString'], ['a']],
])('%s does not have it', (_schema, schema, keys, known) => {
  expect(unknownKeyIn(document, schema, keys)).toEqual({ key: keys.at(-1), known });
});
