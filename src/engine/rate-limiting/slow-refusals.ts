import { createBoundedCache } from '../../kernel/caches.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';
import { pause } from '../../kernel/wait-until.ts';

/** Refuses a caller at once now and then, but a flood one call after the other. */
export type RefuseSlowly = (caller: string, refusal: Error) => Promise<never>;

/**
 * Milliseconds between two answers to a caller who goes on calling. A refused call costs as much as a small one, and a
 * program that calls again at once would otherwise keep the server as busy as it did before.
 */
const BETWEEN_REFUSALS = 100;

/** A client gives up sooner or later: none waits longer, however many wait. */
const LONGEST_REFUSAL = 10_000;

const MOST_CALLERS = 10_000;

export const createSlowRefusals = (clock: Pick<Clock, 'elapsed'>, after: After) => {
  /** When the next one is due. */
  const due = createBoundedCache<number>(MOST_CALLERS);
  /** Milliseconds until the next answer to the caller is due; the one after it is due later. */
  const queue = (caller: string): number => {
    const now = clock.elapsed();
    const at = Math.min(Math.max(now, due.get(caller) ?? now), now + LONGEST_REFUSAL);
    due.set(caller, at + BETWEEN_REFUSALS);
    return at - now;
  };
  return {
    refuse: (async (caller, refusal) => {
      const milliseconds = queue(caller);
      if (milliseconds > 0) await pause(after, milliseconds);
      throw refusal;
    }) satisfies RefuseSlowly,
    /**
     * Before a call that is accepted. While refusals of its caller are waiting, it waits behind them: what a flood may
     * still call would otherwise keep the server as busy as what it may not.
     */
    lineUp: (caller: string): void | Promise<void> => {
      // The next refusal is due after the interval: a later one means that others are waiting.
      if ((due.get(caller) ?? 0) > clock.elapsed() + BETWEEN_REFUSALS) return pause(after, queue(caller));
    },
  };
};
