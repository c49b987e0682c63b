import type { Violation } from '../../kernel/problem.ts';
import { type Assumed, NOTHING_ASSUMED } from '../assumptions/register.ts';
import type { Operation } from '../contract/contract.ts';
import type { Routed } from '../exchange/exchange.ts';
import type { DecodedBody } from '../message/decoded-body.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import { createProblem, problem } from '../problems/problem.ts';
import type { ParameterFault } from '../validation/request-validator.ts';
import { invalid } from '../validation/violations.ts';
import { unknownQueryNames, leaveOutUnknown } from '../validation/unknown-members.ts';
import { type EngineParts, explained } from './engine-parts.ts';

const NO_QUERY = new URLSearchParams();

/**
 * Validates parameters and body against the description. Ends with 422 validation-error and one entry of `errors[]` per
 * violation; a parameter may name another problem type for itself (`x-violation-problem`: a missing Idempotency-Key is 400).
 */
export const validateRequest = explained(
  {
    rule: 'A request that does not match the description returns 422 with an entry per violation.',
    passed: () => 'parameters and body match the description',
  },
  ({ requestValidator, contract, assumedIn }: Pick<EngineParts, 'requestValidator' | 'contract' | 'assumedIn'>) =>
    ({ request, operation, pathParameters, body: sent, sandbox }: Routed & { readonly body: DecodedBody }) => {
      const validator = requestValidator(operation);
      const query = request.query === '' ? NO_QUERY : new URLSearchParams(request.query);
      const { values, faults: found } = validator.parameters({ path: pathParameters, query, request });
      const assumed = assumedIn(sandbox);
      const faults = assumed === NOTHING_ASSUMED ? found : found.filter(isJudgedHere(assumed));
      checkOwnProblems(faults, contract.problems);
      const unknown = assumed === NOTHING_ASSUMED ? [] : unknownIn(query, operation, assumed);
      const isLenient = assumed.has('unknown-request-properties=ignored');
      const body =
        isLenient && sent.kind === 'json'
          ? { ...sent, value: leaveOutUnknown(sent.value, sent.content.schema?.schema, contract.document) }
          : sent;
      const checked = validator.body(body);
      if (faults.length > 0 || unknown.length > 0 || checked.violations.length > 0) {
        const violations = [...faults.map(({ violation }) => violation), ...unknown, ...checked.violations];
        throw invalid(violations);
      }
      return { input: { parameters: values, body: checked.value } };
    },
);

/**
 * If `lookup-idempotency` runs later, that stage validates the Idempotency-Key, not this one.
 * Assumption: order-of-checks.
 */
const isJudgedHere = (assumed: Assumed): ((fault: ParameterFault) => boolean) => {
  const isKeyLater = assumed.has('order-of-checks=validation-first') || assumed.has('order-of-checks=key-last');
  return ({ parameter }) => !isKeyLater || parameter.in !== 'header' || parameter.name !== 'idempotency-key';
};

/** Assumption: unknown-query-parameters. */
const unknownIn = (query: URLSearchParams, operation: Operation, assumed: Assumed): readonly Violation[] => {
  const isMalformed = assumed.has('unknown-query-parameters=malformed-request');
  if (!isMalformed && !assumed.has('unknown-query-parameters=validation-error')) return [];
  const message = 'is not a parameter of this operation';
  const unknown = unknownQueryNames(operation, query);
  const [first] = unknown;
  if (isMalformed && first !== undefined)
    throw problem('malformed-request', { detail: `Query parameter ${first} ${message}: leave it out.` });
  return unknown.map((name) => ({ field: name, message, rejectedValue: query.get(name) }));
};

const checkOwnProblems = (faults: readonly ParameterFault[], problems: ProblemCatalogue): void => {
  for (const { parameter, violation } of faults) {
    const { violationProblem: name } = parameter;
    const type = name === undefined ? undefined : problems.get(name);
    if (name === undefined || type === undefined) continue;
    throw createProblem(name, type, { detail: `${placeOf(parameter.in)} ${violation.field} ${violation.message}.` });
  }
};

const placeOf = (location: string): string =>
  location === 'query' ? 'Query parameter' : `${location.charAt(0).toUpperCase()}${location.slice(1)}`;
