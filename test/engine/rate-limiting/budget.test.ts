import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BURST } from '../../../src/vat/policy/limits.ts';
import { type Budget, WINDOW, burstOf, currentBudget, takeFrom } from '../../../src/engine/rate-limiting/budget.ts';

const admitted = (limit: number, requests: number, now = 0): number => {
  let budget: Budget = currentBudget(undefined, now);
  let count = 0;
  for (let i = 0; i < requests; i++) {
    const taken = takeFrom(budget, limit, burstOf(limit, BURST));
    if (taken === undefined) continue;
    budget = taken;
    count++;
  }
  return count;
};

test.each([
  ['STANDARD read', 300, 350],
  ['STANDARD write', 60, 70],
  ['STANDARD webhook management', 10, 11],
  ['HIGH_VOLUME read', 1000, 1166],
  ['HIGH_VOLUME write', 200, 233],
  ['HIGH_VOLUME webhook management', 30, 35],
])('%s: %d a minute and the burst admit %d', (_name, limit, expected) => {
  expect(admitted(limit, 3 * limit)).toBe(expected);
});

test('a budget never admits more than limit and burst in one window, and is whole again in the next', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(1500), fc.nat(10_000_000), (limit, requests, now) => {
      expect(admitted(limit, requests, now)).toBe(Math.min(requests, limit + burstOf(limit, BURST)));
      const { windowStart } = currentBudget(undefined, now);
      expect(currentBudget({ windowStart, used: 5, before: 0 }, windowStart + WINDOW - 1).used).toBe(5);
      expect(currentBudget({ windowStart, used: 5, before: 0 }, windowStart + WINDOW).used).toBe(0);
    }),
  );
});
