/** Consecutive failed attempts to one webhook endpoint. Assumption: auto-pause-counting. */
export interface FailureStreak {
  readonly failures: number;
  /** When the first failed attempt ended. */
  readonly since: number;
}

/** "20 consecutive failed deliveries, or no success for 72 hours." */
export const MOST_FAILURES = 20;
export const LONGEST_FAILURE = 72 * 3_600_000;

export type PauseReason = 'CONSECUTIVE_FAILURES' | 'CONTINUOUS_FAILURE_WINDOW';

/** `by` may be 0: the period starts at the first failed attempt, whether or not it is counted. */
export const lengthen = (streak: FailureStreak | null, at: number, by = 1): FailureStreak =>
  streak === null ? { failures: by, since: at } : { failures: streak.failures + by, since: streak.since };

/** When the streak reaches its maximum duration, unless a success ends it. */
export const endOfFailureWindow = ({ since }: FailureStreak): number => since + LONGEST_FAILURE;

/** Why a webhook endpoint must be paused; undefined if it need not be. */
export const reasonToPause = (streak: FailureStreak | null, now: number): PauseReason | undefined => {
  if (streak === null) return undefined;
  if (streak.failures >= MOST_FAILURES) return 'CONSECUTIVE_FAILURES';
  return now >= endOfFailureWindow(streak) ? 'CONTINUOUS_FAILURE_WINDOW' : undefined;
};
