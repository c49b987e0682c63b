/**
 * The budget of one organization in one category: N requests in a fixed minute, and a burst ("2x for 10 seconds") on
 * top, which admits N/6 more once per window. Assumption: rate-limit-window.
 */
export interface Budget {
  /** Milliseconds since the epoch: the beginning of the minute that is counted. */
  readonly windowStart: number;
  readonly used: number;
  /** In the minute before: a window that slides still has some of it. */
  readonly before: number;
}

export const WINDOW = 60_000;

export const windowStartOf = (now: number): number => now - (now % WINDOW);

/** Ten seconds at twice the rate are worth a sixth of a minute's requests more. */
export const burstOf = (limit: number): number => Math.floor(limit / 6);

/** The budget as it stands now: a new minute begins with nothing used. */
export const currentBudget = (budget: Budget | undefined, now: number): Budget => {
  const windowStart = windowStartOf(now);
  if (budget?.windowStart === windowStart) return budget;
  return { windowStart, used: 0, before: budget?.windowStart === windowStart - WINDOW ? budget.used : 0 };
};

/** One request taken from the budget; undefined when there is nothing left. */
export const takeFrom = (budget: Budget, limit: number, burst: number): Budget | undefined =>
  budget.used < limit + burst
    ? { windowStart: budget.windowStart, used: budget.used + 1, before: budget.before }
    : undefined;
