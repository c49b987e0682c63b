import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRateLimiter } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { callerOf } from './caller-of.ts';

const MINUTE = 60_000;
const START = TEST_NOW - (TEST_NOW % MINUTE);

const allowing = (limit: number, burst: number): Parameters<typeof createRateLimiter>[0] =>
  new Map([['STANDARD', new Map(['read', 'write'].map((category) => [category, { limit, burst }]))]]);

const start = (limit: number, burst: number) => {
  const limiter = createRateLimiter(allowing(limit, burst));
  const caller = callerOf('STANDARD');
  return {
    ...limiter,
    caller,
    /** How many of so many requests were let through. */
    admitted: (times: number, now: number, category = 'read'): number =>
      Array.from({ length: times }, () => limiter.take(caller, category, now)).filter((reading) => reading?.allowed)
        .length,
  };
};

test('a request of the previous minute that is counted late counts in the current one', () => {
  const { admitted, take, read, caller } = start(3, 0);
  expect(admitted(2, START + MINUTE)).toBe(2);
  expect(take(caller, 'read', START + MINUTE - 1)).toMatchObject({ allowed: true, remaining: 0 });
  expect(take(caller, 'read', START + MINUTE - 1)).toMatchObject({ allowed: false });
  expect(read(caller, 'read', START + MINUTE)).toMatchObject({ remaining: 0 });
});

test('a budget never admits more than limit and burst in one window, and is whole again in the next', () => {
  fc.assert(
    fc.property(
      ...[fc.integer({ min: 1, max: 500 }), fc.nat(80), fc.nat(1500), fc.nat(10_000_000)],
      (limit, burst, requests, now) => {
        const { admitted } = start(limit, burst);
        const end = now - (now % MINUTE) + MINUTE;
        expect(admitted(requests, now)).toBe(Math.min(requests, limit + burst));
        expect(admitted(1, end - 1)).toBe(requests < limit + burst ? 1 : 0);
        expect(admitted(limit + burst + 1, end)).toBe(limit + burst);
      },
    ),
    { numRuns: 50 },
  );
});
