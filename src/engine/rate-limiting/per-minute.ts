import { LRUCache } from 'lru-cache';
import { type Budget, WINDOW, currentBudget, takeFrom } from './budget.ts';

/** A limit of calls per minute and key, whatever the key stands for: a caller, an address. */
export interface PerMinute {
  /** Counts one, or `count`; undefined if there was room, otherwise the seconds until there is. */
  readonly take: (key: string, now: number, count?: number) => number | undefined;
}

/** Maximum number of keys: of many addresses, those idle longest are forgotten. */
const MOST_KEYS = 10_000;

export const createPerMinute = (limit: number): PerMinute => {
  const budgets = new LRUCache<string, Budget>({ max: MOST_KEYS });
  const secondsLeft = ({ windowStart }: Budget, now: number): number =>
    Math.max(1, Math.ceil((windowStart + WINDOW - now) / 1000));
  return {
    take: (key, now, count) => {
      const budget = currentBudget(budgets.get(key), now);
      const taken = takeFrom(budget, limit, 0, count);
      if (taken === undefined) return secondsLeft(budget, now);
      budgets.set(key, taken);
      return undefined;
    },
  };
};
