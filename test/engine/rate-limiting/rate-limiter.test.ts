import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Caller } from '../../../src/engine/ports/ports.ts';
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
  const { admitted, take, read, caller } = start(3, 0);
  expect(admitted(2, START + MINUTE)).toBe(2);
  expect(take(caller, 'read', START + MINUTE - 1)).toMatchObject({ allowed: true, remaining: 0 });
  expect(take(caller, 'read', START + MINUTE - 1)).toMatchObject({ allowed: false });
  expect(read(caller, 'read', START + MINUTE)).toMatchObject({ remaining: 0 });
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
  expect(['read', 'write', 'read'].map((category) => admitted(2, START, category))).toEqual([1, 1, 0]);
  expect(take(another, 'read', START)?.allowed).toBe(true);
  live.load({ sandbox: 'demo', uuid: caller.organization?.uuid ?? '' }, undefined);
  expect(['read', 'write', 'read'].map((category) => admitted(2, START, category))).toEqual([1, 1, 0]);
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
