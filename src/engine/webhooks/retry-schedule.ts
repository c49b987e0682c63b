import type { Random } from '../../kernel/random.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * "Up to 10 attempts with exponential backoff over up to 72 hours": the delays from the end of one attempt to the next.
 * The tenth attempt is at 64:35:05, and still within 72 hours if every delay has the maximum jitter and every attempt
 * times out. Assumption: retry-schedule.
 */
export const WAITS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  12 * HOUR,
  15 * HOUR,
  20 * HOUR,
];

export const MOST_ATTEMPTS = WAITS.length + 1;

/** The same schedule as a geometric progression: the tenth attempt is at 62:52:23. */
export const EXPONENTIAL_WAITS: readonly number[] = WAITS.map((_wait, index) => 23 * SECOND * 3 ** index);

/** Maximum jitter, as a fraction of the delay in either direction. */
const JITTER = 0.1;

/** Delay after this many attempts; undefined if no attempt is left. Without `random` there is no jitter. */
export const waitAfter = (attempts: number, random?: Random, waits = WAITS): number | undefined => {
  const wait = waits[attempts - 1];
  if (wait === undefined || random === undefined) return wait;
  const most = Math.floor(wait * JITTER);
  return wait + random.integer(-most, most);
};
