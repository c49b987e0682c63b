import type { Clock } from '../../src/kernel/clock.ts';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  readonly advance: (milliseconds: number) => void;
}

export const TEST_NOW = Date.parse('2026-11-20T09:00:00Z');

export const createTestClock = (start = TEST_NOW): TestClock => {
  let now = start;
  return {
    now: () => now,
    elapsed: () => now - start,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
};
