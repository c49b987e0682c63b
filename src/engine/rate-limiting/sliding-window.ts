import type { Allowance } from './allowances.ts';
import { type Budget, WINDOW } from './budget.ts';

/**
 * The alternative to fixed minutes: the last 60 seconds count, whenever they began. The minute before is taken to have
 * been used evenly. Assumption: rate-limit-window.
 */
const usedLately = ({ used, before, windowStart }: Budget, now: number): number =>
  used + Math.floor((before * (windowStart + WINDOW - now)) / WINDOW);

export const takeSliding = (budget: Budget, most: number, now: number): Budget | undefined =>
  usedLately(budget, now) < most ? { ...budget, used: budget.used + 1 } : undefined;

export const readSliding = (budget: Budget, { limit, burst }: Allowance, now: number) => ({
  remaining: Math.max(0, limit - usedLately(budget, now)),
  resetAt: roomAt(budget, limit + burst, now),
});

/** When one more request has room; a minute from now where there is room already. */
const roomAt = (budget: Budget, most: number, now: number): number => {
  const { used, before, windowStart } = budget;
  if (usedLately(budget, now) < most) return now + WINDOW;
  // Some of the minute before has to run out; when this minute alone is full, some of this one in the next.
  const [start, full, others] = used < most ? [windowStart, before, used] : [windowStart + WINDOW, used, 0];
  return start + Math.floor((WINDOW * (full - (most - others))) / full) + 1;
};
