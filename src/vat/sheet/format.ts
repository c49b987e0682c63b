/** Locale of dates and numbers in an Export File, independent of the machine. */
const LOCALE = 'en-GB';

/** Replaces non-breaking spaces: they look alike, but a text search would not match them. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** Kept, because creating one takes longer than drawing a row. */
const NUMBER = new Intl.NumberFormat(LOCALE);

export const formatMileage = (kilometres: number): string => `${plain(NUMBER.format(kilometres))} km`;

const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** The day of an instant in milliseconds, as `28 Oct 2026`. */
export const formatDay = (milliseconds: number): string => DAY.format(milliseconds);

/** A date as `28 Oct 2026`; an invalid one stays as the client wrote it. */
export const formatDate = (date: string): string => {
  const instant = Date.parse(date);
  return Number.isNaN(instant) ? date : DAY.format(instant);
};

/** An instant, in milliseconds or as a client wrote it, as `28 Oct 2026, 12:00 UTC`. */
export const formatInstant = (instant: number | string): string => {
  const milliseconds = typeof instant === 'number' ? instant : Date.parse(instant);
  if (Number.isNaN(milliseconds)) return String(instant);
  return `${DAY.format(milliseconds)}, ${TIME.format(milliseconds)} UTC`;
};
