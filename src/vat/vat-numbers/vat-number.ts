import { VAT_NUMBERS } from '../../generated/vat-numbers.ts';
import { drawFrom } from '../../engine/sdk.ts';
import type { Random } from '../../kernel/random.ts';

/** Whether the check digits of a number without its prefix are correct. The format has been validated before. */
type Check = (body: string) => boolean;

const toDigits = (text: string): readonly number[] => Array.from(text, Number);

/** Weighted sum of the digits; digits beyond the weights are ignored. */
const weigh = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(text.charAt(index)), 0);

/** Non-negative remainder. */
const modulo = (number: number, divisor: number): number => ((number % divisor) + divisor) % divisor;

/** Luhn: every second digit from the right counts double, as the sum of its digits; the total must end in zero. */
const luhnDigit = (text: string): string => {
  const total = toDigits(text).reduceRight((sum, digit, index) => {
    const number = (text.length - index) % 2 === 1 ? digit * 2 : digit;
    return sum + (number > 9 ? number - 9 : number);
  }, 0);
  return String((10 - (total % 10)) % 10);
};

/** ISO 7064 MOD 11,10: carries the product from digit to digit; zero counts as ten. */
const carriedDigit = (text: string): string => {
  let product = 10;
  for (const digit of toDigits(text)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return String((11 - product) % 10);
};

const last = (body: string): string => body.slice(-1);
const front = (body: string): string => body.slice(0, -1);

/** The weighted sum of all digits, including the check digit, has one of the remainders. */
const leaves =
  (modulus: number, weights: readonly number[], remainders: readonly number[] = [0]): Check =>
  (body) =>
    remainders.includes(modulo(weigh(body, weights), modulus));

/** The last digit of the weighted sum modulo 11 is the check digit. */
const endsInSum =
  (weights: readonly number[], modulus = 11): Check =>
  (body) =>
    String(modulo(weigh(front(body), weights), modulus) % 10) === last(body);

const endsInLuhn: Check = (body) => luhnDigit(front(body)) === last(body);

const endsInCarried: Check = (body) => carriedDigit(front(body)) === last(body);

/** If one series of weights results in 10, uses a second one. */
const twoSeries =
  (first: readonly number[], second: readonly number[]): Check =>
  (body) => {
    const sum = weigh(front(body), first) % 11;
    return String((sum === 10 ? weigh(front(body), second) % 11 : sum) % 10) === last(body);
  };

/** Luhn over seven digits, the last of which counts once, less 4. */
const austrian: Check = (body) => String((Number(luhnDigit(`${body.slice(1, 8)}0`)) + 6) % 10) === last(body);

/** Enterprise number: the last two digits are 97 less the first eight modulo 97. */
const belgian: Check = (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8));

const bulgarianCompany = twoSeries([1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]);
const bulgarianPerson: readonly Check[] = [
  endsInSum([2, 4, 8, 5, 10, 9, 7, 3, 6]),
  endsInSum([21, 19, 17, 13, 11, 9, 7, 3, 1], 10),
  leaves(11, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]),
];

/** Nine digits for companies, ten for persons, foreigners and others, each with its own weights. */
const bulgarian: Check = (body) =>
  body.length === 9 ? bulgarianCompany(body) : bulgarianPerson.some((check) => check(body));

/** Values of digits at odd positions; the check letter is the remainder of 26. */
const CYPRIOT_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

const cypriot: Check = (body) => {
  const values = toDigits(front(body)).map((digit, index) => (index % 2 === 0 ? (CYPRIOT_VALUES[digit] ?? 0) : digit));
  return String.fromCharCode(65 + (values.reduce((total, value) => total + value, 0) % 26)) === last(body);
};

/** Eight digits for companies, nine starting with 6 for special cases, otherwise a person's birth number. */
const czech: Check = (body) => {
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
const spanish: Check = (body) => {
  const place = 'XYZ'.indexOf(body.charAt(0));
  const person = place >= 0 ? `${place}${body.slice(1, 8)}` : body.slice(/^[KLM]/.test(body) ? 1 : 0, 8);
  if (/^\d+$/.test(person)) return SPANISH_PERSON.charAt(Number(person) % 23) === last(body);
  const digit = luhnDigit(body.slice(1, 8));
  return last(body) === digit || last(body) === SPANISH_COMPANY.charAt(Number(digit));
};

/** Without I and O. */
const FRENCH_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Two digits that precede a SIREN. */
const frenchKey = (siren: string): string => String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0');

/** A SIREN after a key of two characters; numbers of Monaco start with 000 and contain no SIREN. */
const french: Check = (body) => {
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
const irish: Check = (body) => {
  const isOld = /^\d[A-Z]/.test(body);
  const digits = isOld ? `0${body.slice(2, 7)}${body.charAt(0)}` : body;
  // A missing second letter counts as zero, like W.
  const second = Math.max(0, IRISH_LETTERS.indexOf(body.charAt(8)));
  return IRISH_LETTERS.charAt((weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23) === body.charAt(7);
};

/** Weights repeat from 1 to 9; a second series, offset by two, applies if the first results in 10. */
const lithuanian: Check = (body) => {
  const series = (start: number): number[] => Array.from(front(body), (_digit, index) => ((index + start) % 9) + 1);
  return twoSeries(series(0), series(2))(body);
};

const luxembourgish: Check = (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6));

const latvianCompany = leaves(11, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1], [3]);

/** Companies start with 4 or more. Persons' numbers starting with 32, issued since 2017, have no check digit. */
const latvian: Check = (body) => {
  if (!/^[0-3]/.test(body)) return latvianCompany(body);
  if (body.startsWith('32')) return true;
  return String(((1 + weigh(front(body), [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10) === last(body);
};

/** RSIN: weights 9 down to 2, modulo 11. */
const dutchCompany = leaves(11, [9, 8, 7, 6, 5, 4, 3, 2, -1]);

/** A company, or since 2020, for sole traders, ISO 7064 MOD 97-10 over the whole number with letters as two digits. */
const dutch: Check = (body) => {
  if (dutchCompany(body)) return true;
  const text = Array.from(`NL${body}`, (character) => String(Number.parseInt(character, 36))).join('');
  return BigInt(text) % 97n === 1n;
};

/** Shorter numbers are padded with leading zeros. */
const romanian: Check = (body) => endsInSum([70, 50, 30, 20, 10, 70, 50, 30, 20])(body.padStart(10, '0'));

const britishCompany = leaves(97, [8, 7, 6, 5, 4, 3, 2, 10, 1], [0, 42, 55]);

/** Government departments and health authorities have numbers of three digits, without a check digit. */
const northernIrish: Check = (body) => /^(?:GD|HA)/.test(body) || britishCompany(body);

const slovenianSum = endsInSum([-8, -7, -6, -5, -4, -3, -2]);

/** No number has a weighted sum divisible by 11. */
const slovenian: Check = (body) => slovenianSum(body) && weigh(body, [8, 7, 6, 5, 4, 3, 2]) % 11 !== 0;

/** Those that spec/vat-numbers.yaml names. */
const CHECKS = {
  austrian,
  belgian,
  bulgarian,
  carried: endsInCarried,
  cypriot,
  czech,
  dutch,
  french,
  irish,
  latvian,
  lithuanian,
  luhn: endsInLuhn,
  luxembourgish,
  northernIrish,
  romanian,
  slovak: (body) => Number(body) % 11 === 0,
  slovenian,
  spanish,
  swedish: (body) => endsInLuhn(body.slice(0, 10)),
} satisfies Record<string, Check>;

interface NationalRule {
  readonly form: string;
  readonly check?: keyof typeof CHECKS;
  readonly leavesNothing?: { readonly modulus: number; readonly weights: readonly number[] };
  readonly endsInSum?: readonly number[];
}

const checkOf = ({ check, leavesNothing, endsInSum: weights }: NationalRule): Check =>
  check !== undefined
    ? CHECKS[check]
    : leavesNothing === undefined
      ? endsInSum(weights ?? [])
      : leaves(leavesNothing.modulus, leavesNothing.weights);

/** By prefix. */
const RULES = new Map(
  Object.entries<NationalRule>(VAT_NUMBERS.rules).map(([prefix, rule]) => [
    prefix,
    { form: new RegExp(`^(?:${rule.form})$`), check: checkOf(rule) },
  ]),
);

/** Prefixes of the VAT numbers that VIES covers. */
export const VIES_PREFIXES: readonly string[] = [...RULES.keys()];

/** Whether VIES covers numbers with this prefix: those of the member states and of Northern Ireland. */
export const isViesPrefix = (prefix: string): boolean => RULES.has(prefix);

/** Only Greece has a prefix that is not its country code. */
export const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country);

/** Common wrong prefixes, with the correct one. */
const OTHER_PREFIXES: Readonly<Record<string, string | undefined>> = VAT_NUMBERS.otherPrefixes;

/** Why VIES does not support the prefix of a number; undefined if it does. */
export const faultOfPrefix = (vatNumber: string): string | undefined => {
  const prefix = vatNumber.slice(0, 2);
  if (isViesPrefix(prefix)) return undefined;
  const hint = OTHER_PREFIXES[prefix] ?? 'VIES covers EU member states only.';
  return `VIES does not know the prefix ${prefix}. ${hint}`;
};

/** What is wrong with a VAT number; undefined if its format and check digits are valid. */
export const faultOfVatNumber = (vatNumber: string): string | undefined => {
  const prefix = vatNumber.slice(0, 2);
  const body = vatNumber.slice(2);
  const rule = RULES.get(prefix);
  if (rule === undefined) return faultOfPrefix(vatNumber);
  if (!rule.form.test(body)) return `${vatNumber} does not match the format of VAT numbers with the prefix ${prefix}.`;
  return rule.check(body) ? undefined : `The check digits of ${vatNumber} are wrong.`;
};

const FORMS: Readonly<Record<string, readonly [string, ...string[]] | undefined>> = VAT_NUMBERS.drawn;

/** What is drawn is a company: a SIREN behind its key, and no sole trader. */
const COMPANIES: Readonly<Record<string, Check>> = { FR: endsInLuhn, NL: dutchCompany };

/** Whether VAT numbers of a country can be drawn. */
export const isVatCountry = (country: string): boolean => Object.hasOwn(FORMS, prefixOf(country));

/**
 * A number with valid check digits. It may by chance be a real one, so never send it to the real VIES. The usual one has the
 * default form, so that additional forms do not change the numbers of existing fixtures.
 */
export const drawVatNumber = (random: Random, country: string, { isUsual = false } = {}): string => {
  const prefix = prefixOf(country);
  const forms = FORMS[prefix];
  if (forms === undefined) throw new Error(`no VAT number of ${country} can be drawn`);
  const form = isUsual ? forms[0] : drawFrom(forms, random);
  for (;;) {
    const number = complete(
      form.replaceAll('#', () => String(random.integer(1, 9))),
      COMPANIES[prefix] ?? RULES.get(prefix)?.check,
    );
    if (number !== undefined) return prefix + (prefix === 'FR' ? frenchKey(number) : '') + number;
  }
};

/** With its check digits, which `?` marks; undefined if there are none, as under modulus 11 if the remainder needs two digits. */
const complete = (marked: string, check: Check | undefined): string | undefined => {
  const count = marked.split('?').length - 1;
  for (let digits = 0; digits < 10 ** count; digits++) {
    const text = String(digits).padStart(count, '0');
    let place = 0;
    const body = marked.replaceAll('?', () => text.charAt(place++));
    if (check?.(body) === true) return body;
  }
  return undefined;
};
