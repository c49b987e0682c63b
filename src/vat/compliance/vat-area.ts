import type { Schemas } from '../behaviour.ts';
import { isViesPrefix } from '../vies/vat-number.ts';

/**
 * Where something is for the VAT on goods: a member state by its ISO code, `XI` for Northern Ireland, which counts as one
 * for goods, or undefined for a third country. Assumption: vat-territories.
 */
export type VatArea = string | undefined;

/** Names of places that people write in another way than ISO or VIES does. */
const SAME_PLACE: Readonly<Record<string, string>> = {
  EL: 'GR',
  UK: 'GB',
  // Article 7 of Directive 2006/112/EC.
  MC: 'FR',
};

const GREECE = { iso: 'GR', prefix: 'EL' };

const areaOf = (code: string): VatArea => {
  const place = SAME_PLACE[code] ?? code;
  return isViesPrefix(place === GREECE.iso ? GREECE.prefix : place) ? place : undefined;
};

/** Who is registered there: the prefix of the number says so. */
export const areaOfNumber = (vatNumber: string): VatArea => areaOf(vatNumber.slice(0, 2));

/** Where the goods arrive: Northern Ireland has the country code GB, and post codes of its own. */
export const areaOfAddress = ({ country, postCode }: Pick<Schemas['AddressInput'], 'country' | 'postCode'>): VatArea =>
  (SAME_PLACE[country] ?? country) === 'GB' && /^\s*BT/i.test(postCode) ? 'XI' : areaOf(country);
