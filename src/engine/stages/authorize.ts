import type { Operation } from '../contract/contract.ts';
import type { Authenticated, Authorized } from '../exchange/exchange.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Stage } from '../pipeline/pipeline.ts';

type Added = Omit<Authorized, keyof Authenticated>;

const NO_PARTNER: Added = { partner: undefined };

/**
 * Checks whether the caller may make this call, by the injected rule; ends with the problem that the rule throws. The
 * description names the path parameter that holds a partner (`x-authorized-partner`).
 */
export const authorize = ({ authorize: check }: Pick<EngineParts, 'authorize'>): Stage<Authenticated, Added> => {
  const known = new WeakMap<Operation, { readonly name: string | undefined }>();
  const partnerParameterOf = (operation: Operation): string | undefined => {
    let found = known.get(operation);
    if (found === undefined) known.set(operation, (found = { name: findPartnerParameter(operation) }));
    return found.name;
  };
  return {
    name: 'authorize',
    run: ({ operation, caller, pathParameters }) => {
      const organization = caller?.organization;
      if (organization === undefined) return NO_PARTNER;
      const parameter = partnerParameterOf(operation);
      const partner = parameter === undefined ? undefined : pathParameters[parameter];
      check(organization, partner);
      return partner === undefined ? NO_PARTNER : { partner };
    },
  };
};

const findPartnerParameter = (operation: Operation): string | undefined =>
  operation.parameters.find(({ in: place, namesPartner }) => place === 'path' && namesPartner)?.name;
