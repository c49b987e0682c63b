/** The only source of time: timed code takes a clock as an argument, and `edges/system` implements the real one. */
export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Monotonic time in milliseconds, for measuring durations. */
  readonly elapsed: () => number;
}

/** What is computed from a clock, such as an expiry or the date of a fixture, then has a year of four digits too. */
const EARLIEST = Date.UTC(1000, 0);
export const LATEST_TIME = Date.UTC(9900, 0);

/** The instant at which a clock may begin; undefined for leap seconds, and for years below 1000 and from 9900. */
export const parseClockTime = (text: string): number | undefined => {
  const instant = Date.parse(text);
  return instant >= EARLIEST && instant < LATEST_TIME ? instant : undefined;
};

/** Instants that RFC 3339 can write: its years have four digits. */
const FIRST_WRITTEN = Date.parse('0000-01-01T00:00:00Z');
const LAST_WRITTEN = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The instant of a valid date-time, for calculating with it. JavaScript has no leap seconds: each is the second before it. An
 * offset may lead out of the years that can be written.
 */
export const parseDateTime = (dateTime: string): number =>
  Math.min(Math.max(Date.parse(dateTime.replace(':60', ':59')), FIRST_WRITTEN), LAST_WRITTEN);

let latest = { milliseconds: Number.NaN, text: '' };

/**
 * Caches the last result, because one instant is usually formatted several times in a row (created, changed, decided).
 */
export const toIsoDateTime = (milliseconds: number): string => {
  if (latest.milliseconds !== milliseconds) latest = { milliseconds, text: new Date(milliseconds).toISOString() };
  return latest.text;
};

export const toIsoDateTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toIsoDateTime(milliseconds);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time with a time zone. Rejects dates such as 30 February, which JavaScript would accept as another day. */
export const isInstant = (text: string): boolean =>
  INSTANT.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text);

const isDay = (text: string): boolean => {
  const midnight = `${text.slice(0, 10)}T00:00:00.000Z`;
  return new Date(midnight).toISOString() === midnight;
};
