import type { Organization, Seller } from '../../identity/organization.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { drawSeller } from '../organization/draw-seller.ts';

/** Options of a new sandbox; omitted values are generated. */
export interface SandboxOptions {
  readonly name?: string;
  readonly rateLimitTier?: Organization['rateLimitTier'];
  readonly capabilities?: Partial<Organization['capabilities']>;
  /** Number of sellers, or the sellers themselves. */
  readonly sellers?: number | readonly Partial<Seller>[];
  /** Number of API clients. */
  readonly clients?: number;
  readonly seed?: string;
  readonly fixtures?: boolean;
  readonly dpaAccepted?: boolean;
  /** Name of the persona that it begins as, also after a reset. */
  readonly persona?: string;
}

/** A sandbox as the server itself makes it: a caller of the control API cannot set these. */
export interface SandboxWish extends SandboxOptions {
  /** With the id of the link, if one makes it; undefined for a sandbox that is not for a visitor. */
  readonly visitor?: { readonly link?: string };
}

const USUAL_SELLERS = 2;

const SLUG = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ids that cannot collide with those of the organizations file, and are short enough to read aloud. */
export const drawSandboxId = (random: Random): string =>
  `sb-${Array.from({ length: 16 }, () => SLUG.charAt(random.integer(0, SLUG.length - 1))).join('')}`;

export const drawOrganization = (
  sandbox: string,
  {
    name = `Sandbox ${sandbox}`,
    rateLimitTier = 'STANDARD',
    capabilities = {},
    sellers = USUAL_SELLERS,
    dpaAccepted = true,
    persona,
  }: SandboxOptions,
  random: Random,
): Omit<Organization, 'clients'> => {
  const wished = typeof sellers === 'number' ? Array.from({ length: sellers }, () => ({})) : sellers;
  const drawn = wished.map((seller) => drawSeller(seller, random));
  return {
    uuid: drawUuid(random),
    sandbox,
    name,
    country: drawn[0]?.country ?? 'NL',
    dpaAccepted,
    rateLimitTier,
    capabilities: {
      allowMarketplaceLedKyc: capabilities.allowMarketplaceLedKyc ?? true,
      allowMultiVinOrders: capabilities.allowMultiVinOrders ?? true,
      allowKycDocumentDownload: capabilities.allowKycDocumentDownload ?? true,
    },
    administratorEmail: `admin@${sandbox}.example`,
    sellers: drawn,
    ...(persona === undefined ? {} : { persona }),
  };
};
