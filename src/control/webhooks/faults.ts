import type { Contract } from '../../engine/contract/contract.ts';
import { problem } from '../../engine/problems/problem.ts';
import { checkRuleReferences } from '../../engine/scenarios/references.ts';
import { checkDeliveries } from '../../engine/scenarios/check-scenario.ts';
import { createCompilers } from '../../engine/validation/ajv.ts';
import { flatErrors } from '../../engine/validation/violations.ts';
import type { EndpointChaos } from '../../engine/webhooks/endpoint.ts';
import type { DeliveryRule } from '../../generated/control-schemas.ts';
import { type PathDiagnostic, collectDiagnostics } from '../../kernel/diagnostic.ts';
import { type Json, toNumbers } from '../../kernel/json.ts';
import { formatPath } from '../../kernel/path.ts';
import { pathOf } from '../../kernel/json-pointer.ts';

/** Validates what the schema cannot express, with the checks for scenario rules. */
const findRuleFaults = (rules: readonly DeliveryRule[], eventTypes: readonly string[]): readonly PathDiagnostic[] => {
  const found: PathDiagnostic[] = [];
  const diagnostics = collectDiagnostics(found, ['rules']);
  checkRuleReferences(rules, eventTypes, diagnostics);
  checkDeliveries(rules, diagnostics);
  return found;
};

export const checkRules = (rules: readonly DeliveryRule[], eventTypes: readonly string[]): void => {
  const found = findRuleFaults(rules, eventTypes);
  const [first] = found;
  if (first === undefined) return;
  throw problem('validation-error', {
    detail: `Nothing was changed: ${first.message}`,
    errors: found.map(({ path, message }) => ({ field: formatPath(['chaos', ...path]), message, rejectedValue: null })),
  });
};

/** The schema of the call that sets chaos rules, in the description of the control API. */
const REQUEST = '#/components/schemas/ReceiverUpdate/properties/chaos';

/** Checks the chaos rules in a state like those that are set by a call. */
export const createChaosCheck =
  (
    adminContract: Contract,
    eventTypes: () => readonly string[],
  ): ((chaos: EndpointChaos) => readonly PathDiagnostic[]) =>
  ({ rules }) => {
    const validate = createCompilers(adminContract).exact(REQUEST);
    if (validate(toNumbers({ rules } as unknown as Json))) return findRuleFaults(rules, eventTypes());
    const [{ instancePath, message } = { instancePath: '/rules', message: 'is invalid' }] = flatErrors(
      validate.errors ?? [],
    );
    return [{ path: pathOf(instancePath), message: message ?? 'is invalid' }];
  };
