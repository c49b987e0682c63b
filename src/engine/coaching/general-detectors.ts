import { createBoundedCache } from '../../kernel/caches.ts';
import { headerLines } from '../../kernel/http.ts';
import { takes } from '../contract/contract.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { nearestNames } from '../matching/nearest.ts';
import { queryNamesOf, unknownQueryNames } from '../validation/unknown-members.ts';
import {
  type Detector,
  type Moment,
  defineDetector,
  hadReceivedResponse,
  momentOf,
  seconds,
  timeBetween,
} from './detector.ts';
import { refusedAgain, retryTooEarly, retryWithNewKey } from './retries.ts';

/** From this time before the expiry on, requesting a new token is correct. Milliseconds. */
const RENEWAL = 60_000;
const TOO_MANY = 3;
const CALLS_PER_TOKEN = 2;
const MOST_CLIENTS = 100;
const MOST_GRANTS = 10;
const MOST_TOKENS = 200;

/** Several token requests within the life of a token. */
const tokenPerCall = defineDetector(
  {
    id: 'token-per-call',
    title: 'Fetches new tokens instead of caching one',
    assumptions: [],
    seenBy: 'three tokens of one client that are all valid for another minute, with at most two calls per token',
    remedy:
      'Cache the token until about one minute before it expires (`expires_in`), and share it between all parts of the client. If several processes use one client, each may have its own token.',
  },
  () => {
    const uses = createBoundedCache<{
      /** Tokens valid for at least another minute, oldest first. */
      readonly grants: readonly (Moment & { readonly life: number })[];
      /** Calls since the first of these tokens. Mutable counter, since calls are far more frequent than tokens. */
      calls: number;
    }>(MOST_CLIENTS);
    return (seen) => {
      const { token, caller } = seen;
      if (token?.kind !== 'granted') {
        const use = caller === undefined ? undefined : uses.get(caller.clientId);
        if (use !== undefined) use.calls++;
        return undefined;
      }
      const { clientId, life } = token;
      const { grants, calls } = uses.get(clientId) ?? { grants: [], calls: 0 };
      const good = grants.filter((grant) => timeBetween(grant, seen) < grant.life - RENEWAL);
      const all = [...good, { ...momentOf(seen), life }].slice(-MOST_GRANTS);
      const callsSince = good.length === 0 ? 0 : calls;
      uses.set(clientId, { grants: all, calls: callsSince });
      const [first] = all;
      if (first === undefined || all.length < TOO_MANY || callsSince > all.length * CALLS_PER_TOKEN) return undefined;
      return {
        clientId,
        subject: 'token',
        detail: `${all.length} tokens in ${seconds(timeBetween(first, seen))}, for ${callsSince} calls; the first of them is still valid.`,
        requests: all.map((grant) => grant.id),
        // Several processes that have just started look the same.
        certain: all.length > TOO_MANY && callsSince <= all.length,
      };
    };
  },
);

/**
 * No refresh before expiry. A client knows only the wall clock: if the sandbox clock was advanced, the first 401 is not
 * the client's fault, but the second one is.
 */
const tokenExpired = defineDetector(
  {
    id: 'token-expired',
    title: 'Calls with an expired token',
    assumptions: [],
    seenBy:
      'a 401 for a token of this server that has expired by the wall clock, or a token sent again after it was refused with 401',
    remedy:
      'Compute when the token expires (now plus `expires_in`) and fetch the next one a minute before. After a 401, fetch a new token before you retry the call.',
  },
  () => {
    const refused = createBoundedCache<Moment>(MOST_TOKENS);
    const scripted = createBoundedCache<Moment & { readonly authorization: string }>(MOST_TOKENS);

    /** A scenario can refuse valid tokens: then the caller and its token are known. */
    const detectScripted = (seen: JournalEntry) => {
      const { caller, status, rawHeaders, id } = seen;
      if (caller === undefined || (status !== 401 && scripted.size === 0)) return undefined;
      const { clientId } = caller;
      const [authorization = ''] = headerLines(rawHeaders, 'authorization');
      const before = scripted.get(clientId);
      if (status === 401) scripted.set(clientId, { ...momentOf(seen), authorization });
      if (before === undefined || !hadReceivedResponse(before, seen)) return undefined;
      if (before.authorization !== authorization) {
        if (status !== 401) scripted.delete(clientId);
        return undefined;
      }
      return {
        subject: 'token',
        detail: `A token that was refused with 401 was sent again after ${seconds(seen.receivedAt - before.receivedAt)}.`,
        requests: [before.id, id],
        certain: true,
      };
    };

    return (seen) => {
      const { token, id } = seen;
      if (token?.kind !== 'expired') return detectScripted(seen);
      const { digest, clientId, grantedAt, life } = token;
      const age = seen.receivedAt - grantedAt.wall;
      const before = refused.get(digest);
      refused.set(digest, momentOf(seen));
      const wasTold = before !== undefined && hadReceivedResponse(before, seen);
      if (age < life && !wasTold) return undefined;
      return {
        clientId,
        subject: 'token',
        detail: wasTold
          ? `A token that was refused as expired was sent again after ${seconds(seen.receivedAt - before.receivedAt)}.`
          : `A token that lives for ${seconds(life)} was sent ${seconds(age)} after it was granted.`,
        requests: wasTold ? [before.id, id] : [id],
        certain: true,
      };
    };
  },
);

/** A PATCH without `If-Match`, which overwrites concurrent changes. */
const patchWithoutIfMatch = defineDetector(
  {
    id: 'patch-without-if-match',
    title: 'Changes a resource without If-Match',
    assumptions: [],
    seenBy: 'a PATCH that succeeded without If-Match, where the operation supports it',
    remedy:
      'Send the `ETag` of the version that your change is based on as `If-Match`. Without it, the change overwrites concurrent changes; with it, one that is based on an older version is refused.',
  },
  () =>
    ({ id, method, operation, status, path, rawHeaders }) => {
      if (method !== 'PATCH' || operation === undefined || status >= 300 || !takes(operation, 'header', 'if-match'))
        return undefined;
      if (headerLines(rawHeaders, 'if-match').length > 0) return undefined;
      return {
        detail: `PATCH ${path} was answered with ${status} and came without If-Match.`,
        requests: [id],
        certain: true,
      };
    },
);

const MOST_RESPONSES = 200;

const MAX_AGE = /(?:^|[\s,])max-age=(\d{1,9})/;

const freshnessLifetimeOf = ({ headers }: JournalEntry): number => {
  const text = headers['cache-control'];
  return text === undefined || text.includes('no-store') ? 0 : Number(MAX_AGE.exec(text)?.[1] ?? 0) * 1000;
};

/** The client requests a response again while its cached copy is still fresh. */
const freshAnswerAskedAgain = defineDetector(
  {
    id: 'fresh-answer-asked-again',
    title: 'Does not cache a cacheable response',
    assumptions: ['cache-control-value'],
    seenBy: 'the same GET three times by one client while the first response was fresh according to Cache-Control',
    remedy: 'Cache the response for the `max-age` in its `Cache-Control`, in the process or in a shared cache.',
  },
  () => {
    const responses = createBoundedCache<{
      readonly first: Moment & { readonly lifetime: number };
      /** Ids of the first exchanges, until the habit is established. */
      readonly ids: string[];
      /** Mutable counter, for speed: a client with this habit sends many requests. */
      count: number;
    }>(MOST_RESPONSES);
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
        detail: `GET ${path} came ${before.count} times in ${seconds(timeBetween(before.first, seen))}; the first answer was good for ${seconds(before.first.lifetime)}.`,
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
const unknownQueryParameter = defineDetector(
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

/** What a client has sent, and no response can show; see `src/engine/resources`. */
const notShown = defineDetector(
  {
    id: 'not-shown',
    title: 'Sends what no response can show',
    assumptions: [],
    seenBy:
      'X-Mock-Not-Shown of a response: what was sent, or is kept, does not fit the schema that describes it there',
    remedy:
      'Send a value that the schema of the response allows: the request is described less strictly. The response has the former value instead, or a generated one.',
  },
  () =>
    ({ id, method, path, headers }) => {
      const fault = headers['x-mock-not-shown'];
      if (fault === undefined) return undefined;
      return { detail: `${method} ${path}: ${fault}.`, requests: [id], certain: method !== 'GET' && method !== 'HEAD' };
    },
);

const suggest = (near: readonly string[], known: readonly string[]): string => {
  if (near.length > 0) return `did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
  return known.length === 0 ? 'it takes none.' : `it takes ${known.join(', ')}.`;
};

/** Rules that apply to any API with this engine's checks. */
export const GENERAL_DETECTORS: readonly Detector[] = [
  tokenPerCall,
  tokenExpired,
  retryWithNewKey,
  retryTooEarly,
  refusedAgain,
  patchWithoutIfMatch,
  freshAnswerAskedAgain,
  unknownQueryParameter,
  notShown,
];
