import {
  type Detector,
  type Moment,
  hadReceivedResponse,
  momentOf,
  timeBetween,
} from '../../engine/coaching/detector.ts';
import type { Rule } from '../../engine/coaching/finding.ts';
import { createRecent } from '../../engine/coaching/recent.ts';

const RULE: Rule = {
  id: 'goes-on-without-dpa',
  title: 'Continues although the DPA is missing',
  quote: 'If the DPA is missing or outdated every call is refused with 403 of type dpa-not-accepted.',
  assumptions: [],
  seenBy: 'a third consecutive call refused with dpa-not-accepted, each within five minutes of the previous one',
  remedy:
    'Stop all calls for the organization at the first dpa-not-accepted and notify the people who can accept the DPA. The client cannot resolve this itself.',
};

const WINDOW = 300_000;
const TOO_MANY = 3;
const MOST_CLIENTS = 100;

interface Streak {
  readonly ids: readonly string[];
  readonly last: Moment;
}

/** The client repeatedly attempts work that is refused without a DPA. */
export const continuesWithoutDpa: Detector = {
  rule: RULE,
  start: () => {
    const streaks = createRecent<Streak>(MOST_CLIENTS);
    return (seen) => {
      const { caller, refusal, operation, path, id } = seen;
      if (caller === undefined) return undefined;
      const { clientId } = caller;
      if (refusal?.type !== 'dpa-not-accepted') {
        if (!streaks.isEmpty()) streaks.delete(clientId);
        return undefined;
      }
      const before = streaks.get(clientId);
      // Ignores concurrent requests: the client did not know the first response yet.
      if (before !== undefined && !hadReceivedResponse(before.last, seen)) return undefined;
      const continues = before !== undefined && timeBetween(before.last, seen) <= WINDOW;
      const ids = continues ? [...before.ids, id].slice(-10) : [id];
      streaks.set(clientId, { ids, last: momentOf(seen) });
      if (ids.length < TOO_MANY) return undefined;
      return {
        rule: RULE,
        clientId,
        subject: 'agreement',
        detail: `${String(ids.length)} calls in a row were refused with dpa-not-accepted, the last one to ${operation?.id ?? path}.`,
        requests: ids,
        certain: true,
      };
    };
  },
};
