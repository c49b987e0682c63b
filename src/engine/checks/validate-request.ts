import type { Routed } from '../exchange/exchange.ts';
import type { DecodedBody } from '../message/message.ts';
import { createProblem, type ProblemCatalogue } from '../problems/problem.ts';
import { compileInTurns } from '../validation/compile-in-turns.ts';
import type { ParameterFault } from '../validation/request-validator.ts';
import { invalid } from '../validation/violations.ts';
import { type EngineParts, explained } from './engine-parts.ts';

const NO_QUERY = new URLSearchParams();

/**
 * Validates parameters and body against the description. Ends with 422 validation-error and one entry of `errors[]` per
 * violation; a parameter may name another problem type for itself (`x-violation-problem`: a missing Idempotency-Key is 400).
 */
export const validateRequest = explained(
  {
    rule: 'A request that does not match the description is refused, with an entry per violation.',
    passed: () => 'parameters and body match the description',
  },
  ({ requestValidator, contract }: EngineParts) =>
    ({ request, operation, pathParameters, body }: Routed & { readonly body: DecodedBody }) =>
      compileInTurns(() => {
        const validator = requestValidator(operation);
        const query = request.query === '' ? NO_QUERY : new URLSearchParams(request.query);
        const { values, faults } = validator.parameters({ path: pathParameters, query, request });
        checkOwnProblems(faults, contract.problems);
        const checked = validator.body(body);
        if (faults.length > 0 || checked.violations.length > 0)
          throw invalid([...faults.map(({ violation }) => violation), ...checked.violations]);
        return { input: { parameters: values, body: checked.value } };
      }),
);

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
