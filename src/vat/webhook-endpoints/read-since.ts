const DATE = '(\\d{4})-(\\d\\d)-(\\d\\d)';
const TIME = '(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?';
const TIMESTAMP = new RegExp(`^${DATE}(?:T${TIME}(?:Z|([+-])(\\d\\d):?(\\d\\d)?))?$`);

/**
 * Parses an ISO 8601 timestamp to milliseconds since the epoch; undefined for a non-existent day, hour or offset.
 * Assumption: since-forms.
 */
export const readSince = (text: string): number | undefined => {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours, offsetMinutes] = match;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map((part) => Number(part ?? 0)) as Parts;
  const [oh, om] = [Number(offsetHours ?? 0), Number(offsetMinutes ?? 0)];
  const at = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  // A day that rolls over into the next month does not exist; 24:00 is the end of its day.
  const isDay = new Date(Date.UTC(y, mo - 1, d)).getUTCDate() === d && mo >= 1 && mo <= 12;
  const isTime = (h < 24 && mi < 60 && s < 60) || (h === 24 && mi === 0 && s === 0 && !/[1-9]/.test(fraction));
  if (!isDay || !isTime || oh > 23 || om > 59) return undefined;
  return at - (sign === '-' ? -1 : 1) * (oh * 60 + om) * 60_000;
};

type Parts = [number, number, number, number, number, number];
