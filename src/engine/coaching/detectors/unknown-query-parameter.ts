import type { Operation } from '../../contract/contract.ts';
import { nearestNames } from '../../matching/nearest.ts';
import type { Detector } from '../detector.ts';
import type { Rule } from '../finding.ts';

const RULE: Rule = {
  id: 'unknown-query-parameter',
  title: 'Sends an unknown query parameter',
  quote: 'unknown query parameters are ignored',
  assumptions: ['unknown-query-parameters'],
  seenBy: 'a query parameter that the operation does not document; certain if its name resembles a documented one',
  remedy:
    'Correct the name or remove the parameter. The service ignores it silently: with a misspelt filter, you get unfiltered results without an error.',
};

/** Prefix of the stub's own query parameters: `__code`, `__example` ... */
const OWN = '__';

/** Names that can be shown; any other may be a misplaced secret. */
const SHOWABLE = /^[\w.[\]-]{1,40}$/;

const namesOf = new WeakMap<Operation, readonly string[]>();

const queryNamesOf = (operation: Operation): readonly string[] => {
  let names = namesOf.get(operation);
  if (names === undefined) {
    names = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
    namesOf.set(operation, names);
  }
  return names;
};

/** A query parameter without effect. Assumption: unknown-query-parameters. */
export const unknownQueryParameter: Detector = {
  rule: RULE,
  start:
    () =>
    ({ id, method, operation, caller, path, query }) => {
      if (query === '' || operation === undefined) return undefined;
      const known = queryNamesOf(operation);
      const [name] = [...new URLSearchParams(query).keys()].filter(
        (each) => !each.startsWith(OWN) && !known.includes(each),
      );
      if (name === undefined) return undefined;
      const near = SHOWABLE.test(name) ? nearestNames(name, known) : [];
      const shown = SHOWABLE.test(name) ? `"${name}"` : 'with an unusual name';
      return {
        rule: RULE,
        clientId: caller?.clientId,
        subject: `${operation.id} ${shown}`,
        detail: `${method} ${path} came with a query parameter ${shown}, which ${operation.id} does not have: ${suggest(near, known)}`,
        requests: [id],
        certain: near.length > 0,
      };
    },
};

const suggest = (near: readonly string[], known: readonly string[]): string => {
  if (near.length > 0) return `did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
  return known.length === 0 ? 'it takes none.' : `it takes ${known.join(', ')}.`;
};
