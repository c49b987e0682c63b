import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Assumed } from '../../../src/engine/assumptions/register.ts';
import type { Caller } from '../../../src/engine/ports/ports.ts';
import { createRateLimiter } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { assuming } from '../assuming.ts';
import { callerOf } from './caller-of.ts';

const MINUTE = 60_000;
const START = TEST_NOW - (TEST_NOW % MINUTE);

const SLIDING = assuming('rate-limit-window=sliding');

const allowing = (limit: number, burst: number): Parameters<typeof createRateLimiter>[0] =>
  new Map([['STANDARD', new Map(['read', 'write'].map((category) => [category, { limit, burst }]))]]);

const start = (limit: number, burst: number) => {
  const limiter = createRateLimiter(allowing(limit, burst));
  const caller = callerOf('STANDARD');
  return {
    ...limiter,
    caller,
    /** How many of so many requests were let through. */
    admitted: (times: number, now: number, assumed?: Assumed, category = 'read'): number =>
      Array.from({ length: times }, () => limiter.take(caller, category, now, assumed)).filter(
        (reading) => reading?.allowed,
      ).length,
  };
};

test('a request is told what it leaves, and to look takes nothing', () => {
  const { take, read, caller } = start(3, 1);
  const now = START + 20_000;
  const untouched = { category: 'read', limit: 3, burst: 1, remaining: 3, resetAt: START + MINUTE };
  expect(read(caller, 'read', now)).toMatchObject(untouched);
  expect(read(caller, 'read', now)).toMatchObject(untouched);
  const told = Array.from({ length: 6 }, () => take(caller, 'read', now));
  expect(told.map((reading) => [reading?.remaining, reading?.allowed])).toEqual([
    [2, true],
    [1, true],
    [0, true],
    [0, true],
    [0, false],
    [0, false],
  ]);
  expect(told.every((reading) => reading?.resetAt === START + MINUTE)).toBe(true);
  expect(read(caller, 'read', now)).toMatchObject({ remaining: 0, limit: 3, burst: 1 });
});

test('a request of the previous minute that is counted late counts in the current one', () => {
  for (const assumed of [undefined, SLIDING]) {
    const { admitted, take, read, caller } = start(3, 0);
    expect(admitted(2, START + MINUTE, assumed)).toBe(2);
    expect(take(caller, 'read', START + MINUTE - 1, assumed)).toMatchObject({ allowed: true, remaining: 0 });
    expect(take(caller, 'read', START + MINUTE - 1, assumed)).toMatchObject({ allowed: false });
    expect(read(caller, 'read', START + MINUTE, assumed)).toMatchObject({ remaining: 0 });
  }
});

test('a clock that was set back starts a new budget', () => {
  const { admitted, read, caller } = start(3, 0);
  expect(admitted(3, START + 10 * MINUTE)).toBe(3);
  expect(read(caller, 'read', START)).toMatchObject({ remaining: 3, resetAt: START + MINUTE });
  expect(admitted(5, START)).toBe(3);
});

test('to forget an organization starts its minute anew, in every category, and nobody else’s', () => {
  const { admitted, take, live, caller } = start(1, 0);
  const another = callerOf('STANDARD', 'another');
  expect([admitted(2, START), admitted(2, START, undefined, 'write')]).toEqual([1, 1]);
  expect(take(another, 'read', START)?.allowed).toBe(true);
  live.load({ sandbox: 'demo', uuid: caller.organization?.uuid ?? '' }, undefined);
  expect([admitted(2, START), admitted(2, START, undefined, 'write')]).toEqual([1, 1]);
  expect(take(another, 'read', START)?.allowed).toBe(false);
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

describe('no budget applies', () => {
  const nobody: Caller = { clientId: 'client', organization: undefined };

  test.each([
    ['to a caller of no organization', nobody, 'read'],
    ['to a tier that has no limits', callerOf('ENTERPRISE'), 'read'],
    ['in a category without a limit', callerOf('STANDARD'), 'export'],
  ])('%s', (_what, caller, category) => {
    const { take, read } = start(1, 0);
    expect(take(caller, category, START)).toBeUndefined();
    expect(read(caller, category, START)).toBeUndefined();
  });
});

describe('a window that slides', () => {
  test('counts the last 60 seconds, the minute before as if it had been used evenly', () => {
    const { admitted, read, caller } = start(10, 2);
    expect(admitted(20, START + 30_000, SLIDING)).toBe(12);
    // Of the minute before, three quarters still count: nine of twelve.
    const now = START + MINUTE + MINUTE / 4;
    expect(read(caller, 'read', now, SLIDING)).toMatchObject({ remaining: 1, resetAt: now + MINUTE });
    expect(admitted(20, now, SLIDING)).toBe(3);
    expect(read(caller, 'read', now, SLIDING)).toMatchObject({ limit: 10, burst: 2, remaining: 0 });
    // After a minute without a request, and after several, there is nothing left of it.
    expect(read(caller, 'read', START + 3 * MINUTE, SLIDING)).toMatchObject({ remaining: 10 });
    expect(admitted(20, START + 3 * MINUTE, SLIDING)).toBe(12);
  });

  test('a refused request is told when the next one passes, to the millisecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 6 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 1, max: 30 })), { maxLength: 6 }),
        (limit, burst, calls) => {
          const { admitted, take, read, caller } = start(limit, burst);
          let now = START;
          for (const [wait, times] of calls) admitted(times, (now += wait), SLIDING);
          admitted(limit + burst, now, SLIDING);
          const refused = take(caller, 'read', now, SLIDING);
          expect(refused).toMatchObject({ allowed: false, remaining: 0 });
          const resetAt = refused?.resetAt ?? 0;
          expect(resetAt).toBeGreaterThan(now);
          expect(read(caller, 'read', now, SLIDING)).toMatchObject({ remaining: 0, resetAt });
          expect(take(caller, 'read', resetAt - 1, SLIDING)?.allowed).toBe(false);
          expect(take(caller, 'read', resetAt, SLIDING)?.allowed).toBe(true);
        },
      ),
    );
  });

  test('never admits more at once than limit and burst', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 6 }),
        fc.nat(3 * MINUTE),
        (limit, burst, wait) => {
          const { admitted } = start(limit, burst);
          const first = admitted(100, START, SLIDING);
          expect(first).toBe(limit + burst);
          const left = wait < MINUTE ? first : Math.floor((first * Math.max(0, 2 * MINUTE - wait)) / MINUTE);
          expect(admitted(100, START + wait, SLIDING)).toBe(limit + burst - left);
        },
      ),
    );
  });
});
