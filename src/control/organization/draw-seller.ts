import type { Seller } from '../../identity/organization.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { FAKES } from '../../generated/fakes.ts';
import { type VatCountry, completeVatNumber } from '../../vat/vat-numbers/draw-vat-number.ts';

/** By country: the number of free digits in a VAT number, and what stands around them, with `?` for the check digits. */
const NUMBERS: Readonly<Record<string, { readonly free: number; readonly markAround: (free: string) => string }>> = {
  AT: { free: 7, markAround: (free) => `U${free}?` },
  BE: { free: 8, markAround: (free) => `0${free.slice(1)}??` },
  DE: { free: 8, markAround: (free) => `${free}?` },
  NL: { free: 8, markAround: (free) => `${free}?B01` },
};

const HOMES = FAKES.markets.filter(({ country }) => country in NUMBERS);

/**
 * Generates a company. Requested values are kept; a requested country gets a matching VAT number if one can be
 * generated.
 */
export const drawSeller = (wish: Partial<Seller>, random: Random): Seller => {
  const usual = HOMES[random.integer(0, HOMES.length - 1)];
  const home = HOMES.find(({ country }) => country === wish.country) ?? usual;
  if (home === undefined) throw new Error('there is no market to draw a seller from');
  const company = pick(home.companies, random).replace('*', pick(home.houses, random));
  const vatNumber = drawVatNumber(home.country, random);
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
  const [city, postCode] = cities[random.integer(0, cities.length - 1)] ?? [];
  return `${pick(streets, random).replace('#', String(random.integer(1, 120)))}, ${postCode ?? ''} ${city ?? ''}`;
};

const pick = (list: readonly string[], random: Random): string => list[random.integer(0, list.length - 1)] ?? '';

const drawVatNumber = (country: string, random: Random): string => {
  const rule = NUMBERS[country];
  if (rule === undefined) throw new Error(`no VAT number can be made for ${country}`);
  for (;;) {
    const free = String(random.integer(10 ** (rule.free - 1), 10 ** rule.free - 1));
    const number = completeVatNumber(country as VatCountry, rule.markAround(free));
    if (number !== undefined) return number;
  }
};
