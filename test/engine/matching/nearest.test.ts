import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkName, editDistance, nearestNames, suggest } from '../../../src/engine/matching/nearest.ts';

const KNOWN = ['createOrder', 'getOrder', 'cancelOrder', 'updateBuyer', 'listWebhooks'];

test.each([
  ['createOrdr', ['createOrder']],
  ['createorder', ['createOrder']],
  ['ceratedOrder', ['createOrder']],
  ['patchBuyer', ['updateBuyer']],
  ['somethingElse', []],
])('%s', (name, near) => {
  expect(nearestNames(name, KNOWN)).toEqual(near);
});

test('one letter less, more or other is always found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KNOWN), fc.nat(), fc.constantFrom('', 'x', 'xq'), (name, place, letter) => {
      const at = place % name.length;
      expect(nearestNames(name.slice(0, at) + letter + name.slice(at + 1), KNOWN)).toContain(name);
    }),
  );
});

test('where nothing is near, what there is is listed', () => {
  expect(suggest('zzz', ['a', 'b'])).toBe('there are a, b');
  expect(suggest('zzz', [])).toBe('there are none');
  expect(
    suggest(
      'zzz',
      Array.from({ length: 15 }, (_, index) => `n${String(index)}`),
    ),
  ).toMatch(/n11 and 3 more$/);
  expect(suggest('postAllOrders', ['getTax', 'listTaxes', 'createOrder', 'cancelOrder'])).toBe(
    'there are createOrder, cancelOrder, getTax, listTaxes',
  );
  const said: string[] = [];
  const known = Array.from({ length: 101 }, (_, index) => `n${String(index)}`);
  checkName('there is no', 'something else', known, (message) => said.push(message));
  expect(said[0]).toMatch(/^there is no "something else": there are n\d.* n99 and 1 more$/);
});

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['abc', 'abc', 0],
  ['abc', 'ac', 1],
  ['abc', 'abxc', 1],
  ['abc', 'axc', 1],
  ['abc', 'bac', 1],
  ['abc', 'acb', 1],
  ['abcd', 'badc', 2],
  ['abc', 'cba', 2],
  ['kitten', 'sitting', 3],
])('from %p to %p it is %d', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

test('a distance is the same both ways, and never longer than a way round', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(editDistance(b, a)).toBe(distance);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test('of long names a third may differ, of short ones two letters, and only the beginning is looked at', () => {
  expect(nearestNames('abcd', ['xycd'])).toEqual(['xycd']);
  expect(nearestNames('abcde', ['xyzde'])).toEqual([]);
  expect(nearestNames('abcdefghi', ['xyzdefghi'])).toEqual(['xyzdefghi']);
  expect(nearestNames('abcdefghijk', ['wxyzefghijk'])).toEqual([]);
  const long = 'a'.repeat(64);
  expect(nearestNames(`${long}${'b'.repeat(99)}`, [`${long}${'c'.repeat(99)}`])).toHaveLength(1);
  expect(nearestNames('ab', ['xy', 'ac'])).toEqual(['ac']);
});

test('with a word in common the one with the most such words comes first, then the nearest; three at the most', () => {
  const known = ['orderHistoryOfAll', 'historyOfLines', 'lineOrderHistory', 'getTax', 'orderTax'];
  expect(nearestNames('orderHistoryThatIsLong', known)).toEqual([
    'orderHistoryOfAll',
    'lineOrderHistory',
    'historyOfLines',
  ]);
  expect(nearestNames('getEverything', ['getTaxes'])).toEqual([]);
  expect(nearestNames('ab', ['ac', 'ad', 'ae', 'af'])).toEqual(['ac', 'ad', 'ae']);
  expect(nearestNames('order_things', ['sampleOrder'])).toEqual(['sampleOrder']);
  const history = ['historyOfEverythingElse', 'historyOfAll', 'historyOfLines'];
  expect(nearestNames('historyThatIsAnother', history).at(-1)).toBe('historyOfEverythingElse');
});

test('what may be meant is asked', () => {
  expect(suggest('ab', ['ac'])).toBe('did you mean "ac"?');
  expect(suggest('ab', ['ac', 'ad'])).toBe('did you mean "ac" or "ad"?');
  const twelve = Array.from({ length: 12 }, (_, index) => `n${String(index)}`);
  expect(suggest('zzz', twelve)).toMatch(/^there are n0, .*, n11$/);
});
