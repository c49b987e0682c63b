/** Text that is not a duration of a fixed length; the message suggests a valid one. */
export class DurationError extends Error {
  override readonly name = 'DurationError';
}

const WEEK = 604_800_000;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1000;

const WEEKS = /^P(\d+)W$/;
const DAYS_AND_TIME = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,3}))?S)?)?$/;

/** Years and months are valid in ISO 8601, but their length depends on the start date. */
const WITH_YEARS_OR_MONTHS = /^P(?=\d+[YM])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T.+)?$/;

/** Parses an ISO 8601 duration (`P2W`, `P1DT12H`, `PT1.5S`) to milliseconds; `toError` is thrown for another text. */
export const parseDuration = (
  text: string,
  toError = (message: string): Error => new DurationError(message),
): number => {
  const fault = faultOfDuration(text);
  if (fault !== undefined) throw toError(fault);
  return measure(text);
};

/** Why a text is no duration; undefined if it is one. */
export const faultOfDuration = (text: string): string | undefined => {
  const milliseconds = measure(text);
  if (Number.isSafeInteger(milliseconds)) return undefined;
  return Number.isNaN(milliseconds) ? explain(text) : `"${text}" is too long`;
};

const measure = (text: string): number => {
  const weeks = WEEKS.exec(text);
  if (weeks !== null) return Number(weeks[1]) * WEEK;
  const parts = DAYS_AND_TIME.exec(text);
  if (parts === null) return Number.NaN;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = parts;
  return (
    Number(days) * DAY +
    Number(hours) * HOUR +
    Number(minutes) * MINUTE +
    Number(seconds) * SECOND +
    Number(fraction.padEnd(3, '0'))
  );
};

const explain = (text: string): string =>
  WITH_YEARS_OR_MONTHS.test(text)
    ? `"${text}" has years or months, which have no fixed length: write days (P30D)`
    : `"${text}" is no ISO 8601 duration: write weeks (P2W), or days, hours, minutes and seconds (P1DT12H, PT30M, PT1.5S)`;

/** Formats milliseconds as an ISO 8601 duration in the largest possible units: `P1DT12H`, `PT1.5S`, `PT0S`. */
export const toIsoDuration = (milliseconds: number): string => {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0)
    throw new RangeError(`a duration is a whole number of milliseconds, but this is ${milliseconds}`);
  const unit = (count: number, letter: string): string => (count > 0 ? `${count}${letter}` : '');
  const days = unit(Math.floor(milliseconds / DAY), 'D');
  const time =
    unit(Math.floor((milliseconds % DAY) / HOUR), 'H') +
    unit(Math.floor((milliseconds % HOUR) / MINUTE), 'M') +
    unit((milliseconds % MINUTE) / SECOND, 'S');
  if (time !== '') return `P${days}T${time}`;
  return days === '' ? 'PT0S' : `P${days}`;
};
