import type { Contract } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { Validated } from '../exchange/exchange.ts';
import { checkIfMatch } from '../preconditions/check-if-match.ts';

/**
 * Without state there is no current version to compare `If-Match` with. The default response to a read of the same path
 * is used instead, so that a client sees both outcomes: the version that it has just read matches, any other does not.
 */
export const createPreconditionFaker = ({ operations }: Contract): ((exchange: Validated) => void) => {
  const currentOf = new Map<string, unknown>();
  for (const operation of operations) {
    if (!operation.parameters.some(({ in: place, name }) => place === 'header' && name === 'if-match')) continue;
    const read = operations.find(({ method, path }) => method === 'GET' && path === operation.path);
    const shown = read?.responses.find(({ status }) => status === '200')?.contents[0]?.examples[0]?.value;
    if (isSchemaObject(shown) && typeof shown['version'] === 'number') currentOf.set(operation.id, shown);
  }
  return ({ operation, request }) => {
    const current = currentOf.get(operation.id);
    if (current !== undefined) checkIfMatch(request.header('if-match'), current as { version: number });
  };
};
