import {
  type Audience,
  type Authorize,
  type CallerOrganization,
  readOrganizationChange,
  type Reading,
} from '../../engine/sdk.ts';
import { problem } from './problem.ts';

/** Follows every refusal for a missing capability. */
export const CAPABILITY_HINT = 'GET /me lists its capabilities.';

/**
 * Throws 403: dpa-not-accepted for every call of an organization without a DPA, forbidden for a seller outside the
 * authorized partners.
 */
export const authorize = ({
  organization,
  partner: seller,
}: Pick<Parameters<Authorize>[0], 'organization' | 'partner'>): void => {
  if (!organization.dpaAccepted)
    throw problem(
      'dpa-not-accepted',
      'The data processing agreement (DPA) of your organization is missing or outdated. Every call is refused until it is accepted.',
    );
  if (seller !== undefined) checkSeller(seller, organization);
};

/** "The `{sellerId}` in the path must be in the organization's authorized partners, or the call gets 403." */
const checkSeller = (seller: string, { sellers }: CallerOrganization): void => {
  // UUIDs are compared case-insensitively.
  if (sellers.some(({ uuid }) => uuid === seller.toLowerCase())) return;
  throw problem('forbidden', `Seller ${seller} is not an authorized partner of your organization. GET /me lists them.`);
};

/** Predicate of the sellers authorized after a change; undefined if there is no change of sellers. */
export const readSellerCheck = (reading: Reading): ((seller: string) => boolean) | undefined => {
  const sellers = readOrganizationChange(reading)?.sellers;
  if (sellers === undefined) return undefined;
  const authorized = new Set(sellers.map(({ uuid }) => uuid));
  return (seller) => authorized.has(seller);
};

/** Which webhook endpoints receive events about a seller. */
export const AUDIENCE: Audience = {
  /** "Omitted means all authorized partners": a withdrawn seller is not one, even if `partnerIds` names it. */
  isHeard: ({ seller }, work) => seller === undefined || (readSellerCheck(work)?.(seller) ?? true),
  /** "Optional `partnerIds` restricts delivery to those sellers"; an event about no seller is not restricted. */
  includes: ({ sellers }, { seller }) => sellers === undefined || seller === undefined || sellers.includes(seller),
};
