import { type Detector, type Moment, type Seen, knewAnswer, momentOf, seconds, timeBetween } from '../detector.ts';
import type { Rule } from '../finding.ts';
import { createRecent } from '../recent.ts';

const RULE: Rule = {
  id: 'retry-with-new-key',
  title: 'Retries with a new Idempotency-Key',
  quote:
    'Same key and same body within 24 hours returns the cached response; same key and a different body returns 422.',
  assumptions: [],
  seenBy:
    'the same method, path and body under another key: within five minutes of an answer that was lost, or was 5xx; or within ten seconds of a creation',
  remedy:
    'Draw the key once for what is to be done, keep it with the request, and send it with every attempt: a retry then returns what the first attempt did. A new key does it a second time.',
};

/** So long a client may take to try again. Milliseconds. */
const RETRY_WINDOW = 300_000;

/** A second creation of the same thing so soon is hardly wanted. */
const DOUBLE_WINDOW = 10_000;

const MOST_REQUESTS = 500;

type Outcome = 'lost' | 'created' | 'settled';

interface Attempt extends Moment {
  readonly key: string;
  readonly lostBy: string | undefined;
}

const toAttempt = (seen: Seen, key: string): Attempt => ({
  ...momentOf(seen),
  key,
  lostBy: seen.fault?.failure === 'slow-body' ? undefined : seen.fault?.failure,
});

const outcomeOf = ({ lostBy, status }: Attempt): Outcome => {
  if (lostBy !== undefined || status >= 500) return 'lost';
  return status === 201 || status === 202 ? 'created' : 'settled';
};

/** A new key for an old request, whose answer the client does not know. */
export const retryWithNewKey: Detector = {
  rule: RULE,
  start: () => {
    const requests = createRecent<Attempt>(MOST_REQUESTS);
    return (seen) => {
      const { idempotency, caller, received } = seen;
      if (idempotency === undefined || caller === undefined) return undefined;
      const place = `${caller.clientId} ${idempotency.fingerprint}`;
      const before = requests.get(place);
      requests.set(place, toAttempt(seen, idempotency.key));
      if (before === undefined || before.key === idempotency.key || !knewAnswer(before, seen)) return undefined;
      const outcome = outcomeOf(before);
      const time = timeBetween(before, seen);
      const isRetry = outcome === 'lost' && time <= RETRY_WINDOW;
      // A request without a body asks for something to happen now, which may well be wanted twice.
      const isDouble = outcome === 'created' && received !== undefined && time <= DOUBLE_WINDOW;
      if (!isRetry && !isDouble) return undefined;
      return {
        rule: RULE,
        clientId: caller.clientId,
        subject: seen.operation?.id ?? seen.path,
        detail: `${seen.method} ${seen.path} came again with the same body and another key ${seconds(time)} after ${wordsFor(before)}.`,
        requests: [before.id, seen.id],
        certain: isRetry,
      };
    };
  },
};

const wordsFor = ({ lostBy, status }: Attempt): string =>
  lostBy === undefined ? `the answer ${String(status)}` : `an answer that was lost (${lostBy})`;
