import { drawFrom } from '../../engine/faking/generators/draw-from.ts';
import type { Random } from '../../kernel/random.ts';
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
} from '../vat-numbers/completed-numbers.ts';

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
