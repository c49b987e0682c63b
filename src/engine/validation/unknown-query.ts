import type { Violation } from '../../kernel/problem.ts';
import type { Operation } from '../contract/contract.ts';

/** Prefix of the stub's own parameters: `__code`, `__example` ... */
const OWN = '__';

/** Undocumented query parameters, each once. Assumption: unknown-query-parameters. */
export const unknownQuery = ({ parameters }: Operation, query: URLSearchParams): readonly Violation[] => {
  const known = new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
  return [...new Set(query.keys())]
    .filter((name) => !known.has(name) && !name.startsWith(OWN))
    .map((name) => ({ field: name, message: 'is not a parameter of this operation', rejectedValue: query.get(name) }));
};
