import { drawFrom } from '../../engine/faking/generator.ts';
import type { Random } from '../../kernel/random.ts';

/** Arithmetic of check digits. */

export const toDigits = (text: string): number[] => Array.from(text, Number);

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Weighted sum of the digits; digits beyond the weights are ignored. */
export const weigh = (text: string, weights: readonly number[]): number =>
  sum(weights.map((weight, index) => weight * Number(text.charAt(index))));

/** Non-negative remainder. */
export const modulo = (number: number, divisor: number): number => ((number % divisor) + divisor) % divisor;

export const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Luhn: every second digit from the right counts double, as the sum of its digits; the total must end in zero. */
export const luhnDigit = (text: string): string => {
  const total = toDigits(text)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .map((number) => (number > 9 ? number - 9 : number));
  return String((10 - (sum(total) % 10)) % 10);
};

/** ISO 7064 MOD 11,10: carries the product from digit to digit; zero counts as ten. */
export const carriedDigit = (text: string): string => {
  let product = 10;
  for (const digit of toDigits(text)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return String((11 - product) % 10);
};

/**
 * Completes free digits to a whole VAT number with prefix and check digits. Undefined if no check digit exists, as
 * under modulus 11 if the remainder would need two digits.
 */
export type CompleteNumber = (digits: string) => string | undefined;

/** ISO 7064 MOD 11,10. */
export const german = (eight: string): string => `DE${eight}${carriedDigit(eight)}`;

/** The SIREN (Luhn), preceded by a key of two digits: 12 plus three times the SIREN modulo 97, modulo 97. */
export const french = (eight: string): string => {
  const siren = eight + luhnDigit(eight);
  return `FR${frenchKey(siren)}${siren}`;
};

export const frenchKey = (siren: string): string => twoDigits((12 + 3 * (Number(siren) % 97)) % 97);

/** Seven digits, three digits of the provincial office, Luhn. */
export const italian = (ten: string): string => `IT${ten}${luhnDigit(ten)}`;

/** NIP: weighted sum modulo 11. */
export const polish: CompleteNumber = (nine) => {
  const check = weigh(nine, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11;
  return check === 10 ? undefined : `PL${nine}${String(check)}`;
};

/** RSIN: weights 9 down to 2, modulo 11. B01 is the first VAT registration of the company. */
export const dutch: CompleteNumber = (eight) => {
  const check = weigh(eight, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return check === 10 ? undefined : `NL${eight}${String(check)}B01`;
};

/** Enterprise number: the last two digits are 97 less the first eight modulo 97. */
export const belgian = (eight: string): string => `BE${eight}${twoDigits(97 - (Number(eight) % 97))}`;

/**
 * Every second digit counts double, as the sum of its digits; the total plus 4 is complemented to a multiple of ten.
 */
export const austrian = (seven: string): string => {
  const total = toDigits(seven).map((digit, index) =>
    index % 2 === 0 ? digit : Math.trunc(digit / 5) + ((digit * 2) % 10),
  );
  return `ATU${seven}${String((96 - sum(total)) % 10)}`;
};

/** CIF of a limited company (letter B), Luhn; other legal forms have a letter as check digit. */
export const spanish = (seven: string): string => `ESB${seven}${luhnDigit(seven)}`;

/** AFM: descending powers of two, modulo 11, then modulo 10. The prefix is EL although the country is GR. */
export const greek = (eight: string): string =>
  `EL${eight}${String((weigh(eight, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10)}`;

/** The VAT numbers of a country: free digits are generated, check digits computed. */
interface VatNumberRule {
  /** Each `#` is a free digit from 1 to 9, which is valid in every country. The first form is the default. */
  readonly forms: readonly [string, ...string[]];
  readonly complete: CompleteNumber;
}

/** By ISO country code. */
const RULES = {
  AT: { forms: ['#######'], complete: austrian },
  // Enterprise numbers started at 0400000000 when they replaced the older VAT numbers.
  BE: { forms: ['04######', '05######', '06######', '07######'], complete: belgian },
  DE: { forms: ['########'], complete: german },
  // The first two digits are the province of registration: 28 Madrid, 08 Barcelona, 46 Valencia, 41 Sevilla.
  ES: { forms: ['28#####', '08#####', '46#####', '41#####'], complete: spanish },
  FR: { forms: ['########'], complete: french },
  // Companies start with 8 or 9, persons with lower digits.
  GR: { forms: ['99######', '80######'], complete: greek },
  // The last three digits are the province of the tax office, of which there are about a hundred.
  IT: { forms: ['#######01#', '#######02#', '#######05#', '#######07#'], complete: italian },
  // Legal entities start with 8.
  NL: { forms: ['8#######'], complete: dutch },
  // The tax office that issued the number: three digits without leading zeros.
  PL: { forms: ['#########'], complete: polish },
} satisfies Record<string, VatNumberRule>;

export type VatCountry = keyof typeof RULES;

export const isVatCountry = (country: string): country is VatCountry => Object.hasOwn(RULES, country);

const drawByForm = (form: string, complete: CompleteNumber, random: Random): string => {
  for (;;) {
    const number = complete(form.replaceAll('#', () => String(random.integer(1, 9))));
    if (number !== undefined) return number;
  }
};

/** A number with valid check digits. It may by chance be a real one, so never send it to the real VIES. */
export const drawVatNumber = (random: Random, country: VatCountry): string => {
  const { forms, complete }: VatNumberRule = RULES[country];
  return drawByForm(drawFrom(forms, random), complete, random);
};

/** The same, in the default form only, so that additional forms do not change the numbers of existing fixtures. */
export const drawUsualVatNumber = (random: Random, country: VatCountry): string => {
  const { forms, complete }: VatNumberRule = RULES[country];
  return drawByForm(forms[0], complete, random);
};
