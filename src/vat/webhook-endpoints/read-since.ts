const DATE = '(\\d{4}-\\d\\d-(\\d\\d))';
const TIME = '(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?';
const TIMESTAMP = new RegExp(`^${DATE}(?:T${TIME}(?:Z|([+-])(\\d\\d):?(\\d\\d)?))?$`);

/**
 * Parses an ISO 8601 timestamp to milliseconds since the epoch; undefined for a non-existent day, hour or offset.
 * Assumption: since-forms.
 */
export const readSince = (text: string): number | undefined => {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, date = '', day, hour = 0, minute = 0, second = 0, fraction = '', sign, offsetHours = 0, offsetMinutes = 0] =
    match;
  const [h, mi, s, oh, om] = [hour, minute, second, offsetHours, offsetMinutes].map(Number) as Parts;
  const midnight = new Date(date);
  // A day that rolls over into the next month does not exist; 24:00 is the end of its day.
  const isDay = midnight.getUTCDate() === Number(day);
  const isTime = (h < 24 && mi < 60 && s < 60) || (h === 24 && mi === 0 && s === 0 && !/[1-9]/.test(fraction));
  if (!isDay || !isTime || oh > 23 || om > 59) return undefined;
  const minutes = h * 60 + mi - (sign === '-' ? -1 : 1) * (oh * 60 + om);
  return midnight.getTime() + (minutes * 60 + s) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
};

type Parts = [number, number, number, number, number];
