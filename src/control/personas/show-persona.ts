import type { FixtureSet } from '../../vat/fixtures/fixture.ts';
import type { Persona } from './persona.ts';

export type ShownPersona = ReturnType<typeof toShownPersona>;

/** A persona as it is listed, with what it has. */
export const toShownPersona = (
  { name, title, about, kycMode, organization }: Persona,
  { buyers, orders }: FixtureSet,
  isActive: boolean,
) => ({
  name,
  title,
  about,
  kycMode,
  organization: organization.name,
  sellers: organization.sellers,
  rateLimitTier: organization.rateLimitTier,
  capabilities: organization.capabilities,
  countries: [
    ...new Set([
      ...organization.sellers.map(({ country }) => country),
      ...buyers.map(({ address }) => address.country),
    ]),
  ].sort(),
  counts: {
    buyers: buyers.length,
    orders: orders.length,
    vehicles: orders.reduce((count, { vins }) => count + vins.length, 0),
    verdicts: orders.filter(({ decision }) => decision !== undefined).length,
  },
  isActive,
});
