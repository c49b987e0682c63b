import { expect, test } from '@jest/globals';
import { isSameJson } from '../../src/kernel/canonical-json.ts';

test.each<[string, unknown, unknown, boolean]>([
  ['whatever the order of their members', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
  ['by the value of numbers of 64 bits', { a: 5n }, { a: 5 }, true],
  ['but not in another order of items', [1, 2], [2, 1], false],
  ['but not with another type', { a: 1 }, { a: '1' }, false],
  ['but not with a member more', { a: 1 }, { a: 1, b: 2 }, false],
  ['nor with another member', { a: 1 }, { b: 1 }, false],
  ['nor a list with an object', [], {}, false],
  ['nor null with an object', null, {}, false],
  ['with a member without a value as null', { a: undefined }, { a: null }, true],
  ['but not with one that is left out', { a: undefined }, {}, false],
])('two values are the same as JSON: %s', (_, one, other, same) => {
  expect(isSameJson(one, other)).toBe(same);
});
