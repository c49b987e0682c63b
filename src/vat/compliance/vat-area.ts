import type { Schemas } from '../api/behaviour.ts';
import { isViesPrefix } from '../vat-numbers/vat-number.ts';

/**
 * Territory for VAT on goods: a member state by its ISO code, `XI` for Northern Ireland, which is treated as one for
 * goods, or undefined for a third country. Assumption: vat-territories.
 */
export type VatArea = string | undefined;

/** Common names and codes of places that differ from those of ISO or VIES. */
const SAME_PLACE: Readonly<Record<string, string>> = {
  EL: 'GR',
  UK: 'GB',
  // Article 7 of Directive 2006/112/EC.
  MC: 'FR',
};

/** Article 6: parts of member states outside the scope of the Directive, by post code. */
const OUTSIDE_THE_VAT_AREA: Readonly<Record<string, RegExp>> = {
  // Heligoland, Büsingen.
  DE: /^(27498|78266)$/,
  // The Canary Islands, Ceuta, Melilla.
  ES: /^(35|38|51|52)\d{3}$/,
  // Åland.
  FI: /^22\d{3}$/,
  // The overseas territories.
  FR: /^97\d{3}$/,
  // Mount Athos.
  GR: /^6308[67]$/,
  // Livigno, Campione d'Italia.
  IT: /^(23041|22061)$/,
};

const GREECE = { iso: 'GR', prefix: 'EL' };

const areaOf = (code: string): VatArea => {
  const place = SAME_PLACE[code] ?? code;
  return isViesPrefix(place === GREECE.iso ? GREECE.prefix : place) ? place : undefined;
};

/** Area of registration, from the prefix of the number. */
export const areaOfNumber = (vatNumber: string): VatArea => areaOf(vatNumber.slice(0, 2));

/**
 * Area of arrival. The post code distinguishes Northern Ireland from the rest of GB, and the parts of member states
 * that count as third countries from the rest of them.
 */
export const areaOfAddress = ({
  country,
  postCode,
}: Pick<Schemas['AddressInput'], 'country' | 'postCode'>): VatArea => {
  const place = SAME_PLACE[country] ?? country;
  if (place === 'GB' && /^\s*BT/i.test(postCode)) return 'XI';
  return OUTSIDE_THE_VAT_AREA[place]?.test(postCode.replaceAll(/\D/g, '')) === true ? undefined : areaOf(place);
};
