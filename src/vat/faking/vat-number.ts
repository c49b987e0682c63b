import type { Draw } from '../../engine/faking/generator.ts';
import {
  type CompleteNumber,
  austrian,
  belgian,
  dutch,
  french,
  german,
  greek,
  italian,
  polish,
  spanish,
} from '../vies/completed-numbers.ts';

type Faker = Draw['faker'];

/** The VAT number of a country: the digits that are free are drawn, the check digits follow from them. */
interface VatNumberRule {
  readonly draw: (faker: Faker) => string;
  readonly complete: CompleteNumber;
}

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
