import type { After } from '../../src/kernel/timers.ts';

export interface FakeTimers {
  readonly after: After;
  /** Lets so many milliseconds pass. */
  readonly pass: (milliseconds: number) => void;
  /** How many timers are wound. */
  readonly count: () => number;
}

/** Timers that go off when a test says so. */
export const createFakeTimers = (): FakeTimers => {
  let now = 0;
  const wound = new Set<{ readonly at: number; readonly task: () => void }>();
  return {
    after: (milliseconds, task) => {
      const timer = { at: now + milliseconds, task };
      wound.add(timer);
      return { cancel: () => wound.delete(timer) };
    },
    pass: (milliseconds) => {
      now += milliseconds;
      for (const timer of [...wound].filter(({ at }) => at <= now)) {
        wound.delete(timer);
        timer.task();
      }
    },
    count: () => wound.size,
  };
};
