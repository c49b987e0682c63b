import { setImmediate } from 'node:timers';
import { createFairTurns } from '../../kernel/turns.ts';
import type { Timer } from '../../kernel/timers.ts';
import { performance } from 'node:perf_hooks';
import type { Clock } from '../../kernel/clock.ts';

/** System clock. No code outside this folder reads the time. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Calls a task in the next turn of the event loop. */
export const nextTurn = (task: () => void): void => {
  setImmediate(task);
};

const elapsed = (): number => systemClock.elapsed();

/** Milliseconds: a turn of the event loop may take two of them. Shorter ones cost no more, and serve nobody sooner. */
const SLICE = 2;

/** Of all that begins: requests that come from outside, to all servers in this process, and timers that are due together. */
export const beginnings = createFairTurns({ elapsed, nextTurn, slice: SLICE });

/** Of all that takes longer, and of transactions that wait for each other. */
export const longWork = createFairTurns({ elapsed, nextTurn, slice: SLICE });

/** System timers, for real time only: such as shutdown. In the order in which they are due. */
export const after = (milliseconds: number, task: () => void): Timer => {
  let isCancelled = false;
  const run = (): void => {
    if (!isCancelled) task();
  };
  const timer = setTimeout(() => {
    beginnings.take(['timers'], run);
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
