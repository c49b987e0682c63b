import type { Draw } from '../../engine/faking/generator.ts';

type Faker = Draw['faker'];

/**
 * The VAT number of a country: the digits that are free, and the number that they make with their check digit.
 * Undefined when no check digit exists for them, as under modulus 11 when the remainder would need two digits.
 */
interface VatNumberRule {
  readonly draw: (faker: Faker) => string;
  readonly complete: (digits: string) => string | undefined;
}

const toDigits = (text: string): number[] => Array.from(text, Number);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const weigh = (text: string, weights: readonly number[]): number =>
  sum(toDigits(text).map((digit, index) => digit * (weights[index] ?? 0)));
const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Every second digit from the right counts double, a result of two digits as their sum; all of it ends in zero. */
const luhnDigit = (text: string): string => {
  const total = toDigits(text)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .map((number) => (number > 9 ? number - 9 : number));
  return String((10 - (sum(total) % 10)) % 10);
};

/** ISO 7064 MOD 11,10: the product is carried from digit to digit, and zero counts as ten. */
export const german = (eight: string): string => {
  let product = 10;
  for (const digit of toDigits(eight)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return `DE${eight}${String((11 - product) % 10)}`;
};

/** The SIREN (Luhn) behind a key of two digits: 12 plus three times the SIREN modulo 97, modulo 97. */
export const french = (eight: string): string => {
  const siren = eight + luhnDigit(eight);
  return `FR${twoDigits((12 + 3 * (Number(siren) % 97)) % 97)}${siren}`;
};

/** Seven digits, the three of the provincial office, Luhn. */
export const italian = (ten: string): string => `IT${ten}${luhnDigit(ten)}`;

/** NIP: weighted sum modulo 11. */
export const polish = (nine: string): string | undefined => {
  const check = weigh(nine, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11;
  return check === 10 ? undefined : `PL${nine}${String(check)}`;
};

/** RSIN: weights 9 down to 2, modulo 11. B01 is the first VAT registration of the company. */
export const dutch = (eight: string): string | undefined => {
  const check = weigh(eight, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return check === 10 ? undefined : `NL${eight}${String(check)}B01`;
};

/** Enterprise number: the last two digits are 97 less the first eight modulo 97. */
export const belgian = (eight: string): string => `BE${eight}${twoDigits(97 - (Number(eight) % 97))}`;

/** Every second digit counts double, as the sum of its digits; the total and 4 more are brought to a full ten. */
export const austrian = (seven: string): string => {
  const total = toDigits(seven).map((digit, index) =>
    index % 2 === 0 ? digit : Math.trunc(digit / 5) + ((digit * 2) % 10),
  );
  return `ATU${seven}${String((96 - sum(total)) % 10)}`;
};

/** CIF of a limited company (letter B), Luhn; other kinds of entity carry a letter for a check digit. */
export const spanish = (seven: string): string => `ESB${seven}${luhnDigit(seven)}`;

/** AFM: descending powers of two, modulo 11, then modulo 10. The prefix is EL although the country is GR. */
export const greek = (eight: string): string =>
  `EL${eight}${String((weigh(eight, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10)}`;

const digits = (faker: Faker, length: number): string => faker.string.numeric(length);
const nonZero = (faker: Faker, length: number): string => faker.string.numeric({ length, allowLeadingZeros: false });

/** By ISO country code. */
const RULES = {
  AT: { draw: (faker) => nonZero(faker, 7), complete: austrian },
  // Enterprise numbers began at 0400000000 when they took the place of the older VAT numbers.
  BE: { draw: (faker) => `0${String(faker.number.int({ min: 4, max: 7 }))}${digits(faker, 6)}`, complete: belgian },
  DE: { draw: (faker) => nonZero(faker, 8), complete: german },
  // The first two digits are the province of registration: 28 Madrid, 08 Barcelona, 46 Valencia, 41 Sevilla.
  ES: { draw: (faker) => faker.helpers.arrayElement(['28', '08', '46', '41']) + digits(faker, 5), complete: spanish },
  FR: { draw: (faker) => nonZero(faker, 8), complete: french },
  // Companies begin with 8 or 9, persons with lower digits.
  GR: { draw: (faker) => faker.helpers.arrayElement(['80', '99']) + digits(faker, 6), complete: greek },
  IT: {
    draw: (faker) => digits(faker, 7) + String(faker.number.int({ min: 1, max: 100 })).padStart(3, '0'),
    complete: italian,
  },
  // Legal entities begin with 8.
  NL: { draw: (faker) => `8${digits(faker, 7)}`, complete: dutch },
  // The tax office that issued the number, three digits without zeros at the beginning.
  PL: { draw: (faker) => nonZero(faker, 9), complete: polish },
} satisfies Record<string, VatNumberRule>;

export type VatCountry = keyof typeof RULES;

/** A number that passes its country's check. It may by chance be somebody's, so it is never for the real VIES. */
export const drawVatNumber = (faker: Faker, country: VatCountry): string => {
  const rule: VatNumberRule = RULES[country];
  for (;;) {
    const number = rule.complete(rule.draw(faker));
    if (number !== undefined) return number;
  }
};
