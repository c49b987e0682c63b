import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRateLimiter, toAllowances } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import { BURST } from '../../../src/vat/policy/limits.ts';
import { callerOf } from './caller-of.ts';

const MINUTE = 60_000;

/** Sends so many requests at an instant; the number of those that one budget admits. */
const start = (limit: number) => {
  const tiers = new Map([['STANDARD', new Map([['write', limit]])]]);
  const limiter = createRateLimiter(toAllowances({ tiers, ceilings: new Map(), rules: [] }, BURST));
  return (requests: number, now = 0): number => {
    let admitted = 0;
    for (let n = 0; n < requests; n++)
      if (limiter.take(callerOf('STANDARD'), 'write', now)?.allowed === true) admitted++;
    return admitted;
  };
};

test.each([
  ['STANDARD read', 300, 350],
  ['STANDARD write', 60, 70],
  ['STANDARD webhook management', 10, 11],
  ['HIGH_VOLUME read', 1000, 1166],
  ['HIGH_VOLUME write', 200, 233],
  ['HIGH_VOLUME webhook management', 30, 35],
])('%s: %d a minute and the burst admit %d', (_name, limit, expected) => {
  expect(start(limit)(3 * limit)).toBe(expected);
});

test('a budget never admits more than limit and burst in one window, and is whole again in the next', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(1500), fc.nat(10_000_000), (limit, requests, now) => {
      const admit = start(limit);
      const most = limit + Math.floor((limit * (BURST.factor - 1) * BURST.duration) / MINUTE);
      const beginning = now - (now % MINUTE);
      expect(admit(requests, now)).toBe(Math.min(requests, most));
      expect(admit(1, beginning + MINUTE - 1)).toBe(requests < most ? 1 : 0);
      expect(admit(most + 1, beginning + MINUTE)).toBe(most);
    }),
    { numRuns: 50 },
  );
});
