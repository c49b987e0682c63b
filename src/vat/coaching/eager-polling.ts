import {
  type Detector,
  type Moment,
  type Seen,
  momentOf,
  seconds,
  timeBetween,
} from '../../engine/coaching/detector.ts';
import type { Rule } from '../../engine/coaching/finding.ts';
import { createRecent } from '../../engine/coaching/recent.ts';

const RULE: Rule = {
  id: 'eager-polling',
  title: 'Polls the compliance status too fast',
  quote: 'Compliance rollup: poll the workflow status per order or subscribe to webhooks.',
  assumptions: [],
  seenBy: 'four consecutive unchanged responses for one order, each requested within ten seconds of the previous one',
  remedy:
    'Subscribe to `compliance.*` and poll only in case a webhook is lost. Once a minute is enough, since VIES, documents and transport take minutes to days.',
};

const OPERATION = 'getOrderCompliance';
const SHORTEST_INTERVAL = 10_000;
const TOO_MANY = 4;
const MOST_ORDERS = 500;

interface Streak {
  readonly last: Moment;
  readonly fingerprint: string;
  readonly ids: readonly string[];
}

/** Equal for equal responses, so it shows whether anything has changed. */
const fingerprintOf = ({ status, headers, sent }: Seen): string =>
  `${String(status)} ${headers['etag'] ?? String(sent?.byteLength ?? 0)}`;

/** The same request is repeated before a new result is possible. */
export const eagerPolling: Detector = {
  rule: RULE,
  start: () => {
    const streaks = createRecent<Streak>(MOST_ORDERS);
    return (seen) => {
      const { operation, caller, path, id } = seen;
      if (operation?.id !== OPERATION || caller === undefined) return undefined;
      const key = `${caller.clientId} ${path}`;
      const before = streaks.get(key);
      const fingerprint = fingerprintOf(seen);
      const continues = before?.fingerprint === fingerprint && timeBetween(before.last, seen) < SHORTEST_INTERVAL;
      const ids = continues ? [...before.ids, id].slice(-10) : [id];
      streaks.set(key, { last: momentOf(seen), fingerprint, ids });
      if (!continues || ids.length < TOO_MANY) return undefined;
      return {
        rule: RULE,
        clientId: caller.clientId,
        subject: OPERATION,
        detail: `GET ${path} came again after ${seconds(timeBetween(before.last, seen))}, and nothing had changed.`,
        requests: ids,
        certain: true,
      };
    };
  },
};
