import type { Contract } from '../../engine/contract/contract.ts';
import { createCompilers } from '../../engine/validation/ajv.ts';
import { flatErrors } from '../../engine/validation/merge-alternatives.ts';
import type { EndpointChaos } from '../../engine/webhooks/endpoint.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { type Json, toNumbers } from '../../kernel/json.ts';
import { pathOf } from '../../kernel/path.ts';
import { findRuleFaults } from './control-endpoints.ts';

/** The schema of the call that sets chaos rules, in the description of the control API. */
const REQUEST = '#/components/schemas/WebhookChaosRequest';

/** Checks the chaos rules in a state like those that are set by a call. */
export const createChaosCheck = (
  adminContract: Contract,
  eventTypes: () => readonly string[],
): ((chaos: EndpointChaos) => readonly PathDiagnostic[]) => {
  let validate: ReturnType<ReturnType<typeof createCompilers>['exact']> | undefined;
  return ({ rules }) => {
    validate ??= createCompilers(adminContract).exact(REQUEST);
    if (validate(toNumbers({ rules } as unknown as Json))) return findRuleFaults(rules, eventTypes());
    const [{ instancePath, message } = { instancePath: '/rules', message: 'is invalid' }] = flatErrors(
      validate.errors ?? [],
    );
    return [{ path: pathOf(instancePath), message: message ?? 'is invalid' }];
  };
};
