import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextWait, DELIVERY_POLICY } from '../../../src/engine/webhooks/delivery.ts';
import {
  type FailureStreak,
  endOfFailureWindow,
  lengthen,
  reasonToPause,
} from '../../../src/engine/webhooks/endpoint.ts';
import { offsetFrom } from './start-world.ts';

const { retries, autoPause } = DELIVERY_POLICY;
const { waits: WAITS } = retries;
const { failures: MOST_FAILURES, duration: LONGEST_FAILURE } = autoPause;
const HOURS = 3_600_000;
const TIMEOUT = 15_000;

test('with chance a wait differs by a tenth at most, and all of them fit into 72 hours', () => {
  const waitsOf = (id: string): number[] =>
    WAITS.map((_wait, attempts) => nextWait({ id, attempts }, retries, true) ?? 0);
  const sum = (waits: readonly number[]): number => waits.reduce((total, wait) => total + wait + TIMEOUT, TIMEOUT);
  fc.assert(
    fc.property(fc.string(), (id) => {
      const drawn = waitsOf(id);
      for (const [index, wait] of WAITS.entries())
        expect(Math.abs((drawn[index] ?? 0) - wait)).toBeLessThanOrEqual(wait / 10);
      expect(sum(drawn)).toBeLessThan(72 * HOURS);
    }),
  );
  // Also when each of them is the longest.
  expect(offsetFrom(0, sum(WAITS.map((wait) => wait + Math.floor(wait / 10))))).toBe('71:05:06');
});

test('a streak is too long after twenty failures, or after 72 hours', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 * HOURS }), { minLength: 1, maxLength: 40 }), (gaps) => {
      let streak: FailureStreak | null = null;
      let now = 0;
      const first = gaps[0] ?? 0;
      for (const [index, gap] of gaps.entries()) {
        now += gap;
        streak = lengthen(streak, now);
        const reason = reasonToPause(streak, now, autoPause);
        if (index + 1 >= MOST_FAILURES) expect(reason).toBe('CONSECUTIVE_FAILURES');
        else expect(reason).toBe(now - first >= LONGEST_FAILURE ? 'CONTINUOUS_FAILURE_WINDOW' : undefined);
        expect(endOfFailureWindow(streak, autoPause)).toBe(first + 72 * HOURS);
      }
    }),
  );
  expect(reasonToPause(null, Number.MAX_SAFE_INTEGER, autoPause)).toBeUndefined();
});
