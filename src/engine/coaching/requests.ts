import { headerLines } from '../../kernel/http.ts';
import type { Operation } from '../contract/contract.ts';
import { nearestNames } from '../matching/nearest.ts';
import { queryNamesOf, unknownQueryNames } from '../validation/unknown-members.ts';
import { type Moment, type Seen, createRecent, defineDetector, momentOf, seconds, timeBetween } from './detector.ts';

const takesIfMatch = ({ method, parameters }: Operation): boolean =>
  method === 'PATCH' && parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'if-match');

/** A PATCH without `If-Match`, which overwrites concurrent changes. */
export const patchWithoutIfMatch = defineDetector(
  {
    id: 'patch-without-if-match',
    title: 'Changes a resource without If-Match',
    assumptions: [],
    seenBy: 'a PATCH that succeeded without If-Match, where the operation supports it',
    remedy:
      'Send the `ETag` of the version that your change is based on as `If-Match`. Without it, the change overwrites concurrent changes; with it, you get 409 version-mismatch with the current resource.',
  },
  () =>
    ({ id, method, operation, status, path, rawHeaders }) => {
      if (method !== 'PATCH' || operation === undefined || status >= 300 || !takesIfMatch(operation)) return undefined;
      if (headerLines(rawHeaders, 'if-match').length > 0) return undefined;
      return {
        detail: `PATCH ${path} was answered with ${String(status)} and came without If-Match.`,
        requests: [id],
        certain: true,
      };
    },
);

const MOST_RESPONSES = 200;
const TOO_MANY = 3;

interface FreshResponses {
  readonly first: Moment & { readonly lifetime: number };
  /** Ids of the first exchanges, until the habit is established. */
  readonly ids: string[];
  /** Mutable counter, for speed: a client with this habit sends many requests. */
  count: number;
}

const MAX_AGE = /(?:^|[\s,])max-age=(\d{1,9})/;

const freshnessLifetimeOf = ({ headers }: Seen): number => {
  const text = headers['cache-control'];
  return text === undefined || text.includes('no-store') ? 0 : Number(MAX_AGE.exec(text)?.[1] ?? 0) * 1000;
};

/** The client requests a response again while its cached copy is still fresh. */
export const freshAnswerAskedAgain = defineDetector(
  {
    id: 'fresh-answer-asked-again',
    title: 'Does not cache a cacheable response',
    assumptions: ['cache-control-value'],
    seenBy: 'the same GET three times by one client while the first response was fresh according to Cache-Control',
    remedy: 'Cache the response for the `max-age` in its `Cache-Control`, in the process or in a shared cache.',
  },
  () => {
    const responses = createRecent<FreshResponses>(MOST_RESPONSES);
    return (seen) => {
      const { caller, method, status, path, query } = seen;
      if (method !== 'GET' || status !== 200 || caller === undefined) return undefined;
      const lifetime = freshnessLifetimeOf(seen);
      if (lifetime === 0) return undefined;
      const cacheKey = `${caller.clientId} ${path}?${query}`;
      const before = responses.get(cacheKey);
      if (before === undefined || timeBetween(before.first, seen) >= before.first.lifetime) {
        responses.set(cacheKey, { first: { ...momentOf(seen), lifetime }, ids: [seen.id], count: 1 });
        return undefined;
      }
      before.count++;
      if (before.count <= TOO_MANY) before.ids.push(seen.id);
      if (before.count < TOO_MANY) return undefined;
      return {
        detail: `GET ${path} came ${String(before.count)} times in ${seconds(timeBetween(before.first, seen))}; the first answer was good for ${seconds(before.first.lifetime)}.`,
        requests: before.count === TOO_MANY ? before.ids : [seen.id],
        // Several processes may each send one request.
        certain: before.count > TOO_MANY,
      };
    };
  },
);

/** Names that can be shown; any other may be a misplaced secret. */
const SHOWABLE = /^[\w.[\]-]{1,40}$/;

/** A query parameter without effect. Assumption: unknown-query-parameters. */
export const unknownQueryParameter = defineDetector(
  {
    id: 'unknown-query-parameter',
    title: 'Sends an unknown query parameter',
    assumptions: ['unknown-query-parameters'],
    seenBy: 'a query parameter that the operation does not document; certain if its name resembles a documented one',
    remedy:
      'Correct the name or remove the parameter. The service ignores it silently: with a misspelt filter, you get unfiltered results without an error.',
  },
  () =>
    ({ id, method, operation, path, query }) => {
      if (query === '' || operation === undefined) return undefined;
      const [name] = unknownQueryNames(operation, new URLSearchParams(query));
      if (name === undefined) return undefined;
      const known = queryNamesOf(operation);
      const near = SHOWABLE.test(name) ? nearestNames(name, known) : [];
      const shown = SHOWABLE.test(name) ? `"${name}"` : 'with an unusual name';
      return {
        subject: `${operation.id} ${shown}`,
        detail: `${method} ${path} came with a query parameter ${shown}, which ${operation.id} does not have: ${suggest(near, known)}`,
        requests: [id],
        certain: near.length > 0,
      };
    },
);

const suggest = (near: readonly string[], known: readonly string[]): string => {
  if (near.length > 0) return `did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
  return known.length === 0 ? 'it takes none.' : `it takes ${known.join(', ')}.`;
};
