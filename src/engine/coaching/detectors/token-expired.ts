import { type Detector, type Moment, type Seen, hadReceivedResponse, momentOf, seconds } from '../detector.ts';
import { headerLines } from '../../../kernel/http.ts';
import type { GeneralRule, Sighting } from '../finding.ts';
import { type Recent, createRecent } from '../recent.ts';

const RULE: GeneralRule = {
  id: 'token-expired',
  title: 'Calls with an expired token',
  assumptions: [],
  seenBy:
    'a 401 for a token of this server that has expired by the wall clock, or a token sent again after it was refused with 401',
  remedy:
    'Compute when the token expires (now plus `expires_in`) and fetch the next one a minute before. After a 401, fetch a new token before you retry the call.',
};

const MOST_TOKENS = 200;

interface Refused extends Moment {
  readonly authorization: string;
}

/**
 * No refresh before expiry. A client knows only the wall clock: if the sandbox clock was advanced, the first 401 is not
 * the client's fault, but the second one is.
 */
export const tokenExpired: Detector<GeneralRule> = {
  rule: RULE,
  start: () => {
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

/** A scenario can refuse valid tokens: then the caller and its token are known. */
const detectScripted = (seen: Seen, scripted: Recent<Refused>): Sighting | undefined => {
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
    rule: RULE,
    clientId,
    subject: 'token',
    detail: `A token that was refused with 401 was sent again after ${seconds(seen.receivedAt - before.receivedAt)}.`,
    requests: [before.id, id],
    certain: true,
  };
};
