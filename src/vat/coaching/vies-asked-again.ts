import { type Detector, type Moment, momentOf, seconds, timeBetween } from '../../engine/coaching/detector.ts';
import type { Rule } from '../../engine/coaching/finding.ts';
import { createRecent } from '../../engine/coaching/recent.ts';

const RULE: Rule = {
  id: 'vies-asked-again',
  title: 'Requests one VIES check after another',
  quote: 'VIES checks run asynchronously and do not block other operations.',
  assumptions: [],
  seenBy: 'a third check of one buyer, each requested within ten minutes of the previous one',
  remedy:
    'Request one check and continue with the order. The service repeats a `PENDING` or `UNKNOWN` check automatically; get its result from an event or by occasional polling.',
};

const OPERATION = 'requestViesCheck';
const SHORTEST_INTERVAL = 600_000;
const TOO_MANY = 3;
const MOST_BUYERS = 500;

interface Streak {
  readonly ids: readonly string[];
  readonly last: Moment;
}

/** The client requests another check instead of waiting for the result. */
export const viesAskedAgain: Detector = {
  rule: RULE,
  start: () => {
    const streaks = createRecent<Streak>(MOST_BUYERS);
    return (seen) => {
      const { operation, caller, path, id, status, idempotency } = seen;
      if (operation?.id !== OPERATION || caller === undefined || status >= 300) return undefined;
      // A replay under the same Idempotency-Key is not a new request.
      if (idempotency?.kind === 'replay') return undefined;
      const key = `${caller.clientId} ${path}`;
      const before = streaks.get(key);
      const continues = before !== undefined && timeBetween(before.last, seen) < SHORTEST_INTERVAL;
      const ids = continues ? [...before.ids, id].slice(-10) : [id];
      streaks.set(key, { ids, last: momentOf(seen) });
      if (before === undefined || ids.length < TOO_MANY) return undefined;
      return {
        rule: RULE,
        clientId: caller.clientId,
        subject: OPERATION,
        detail: `POST ${path} came ${String(ids.length)} times, the last time after ${seconds(timeBetween(before.last, seen))}.`,
        requests: ids,
        // The buyer may have been corrected between two of them.
        certain: ids.length > TOO_MANY,
      };
    };
  },
};
