import type { Allowance } from './allowances.ts';
import { type Budget, WINDOW } from './budget.ts';

/**
 * The alternative to fixed minutes: a sliding window of the last 60 seconds. Requests of the previous minute are
 * assumed to have been evenly distributed. Assumption: rate-limit-window.
 */
const usedLately = ({ used, before, windowStart }: Budget, now: number): number =>
  used + Math.floor((before * Math.min(WINDOW, windowStart + WINDOW - now)) / WINDOW);

export const takeSliding = (budget: Budget, most: number, now: number): Budget | undefined =>
  usedLately(budget, now) < most ? { ...budget, used: budget.used + 1 } : undefined;

export const readSliding = (budget: Budget, { limit, burst }: Allowance, now: number) => ({
  remaining: Math.max(0, limit - usedLately(budget, now)),
  resetAt: roomAt(budget, limit + burst, now),
});

/** When one more request is allowed; a minute from now if one is allowed already. */
const roomAt = (budget: Budget, most: number, now: number): number => {
  const { used, before, windowStart } = budget;
  if (usedLately(budget, now) < most) return now + WINDOW;
  // Part of the previous minute has to expire; if the current minute alone is full, part of it has to expire in the
  // next one.
  const [start, full, others] = used < most ? [windowStart, before, used] : [windowStart + WINDOW, used, 0];
  return start + Math.floor((WINDOW * (full - (most - others))) / full) + 1;
};
