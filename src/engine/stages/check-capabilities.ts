import type { ValidateFunction } from 'ajv/dist/2020.js';
import { toNumbers } from '../../kernel/json.ts';
import type { Operation } from '../contract/contract.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { WithBody } from '../exchange/exchange.ts';
import type { DecodedBody } from '../message/decoded-body.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import { capabilityRequired } from '../problems/capability-required.ts';

interface Requirement {
  readonly capability: string;
  /** Bodies that need the capability; undefined if every call does. */
  readonly applies: ValidateFunction | undefined;
}

/**
 * Checks the capabilities that an operation needs, always or for some bodies (`x-required-capability` with a schema in
 * `when`). Ends with 403 capability-required, which names the capability. Requirements that depend on the resource
 * (`when-resource`) are checked by the behaviour that loads it.
 */
export const checkCapabilities = ({ compileSchema, capabilityHint }: EngineParts): Stage<WithBody, object> => {
  const requirements = new WeakMap<Operation, readonly Requirement[]>();
  const requirementsOf = (operation: Operation): readonly Requirement[] => {
    let found = requirements.get(operation);
    if (found === undefined) requirements.set(operation, (found = compileRequirements(operation, compileSchema)));
    return found;
  };
  return {
    name: 'check-capabilities',
    run: ({ operation, caller, body }) => {
      const organization = caller?.organization;
      if (organization === undefined) return NOTHING;
      for (const { capability, applies } of requirementsOf(operation)) {
        if (organization.capabilities[capability] === true || !concerns(applies, body)) continue;
        throw capabilityRequired(capability, capabilityHint);
      }
      return NOTHING;
    },
  };
};

const NOTHING = {};

const concerns = (applies: ValidateFunction | undefined, body: DecodedBody): boolean =>
  applies === undefined || (body.kind === 'json' && applies(body.holdsBigInt ? toNumbers(body.value) : body.value));

const compileRequirements = (
  { requiredCapabilities }: Operation,
  compileSchema: EngineParts['compileSchema'],
): Requirement[] =>
  requiredCapabilities
    .filter(({ dependsOnResource }) => !dependsOnResource)
    .map(({ capability, when }) => ({
      capability,
      // A body of another type is rejected by `validate-request`, not for a missing capability.
      applies: when === undefined ? undefined : compileSchema({ type: 'object', ...when }),
    }));
