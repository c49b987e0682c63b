import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Operation } from '../contract/contract.ts';

/** Prefix of the stub's own parameters: `__code`, `__example` ... */
const OWN = '__';

const documented = new WeakMap<Operation, readonly string[]>();

/** The names of an operation's query parameters. */
export const queryNamesOf = (operation: Operation): readonly string[] =>
  getOrInsert(documented, operation, ({ parameters }) =>
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  );

/** The names of undocumented query parameters, each once. Assumption: unknown-query-parameters. */
export const unknownQueryNames = (operation: Operation, query: URLSearchParams): readonly string[] => {
  if (operation.parameters.some((parameter) => parameter.in === 'querystring')) return [];
  const known = queryNamesOf(operation);
  return [...new Set(query.keys())].filter((name) => !known.includes(name) && !name.startsWith(OWN));
};
