/** The only source of time. Everything timed takes a clock as an argument; `edges/system` holds the real one. */
export interface Clock {
  /** Wall time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** A monotonic reading in milliseconds, for measuring how long something took. */
  readonly elapsed: () => number;
}

let latest = { milliseconds: Number.NaN, text: '' };

/** One instant is written several times in a row: as created, as changed, as decided. */
export const toIsoDateTime = (milliseconds: number): string => {
  if (latest.milliseconds !== milliseconds) latest = { milliseconds, text: new Date(milliseconds).toISOString() };
  return latest.text;
};
