import { type Detector, type Moment, momentOf, seconds, timeBetween } from '../detector.ts';
import type { GeneralRule } from '../finding.ts';
import { createRecent } from '../recent.ts';

const RULE: GeneralRule = {
  id: 'token-per-call',
  title: 'Fetches new tokens instead of caching one',
  assumptions: [],
  seenBy: 'three tokens of one client that are all valid for another minute, with at most two calls per token',
  remedy:
    'Cache the token until about one minute before it expires (`expires_in`), and share it between all parts of the client. If several processes use one client, each may have its own token.',
};

/** From this time before the expiry on, requesting a new token is correct. Milliseconds. */
const RENEWAL = 60_000;
const TOO_MANY = 3;
const CALLS_PER_TOKEN = 2;
const MOST_CLIENTS = 100;
const MOST_GRANTS = 10;

interface Use {
  /** Tokens valid for at least another minute, oldest first. */
  readonly grants: readonly (Moment & { readonly life: number })[];
  /** Calls since the first of these tokens. Mutable counter, since calls are far more frequent than tokens. */
  calls: number;
}

/** Several token requests within the life of a token. */
export const tokenPerCall: Detector<GeneralRule> = {
  rule: RULE,
  start: () => {
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
        rule: RULE,
        clientId,
        subject: 'token',
        detail: `${String(all.length)} tokens in ${seconds(timeBetween(first, seen))}, for ${String(callsSince)} calls; the first of them is still valid.`,
        requests: all.map((grant) => grant.id),
        // Several processes that have just started look the same.
        certain: all.length > TOO_MANY && callsSince <= all.length,
      };
    };
  },
};
