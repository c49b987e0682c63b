import { drawFrom } from '../../engine/sdk.ts';
import type { Random } from '../../kernel/random.ts';
import { type Check, checkOf, dutchCompany, endsInLuhn, frenchKey } from './vat-number.ts';

/** The VAT numbers that are drawn of a country. */
interface VatNumberForm {
  readonly prefix: string;
  /** `#` is a free digit from 1 to 9, which is valid in every country, and `?` a check digit. The first form is the default. */
  readonly forms: readonly [string, ...string[]];
  /** Default: that of the prefix. */
  readonly check?: Check;
  /** What precedes the digits and follows from them. */
  readonly keyOf?: (body: string) => string;
}

/** By ISO country code. */
const FORMS = {
  AT: { prefix: 'AT', forms: ['U#######?'] },
  // Enterprise numbers started at 0400000000 when they replaced the older VAT numbers.
  BE: { prefix: 'BE', forms: ['04######??', '05######??', '06######??', '07######??'] },
  DE: { prefix: 'DE', forms: ['########?'] },
  // A limited company (letter B). The first two digits are the province of registration: 28 Madrid, 08 Barcelona, 46 Valencia,
  // 41 Sevilla.
  ES: { prefix: 'ES', forms: ['B28#####?', 'B08#####?', 'B46#####?', 'B41#####?'] },
  // A SIREN behind its key.
  FR: { prefix: 'FR', forms: ['########?'], check: endsInLuhn, keyOf: frenchKey },
  // The prefix is EL although the country is GR. Companies start with 8 or 9, persons with lower digits.
  GR: { prefix: 'EL', forms: ['99######?', '80######?'] },
  // The last three digits before the check digit are the province of the tax office, of which there are about a hundred.
  IT: { prefix: 'IT', forms: ['#######01#?', '#######02#?', '#######05#?', '#######07#?'] },
  // Legal entities start with 8; B01 is the first VAT registration of the company.
  NL: { prefix: 'NL', forms: ['8#######?B01'], check: dutchCompany },
  // The tax office that issued the number: three digits without leading zeros.
  PL: { prefix: 'PL', forms: ['#########?'] },
} satisfies Record<string, VatNumberForm>;

export type VatCountry = keyof typeof FORMS;

export const isVatCountry = (country: string): country is VatCountry => Object.hasOwn(FORMS, country);

/**
 * The VAT number of a country whose check digits are marked by `?`. Undefined if there are none, as under modulus 11 if the
 * remainder would need two digits.
 */
export const completeVatNumber = (country: VatCountry, marked: string): string | undefined => {
  const { prefix, check = checkOf(prefix), keyOf = () => '' }: VatNumberForm = FORMS[country];
  const count = marked.split('?').length - 1;
  for (let digits = 0; digits < 10 ** count; digits++) {
    const text = String(digits).padStart(count, '0');
    let place = 0;
    const body = marked.replaceAll('?', () => text.charAt(place++));
    if (check(body)) return prefix + keyOf(body) + body;
  }
  return undefined;
};

const drawByForm = (country: VatCountry, form: string, random: Random): string => {
  for (;;) {
    const number = completeVatNumber(
      country,
      form.replaceAll('#', () => String(random.integer(1, 9))),
    );
    if (number !== undefined) return number;
  }
};

/** A number with valid check digits. It may by chance be a real one, so never send it to the real VIES. */
export const drawVatNumber = (random: Random, country: VatCountry): string =>
  drawByForm(country, drawFrom(FORMS[country].forms, random), random);

/** The same, in the default form only, so that additional forms do not change the numbers of existing fixtures. */
export const drawUsualVatNumber = (random: Random, country: VatCountry): string =>
  drawByForm(country, FORMS[country].forms[0], random);
