import { type Detector, type Moment, knewAnswer, momentOf, seconds } from '../detector.ts';
import type { Rule } from '../finding.ts';
import { createRecent } from '../recent.ts';

const RULE: Rule = {
  id: 'token-expired',
  title: 'Calls with an expired token',
  quote: 'Clients should cache the token and refresh about one minute before expiry.',
  assumptions: [],
  seenBy:
    '401 for a token of this server that has expired by the wall clock, or that was refused as expired a moment before',
  remedy:
    'Note when the token ends (`expires_in` from now) and fetch the next one a minute earlier. After a 401 fetch a new one before the call is repeated.',
};

const MOST_TOKENS = 200;

/**
 * No refresh before expiry. A client knows the wall clock only: where the clock of the sandbox was moved on, the first
 * 401 is no fault of its own, and the second one is.
 */
export const tokenExpired: Detector = {
  rule: RULE,
  start: () => {
    const refused = createRecent<Moment>(MOST_TOKENS);
    return (seen) => {
      const { token, id } = seen;
      if (token?.kind !== 'expired') return undefined;
      const { digest, clientId, grantedAt, life } = token;
      const age = seen.receivedAt - grantedAt.wall;
      const before = refused.get(digest);
      refused.set(digest, momentOf(seen));
      const wasTold = before !== undefined && knewAnswer(before, seen);
      if (age < life && !wasTold) return undefined;
      return {
        rule: RULE,
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
};
