import { VAT_LAW } from '../../generated/vat-law.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { OrderRecord } from '../orders/order.ts';
import { isViesPrefix } from '../vat-numbers/vat-number.ts';

/**
 * Territory for VAT on goods: a member state by its ISO code, `XI` for Northern Ireland, which is treated as one for
 * goods, or undefined for a third country. Assumption: vat-territories.
 */
type VatArea = string | undefined;

const SAME_PLACE: Readonly<Record<string, string>> = VAT_LAW.samePlace;

/** Article 6: parts of member states outside the scope of the Directive. */
const OUTSIDE_THE_VAT_AREA = VAT_LAW.outsideTheVatArea.map(({ country, postCodes }) => ({
  country,
  postCodes: new RegExp(`^(${postCodes.join('|').replaceAll('x', String.raw`\d`)})$`),
}));

const GREECE = { iso: 'GR', prefix: 'EL' };

const areaOf = (code: string): VatArea => {
  const place = SAME_PLACE[code] ?? code;
  return isViesPrefix(place === GREECE.iso ? GREECE.prefix : place) ? place : undefined;
};

/** Area of registration, from the prefix of the number. */
export const areaOfNumber = (vatNumber: string): VatArea => areaOf(vatNumber.slice(0, 2));

/** Area where the transport begins, as far as anybody knows. Assumption: seller-vat-number. */
export const areaOfSeller = ({ sellerVatNumber }: Pick<OrderRecord, 'sellerVatNumber'>): VatArea =>
  sellerVatNumber === undefined ? undefined : areaOfNumber(sellerVatNumber);

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
  const digits = postCode.replaceAll(/\D/g, '');
  const isOutside = OUTSIDE_THE_VAT_AREA.some((part) => part.country === place && part.postCodes.test(digits));
  return isOutside ? undefined : areaOf(place);
};
