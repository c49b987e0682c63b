import { plainProblem } from '../../engine/problems/problem.ts';
import { type OrganizationChange, changeOrganization } from '../../engine/sandbox/organization-change.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { drawFrom } from '../../engine/sdk.ts';
import type { SandboxChange } from '../../generated/control-schemas.ts';
import { FAKES } from '../../generated/fakes.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type Organization, type Seller, lowerTier } from '../../identity/organization.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { type Random, createRandom } from '../../kernel/random.ts';
import { drawVatNumber } from '../../vat/vat-numbers/vat-number.ts';

/** Requested changes; omitted members stay unchanged. */
export type OrganizationChanges = Omit<SandboxChange, 'extend'>;

/** Reads and changes the organization of a sandbox. */
export const createOrganizationControl = ({
  clients,
  capsTiers,
}: {
  readonly clients: ClientDirectory;
  /** Whether a tier cannot exceed the initial one. */
  readonly capsTiers: boolean;
}) => ({
  // The caller's copy always has the agreement accepted, because control calls do not depend on it.
  of: (owner: Organization): Organization => clients.findBySandbox(owner.sandbox) ?? owner,
  /** `GET /me` shows the change from the next call on. */
  change: async (sandbox: Sandbox, { sellers, ...rest }: OrganizationChanges): Promise<Organization> => {
    const known = [clients.findBySandbox(sandbox.id), clients.beginningOf(sandbox.id)].filter(
      (organization) => organization !== undefined,
    );
    const beginning = known.at(-1);
    const { rateLimitTier } = rest;
    if (capsTiers && beginning !== undefined && rateLimitTier !== undefined)
      checkTier(rateLimitTier, beginning.rateLimitTier);
    const change: OrganizationChange = {
      ...rest,
      ...(sellers && { sellers: completeSellers(sellers, known) }),
    };
    await sandbox.transact((work) => changeOrganization(work, change));
    const organization = clients.findBySandbox(sandbox.id);
    if (organization === undefined) throw new Error(`sandbox ${sandbox.id} has no organization`);
    return organization;
  },
});

const checkTier = (wanted: Organization['rateLimitTier'], most: Organization['rateLimitTier']): void => {
  if (lowerTier(wanted, most) === wanted) return;
  throw plainProblem(
    403,
    `In hosted mode the tier cannot rise above the one that the sandbox was created with, which is ${most}. Ask the operator for a sandbox with rateLimitTier ${wanted}.`,
  );
};

/** Completes a partner with known data, or with generated data that depends only on its UUID. */
const completeSellers = (
  wishes: NonNullable<SandboxChange['sellers']>,
  known: readonly Organization[],
): readonly Seller[] => {
  const sellers = known.flatMap((organization) => organization.sellers);
  const complete = (wish: (typeof wishes)[number]): Seller => {
    const { uuid, ...said } = typeof wish === 'string' ? { uuid: wish } : wish;
    const id = uuid.toLowerCase();
    const usual = sellers.find((seller) => seller.uuid === id);
    return usual === undefined
      ? drawSeller({ ...said, uuid: id }, createRandom(`partner/${id}`))
      : { ...usual, ...said, uuid: id };
  };
  return [...new Map(wishes.map(complete).map((seller) => [seller.uuid, seller])).values()];
};

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
