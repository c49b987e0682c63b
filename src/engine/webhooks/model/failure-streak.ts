import { type TypeOf, count, instant, object } from '../../sandbox/record-schema.ts';

/** Consecutive failed attempts to one webhook endpoint. Assumption: auto-pause-counting. */
export const failureStreak = object({
  failures: count,
  /** When the first failed attempt ended. */
  since: instant,
});

export type FailureStreak = TypeOf<typeof failureStreak>;

/** The streak that pauses a webhook endpoint, by number or by duration in milliseconds. */
export interface PauseRule {
  readonly failures: number;
  readonly duration: number;
}

export type PauseReason = 'CONSECUTIVE_FAILURES' | 'CONTINUOUS_FAILURE_WINDOW';

/** `by` may be 0: the period starts at the first failed attempt, whether or not it is counted. */
export const lengthen = (streak: FailureStreak | null, at: number, by = 1): FailureStreak =>
  streak === null ? { failures: by, since: at } : { failures: streak.failures + by, since: streak.since };

/** When the streak reaches its maximum duration, unless a success ends it. */
export const endOfFailureWindow = ({ since }: FailureStreak, { duration }: PauseRule): number => since + duration;

/** Why a webhook endpoint must be paused; undefined if it need not be. */
export const reasonToPause = (streak: FailureStreak | null, now: number, rule: PauseRule): PauseReason | undefined => {
  if (streak === null) return undefined;
  if (streak.failures >= rule.failures) return 'CONSECUTIVE_FAILURES';
  return now >= endOfFailureWindow(streak, rule) ? 'CONTINUOUS_FAILURE_WINDOW' : undefined;
};
