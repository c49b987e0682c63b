/** The only source of time. Everything timed takes a clock as an argument; `edges/system` holds the real one. */
export interface Clock {
  /** Wall time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** A monotonic reading in milliseconds, for measuring how long something took. */
  readonly elapsed: () => number;
}

export const toIsoDateTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
