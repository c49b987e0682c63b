import type { Operation } from '../contract/contract.ts';
import type { Authenticated, Authorized } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import type { CallerOrganization } from '../ports/ports.ts';
import { problem } from '../problems/problem.ts';

type Added = Omit<Authorized, keyof Authenticated>;

const NO_SELLER: Added = { seller: undefined };

/**
 * Decides what the caller may ask for at all. Ends with 403: dpa-not-accepted for every call of an organization without
 * a DPA, forbidden for a seller outside the authorized partners, capability-required for an operation that needs one.
 * Which path parameter names a seller, and which capability an operation needs, stands in the description
 * (`x-authorized-partner`, `x-required-capability`).
 */
export const authorize = (): Stage<Authenticated, Added> => {
  const known = new WeakMap<Operation, { readonly name: string | undefined }>();
  const sellerParameterOf = (operation: Operation): string | undefined => {
    let found = known.get(operation);
    if (found === undefined) known.set(operation, (found = { name: findSellerParameter(operation) }));
    return found.name;
  };
  return {
    name: 'authorize',
    run: ({ operation, caller, pathParameters }) => {
      const organization = caller?.organization;
      if (organization === undefined) return NO_SELLER;
      if (!organization.dpaAccepted)
        throw problem('dpa-not-accepted', {
          detail:
            'The data processing agreement (DPA) of your organization is missing or outdated. Every call is refused until it is accepted.',
        });
      const parameter = sellerParameterOf(operation);
      const seller = parameter === undefined ? undefined : pathParameters[parameter];
      if (seller !== undefined) checkSeller(seller, organization);
      return seller === undefined ? NO_SELLER : { seller };
    },
  };
};

const findSellerParameter = (operation: Operation): string | undefined =>
  operation.parameters.find(({ in: place, namesPartner }) => place === 'path' && namesPartner)?.name;

/** "The `{sellerId}` in the path must be in the organization's authorized partners, or the call gets 403." */
const checkSeller = (seller: string, { sellers }: CallerOrganization): void => {
  // UUIDs are compared as values: upper case is the same seller.
  if (sellers.some(({ uuid }) => uuid === seller.toLowerCase())) return;
  throw problem('forbidden', {
    detail: `Seller ${seller} is not one of the ${String(sellers.length)} authorized partners of your organization. GET /me lists them.`,
  });
};
