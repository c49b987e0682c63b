import { nearestNames } from '../../matching/nearest.ts';
import { queryNamesOf, unknownQueryNames } from '../../validation/unknown-query.ts';
import type { Detector } from '../detector.ts';
import type { GeneralRule } from '../finding.ts';

const RULE: GeneralRule = {
  id: 'unknown-query-parameter',
  title: 'Sends an unknown query parameter',
  assumptions: ['unknown-query-parameters'],
  seenBy: 'a query parameter that the operation does not document; certain if its name resembles a documented one',
  remedy:
    'Correct the name or remove the parameter. The service ignores it silently: with a misspelt filter, you get unfiltered results without an error.',
};

/** Names that can be shown; any other may be a misplaced secret. */
const SHOWABLE = /^[\w.[\]-]{1,40}$/;

/** A query parameter without effect. Assumption: unknown-query-parameters. */
export const unknownQueryParameter: Detector<GeneralRule> = {
  rule: RULE,
  start:
    () =>
    ({ id, method, operation, caller, path, query }) => {
      if (query === '' || operation === undefined) return undefined;
      const [name] = unknownQueryNames(operation, new URLSearchParams(query));
      if (name === undefined) return undefined;
      const known = queryNamesOf(operation);
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
