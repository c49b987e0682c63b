import { setImmediate } from 'node:timers';
import { createFairTurns } from '../../kernel/turns.ts';
import { systemClock } from './system-clock.ts';
import type { Timer } from '../../kernel/timers.ts';

/** Calls a task in the next turn of the event loop. */
export const nextTurn = (task: () => void): void => {
  setImmediate(task);
};

const elapsed = (): number => systemClock.elapsed();

/** Of all that comes from outside: the requests of all servers in this process. */
export const requestTurns = createFairTurns({ elapsed, nextTurn });

/** Of all timers: those that are due together would otherwise run in one turn. */
const timerTurns = createFairTurns({ elapsed, nextTurn });

/** System timers, for real time only: such as shutdown. In the order in which they are due. */
export const after = (milliseconds: number, task: () => void): Timer => {
  let isCancelled = false;
  const run = (): void => {
    if (!isCancelled) task();
  };
  const timer = setTimeout(() => {
    timerTurns.take([], run);
  }, milliseconds);
  timer.unref();
  return {
    cancel: () => {
      isCancelled = true;
      clearTimeout(timer);
    },
  };
};

/** Milliseconds: long enough to cost nothing; the exact value does not matter. */
const TIMER_INTERVAL = 60_000;

/**
 * Keeps the process running while it only waits for timers, since ours are unreferenced. Returns a function that ends
 * it.
 */
export const stayAwake = (): (() => void) => {
  const timer = setInterval(() => undefined, TIMER_INTERVAL);
  return () => {
    clearInterval(timer);
  };
};
