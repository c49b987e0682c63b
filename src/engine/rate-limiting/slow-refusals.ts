import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';

/** Refuses a caller at once now and then, but a flood one call after the other. */
export type RefuseSlowly = (caller: string, refusal: Error) => Promise<never>;

/**
 * Milliseconds between two refusals of one caller. A refused call costs as much as a small one, and a program that calls
 * again at once would otherwise keep the server as busy as it did before.
 */
const BETWEEN_REFUSALS = 50;

/** A client gives up sooner or later: none waits longer, however many wait. */
const LONGEST_REFUSAL = 10_000;

const MOST_CALLERS = 10_000;

export const createSlowRefusals = (clock: Pick<Clock, 'elapsed'>, after: After): RefuseSlowly => {
  /** When the next one is due. */
  const due = new LRUCache<string, number>({ max: MOST_CALLERS });
  return (caller, refusal) => {
    const now = clock.elapsed();
    const at = Math.min(Math.max(now, due.get(caller) ?? now), now + LONGEST_REFUSAL);
    due.set(caller, at + BETWEEN_REFUSALS);
    if (at === now) return Promise.reject(refusal);
    return new Promise((_, reject) => {
      after(at - now, () => {
        reject(refusal);
      });
    });
  };
};
