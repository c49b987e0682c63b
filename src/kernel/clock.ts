/** The only source of time: timed code takes a clock as an argument, and `edges/system` implements the real one. */
export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Monotonic time in milliseconds, for measuring durations. */
  readonly elapsed: () => number;
}

let latest = { milliseconds: Number.NaN, text: '' };

/**
 * Caches the last result, because one instant is usually formatted several times in a row (created, changed, decided).
 */
export const toIsoDateTime = (milliseconds: number): string => {
  if (latest.milliseconds !== milliseconds) latest = { milliseconds, text: new Date(milliseconds).toISOString() };
  return latest.text;
};
