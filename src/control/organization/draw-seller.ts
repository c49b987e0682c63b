import { drawFrom } from '../../engine/sdk.ts';
import type { Seller } from '../../identity/organization.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { FAKES } from '../../generated/fakes.ts';
import { drawVatNumber } from '../../vat/vat-numbers/vat-number.ts';

const HOMES = FAKES.markets.filter(({ country }) => ['AT', 'BE', 'DE', 'NL'].includes(country));

/**
 * Generates a company. Requested values are kept; a requested country gets a matching VAT number if one can be
 * generated.
 */
export const drawSeller = (wish: Partial<Seller>, random: Random): Seller => {
  const usual = drawFrom(HOMES, random);
  const home = HOMES.find(({ country }) => country === wish.country) ?? usual;
  const company = drawFrom(home.companies, random).replace('*', drawFrom(home.houses, random));
  const vatNumber = drawVatNumber(random, home.country);
  const uuid = wish.uuid?.toLowerCase() ?? drawUuid(random);
  // In a country without a market, no address is better than one abroad.
  const address =
    wish.address ?? (home.country === (wish.country ?? home.country) ? drawAddress(home, random) : undefined);
  return {
    uuid,
    companyName: wish.companyName ?? company,
    vatNumber: wish.vatNumber ?? vatNumber,
    ...(address === undefined ? {} : { address }),
    country: wish.country ?? home.country,
  };
};

const drawAddress = ({ streets, cities }: (typeof HOMES)[number], random: Random): string => {
  const [city, postCode] = drawFrom<readonly [string, string]>(cities, random);
  return `${drawFrom(streets, random).replace('#', String(random.integer(1, 120)))}, ${postCode} ${city}`;
};
