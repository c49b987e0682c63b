import { headerLines } from '../../kernel/http.ts';
import {
  type Mistake,
  type Moment,
  type Recent,
  type Seen,
  createRecent,
  defineDetector,
  hadReceivedResponse,
  momentOf,
  seconds,
  timeBetween,
} from './detector.ts';

/** From this time before the expiry on, requesting a new token is correct. Milliseconds. */
const RENEWAL = 60_000;
const TOO_MANY = 3;
const CALLS_PER_TOKEN = 2;
const MOST_CLIENTS = 100;
const MOST_GRANTS = 10;
const MOST_TOKENS = 200;

interface Use {
  /** Tokens valid for at least another minute, oldest first. */
  readonly grants: readonly (Moment & { readonly life: number })[];
  /** Calls since the first of these tokens. Mutable counter, since calls are far more frequent than tokens. */
  calls: number;
}

/** Several token requests within the life of a token. */
export const tokenPerCall = defineDetector(
  {
    id: 'token-per-call',
    title: 'Fetches new tokens instead of caching one',
    assumptions: [],
    seenBy: 'three tokens of one client that are all valid for another minute, with at most two calls per token',
    remedy:
      'Cache the token until about one minute before it expires (`expires_in`), and share it between all parts of the client. If several processes use one client, each may have its own token.',
  },
  () => {
    const uses = createRecent<Use>(MOST_CLIENTS);
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
        detail: `${String(all.length)} tokens in ${seconds(timeBetween(first, seen))}, for ${String(callsSince)} calls; the first of them is still valid.`,
        requests: all.map((grant) => grant.id),
        // Several processes that have just started look the same.
        certain: all.length > TOO_MANY && callsSince <= all.length,
      };
    };
  },
);

interface Refused extends Moment {
  readonly authorization: string;
}

/**
 * No refresh before expiry. A client knows only the wall clock: if the sandbox clock was advanced, the first 401 is not
 * the client's fault, but the second one is.
 */
export const tokenExpired = defineDetector(
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
    const refused = createRecent<Moment>(MOST_TOKENS);
    const scripted = createRecent<Refused>(MOST_TOKENS);
    return (seen) => {
      const { token, id } = seen;
      if (token?.kind !== 'expired') return detectScripted(seen, scripted);
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

/** A scenario can refuse valid tokens: then the caller and its token are known. */
const detectScripted = (seen: Seen, scripted: Recent<Refused>): Mistake | undefined => {
  const { caller, status, rawHeaders, id } = seen;
  if (caller === undefined || (status !== 401 && scripted.isEmpty())) return undefined;
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
