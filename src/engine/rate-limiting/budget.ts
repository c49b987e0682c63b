/**
 * The budget of one organization in one category: N requests in a fixed minute, plus those that a burst admits once per
 * window. Assumption: rate-limit-window.
 */
export interface Budget {
  /** Start of the current minute, in milliseconds since the epoch. */
  readonly windowStart: number;
  readonly used: number;
  /** Requests in the previous minute, which a sliding window counts in part. */
  readonly before: number;
}

export const WINDOW = 60_000;

export const windowStartOf = (now: number): number => now - (now % WINDOW);

/** How far the limit may be exceeded: `factor` times the rate, for a duration in milliseconds. */
export interface Burst {
  readonly factor: number;
  readonly duration: number;
}

/** The requests that a burst adds to a minute's limit. */
export const burstOf = (limit: number, { factor, duration }: Burst): number =>
  Math.floor((limit * (factor - 1) * duration) / WINDOW);

/**
 * The current budget: a new minute starts with zero requests. A request of the previous minute that is counted late
 * counts in the current one. A budget further ahead is stale, because the clock was set back, and starts again.
 */
export const currentBudget = (budget: Budget | undefined, now: number): Budget => {
  const windowStart = windowStartOf(now);
  if (budget?.windowStart === windowStart || budget?.windowStart === windowStart + WINDOW) return budget;
  return { windowStart, used: 0, before: budget?.windowStart === windowStart - WINDOW ? budget.used : 0 };
};

/** Takes one request, or one that counts as several, from the budget; undefined if it is exhausted. */
export const takeFrom = (budget: Budget, limit: number, burst: number, count = 1): Budget | undefined =>
  budget.used < limit + burst
    ? { windowStart: budget.windowStart, used: budget.used + count, before: budget.before }
    : undefined;
