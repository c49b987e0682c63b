import { carriedDigit, luhnDigit, modulo, toDigits, weigh } from './check-digits.ts';
import { frenchKey } from './completed-numbers.ts';

/** Whether the check digits of a number without its prefix are correct. The format has been validated before. */
export type Check = (body: string) => boolean;

const last = (body: string): string => body.slice(-1);
const front = (body: string): string => body.slice(0, -1);

/** The weighted sum of all digits, including the check digit, has one of the remainders. */
export const leaves =
  (modulus: number, weights: readonly number[], remainders: readonly number[] = [0]): Check =>
  (body) =>
    remainders.includes(modulo(weigh(body, weights), modulus));

/** The last digit of the weighted sum modulo 11 is the check digit. */
export const endsInSum =
  (weights: readonly number[], modulus = 11): Check =>
  (body) =>
    String(modulo(weigh(front(body), weights), modulus) % 10) === last(body);

export const endsInLuhn: Check = (body) => luhnDigit(front(body)) === last(body);

export const endsInCarried: Check = (body) => carriedDigit(front(body)) === last(body);

/** If one series of weights results in 10, uses a second one. */
const twoSeries =
  (first: readonly number[], second: readonly number[]): Check =>
  (body) => {
    const sum = weigh(front(body), first) % 11;
    return String((sum === 10 ? weigh(front(body), second) % 11 : sum) % 10) === last(body);
  };

const bulgarianCompany = twoSeries([1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]);
const bulgarianPerson: readonly Check[] = [
  endsInSum([2, 4, 8, 5, 10, 9, 7, 3, 6]),
  endsInSum([21, 19, 17, 13, 11, 9, 7, 3, 1], 10),
  leaves(11, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]),
];

/** Nine digits for companies, ten for persons, foreigners and others, each with its own weights. */
export const bulgarian: Check = (body) =>
  body.length === 9 ? bulgarianCompany(body) : bulgarianPerson.some((check) => check(body));

/** Values of digits at odd positions; the check letter is the remainder of 26. */
const CYPRIOT_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

export const cypriot: Check = (body) => {
  const values = toDigits(front(body)).map((digit, index) => (index % 2 === 0 ? (CYPRIOT_VALUES[digit] ?? 0) : digit));
  return String.fromCharCode(65 + (values.reduce((total, value) => total + value, 0) % 26)) === last(body);
};

/** Eight digits for companies, nine starting with 6 for special cases, otherwise a person's birth number. */
export const czech: Check = (body) => {
  if (body.length === 8) {
    const digit = modulo(-weigh(body, [8, 7, 6, 5, 4, 3, 2]), 11);
    return String(digit === 0 ? 1 : digit % 10) === last(body);
  }
  if (body.length === 10) return (Number(front(body)) % 11) % 10 === Number(last(body));
  // Birth numbers of nine digits, from before 1954, have no check digit.
  if (!body.startsWith('6')) return true;
  const sum = weigh(body.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return String(modulo(sum - 2, 10)) === last(body);
};

const SPANISH_PERSON = 'TRWAGMYFPDXBNJZSQVHLCKE';
const SPANISH_COMPANY = 'JABCDEFGHI';

/** Persons have a letter by modulus 23, companies a Luhn digit or the equivalent letter. */
export const spanish: Check = (body) => {
  const place = 'XYZ'.indexOf(body.charAt(0));
  const person = place >= 0 ? `${String(place)}${body.slice(1, 8)}` : body.slice(/^[KLM]/.test(body) ? 1 : 0, 8);
  if (/^\d+$/.test(person)) return SPANISH_PERSON.charAt(Number(person) % 23) === last(body);
  const digit = luhnDigit(body.slice(1, 8));
  return last(body) === digit || last(body) === SPANISH_COMPANY.charAt(Number(digit));
};

/** Without I and O. */
const FRENCH_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A SIREN after a key of two characters; numbers of Monaco start with 000 and contain no SIREN. */
export const french: Check = (body) => {
  const key = body.slice(0, 2);
  const siren = body.slice(2);
  if (!siren.startsWith('000') && !endsInLuhn(siren)) return false;
  if (/^\d\d$/.test(key)) return frenchKey(siren) === key;
  const [first = 0, second = 0] = Array.from(key, (character) => FRENCH_CHARACTERS.indexOf(character));
  const value = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(value / 11)) % 11 === modulo(value, 11);
};

const IRISH_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';

/** Modulus 23 as a letter; a second letter counts nine times. Old numbers have a letter in the second position. */
export const irish: Check = (body) => {
  const isOld = /^\d[A-Z]/.test(body);
  const digits = isOld ? `0${body.slice(2, 7)}${body.charAt(0)}` : body;
  // A missing second letter counts as zero, like W.
  const second = Math.max(0, IRISH_LETTERS.indexOf(body.charAt(8)));
  return IRISH_LETTERS.charAt((weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23) === body.charAt(7);
};

/** Weights repeat from 1 to 9; a second series, offset by two, applies if the first results in 10. */
export const lithuanian: Check = (body) => {
  const series = (start: number): number[] => Array.from(front(body), (_digit, index) => ((index + start) % 9) + 1);
  return twoSeries(series(0), series(2))(body);
};

export const luxembourgish: Check = (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6));

const latvianCompany = leaves(11, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1], [3]);

/** Companies start with 4 or more. Persons' numbers starting with 32, issued since 2017, have no check digit. */
export const latvian: Check = (body) => {
  if (!/^[0-3]/.test(body)) return latvianCompany(body);
  if (body.startsWith('32')) return true;
  return String(((1 + weigh(front(body), [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10) === last(body);
};

const dutchCompany = leaves(11, [9, 8, 7, 6, 5, 4, 3, 2, -1]);

/** RSIN, or since 2020, for sole traders, ISO 7064 MOD 97-10 over the whole number with letters as two digits. */
export const dutch: Check = (body) => {
  if (dutchCompany(body)) return true;
  const text = Array.from(`NL${body}`, (character) => String(Number.parseInt(character, 36))).join('');
  return BigInt(text) % 97n === 1n;
};

/** Shorter numbers are padded with leading zeros. */
export const romanian: Check = (body) => endsInSum([70, 50, 30, 20, 10, 70, 50, 30, 20])(body.padStart(10, '0'));

const britishCompany = leaves(97, [8, 7, 6, 5, 4, 3, 2, 10, 1], [0, 42, 55]);

/** Government departments and health authorities have numbers of three digits, without a check digit. */
export const northernIrish: Check = (body) => /^(?:GD|HA)/.test(body) || britishCompany(body);

const slovenianSum = endsInSum([-8, -7, -6, -5, -4, -3, -2]);

/** No number has a weighted sum divisible by 11. */
export const slovenian: Check = (body) => slovenianSum(body) && weigh(body, [8, 7, 6, 5, 4, 3, 2]) % 11 !== 0;
