import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nearestNames, suggest } from '../../../src/engine/scenarios/nearest.ts';

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
});
