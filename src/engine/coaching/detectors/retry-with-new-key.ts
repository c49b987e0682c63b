import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import { headerLines } from '../../../kernel/http.ts';
import {
  type Detector,
  type Moment,
  type Seen,
  hadTimedOut,
  hadReceivedResponse,
  momentOf,
  seconds,
  timeBetween,
} from '../detector.ts';
import type { GeneralRule, Sighting } from '../finding.ts';
import { type Recent, createRecent } from '../recent.ts';

const RULE: GeneralRule = {
  id: 'retry-with-new-key',
  title: 'Retries with a new Idempotency-Key',
  assumptions: [],
  seenBy:
    'the same method, path and body with another key, within five minutes of a response that was lost, late or 5xx, or within ten seconds of a creation. If the request was lost before it was read: a request of the same length with another key, which may be a different request',
  remedy:
    'Generate the key once per operation, store it with the request, and send it with every attempt. A retry then returns the result of the first attempt; a new key repeats the operation.',
};

/** Maximum time to a retry. Milliseconds. */
const RETRY_WINDOW = 300_000;

/** A second creation of the same thing within this time is probably unintended. Milliseconds. */
const DUPLICATE_WINDOW = 10_000;

const MOST_REQUESTS = 500;
const MOST_UNREAD = 100;

interface Attempt extends Moment {
  readonly key: string;
}

/** A slow body does arrive in the end. */
const failureOf = ({ fault }: Moment): string | undefined =>
  fault?.failure === 'slow-body' ? undefined : fault?.failure;

const isLost = (attempt: Moment): boolean => failureOf(attempt) !== undefined || attempt.status >= 500;

/** A retry with a new Idempotency-Key, although the outcome of the first request is unknown. */
export const retryWithNewKey: Detector<GeneralRule> = {
  rule: RULE,
  start: () => {
    // One map per client: a key made of client and fingerprint would be a string as long as the body, built and hashed
    // for each request.
    const requests = new Map<string, Recent<Attempt>>();
    const unread = createRecent<Attempt>(MOST_UNREAD);
    return (seen) => {
      const { idempotency, caller, received } = seen;
      if (caller === undefined || seen.method === 'GET') return undefined;
      const unreadRetry = detectUnread(seen, caller.clientId, unread);
      if (idempotency === undefined) return unreadRetry;
      const own = getOrInsert(requests, caller.clientId, () => createRecent<Attempt>(MOST_REQUESTS));
      const before = own.get(idempotency.fingerprint);
      own.set(idempotency.fingerprint, { ...momentOf(seen), key: idempotency.key });
      if (before === undefined || before.key === idempotency.key) return unreadRetry;
      const isLate = hadTimedOut(before, seen);
      if (!isLate && !hadReceivedResponse(before, seen)) return unreadRetry;
      const time = timeBetween(before, seen);
      const isRetry = (isLate || isLost(before)) && time <= RETRY_WINDOW;
      // A request without a body triggers an action, which may well be wanted twice.
      const isDuplicate =
        (before.status === 201 || before.status === 202) && received !== undefined && time <= DUPLICATE_WINDOW;
      if (!isRetry && !isDuplicate) return unreadRetry;
      return sighting(seen, before, 'the same body', isRetry);
    };
  },
};

/**
 * If the connection breaks before the request is read, only its head is known. A correct client repeats the key with
 * its next request of the same length; but a queue may send another request first, so this sighting is never certain.
 */
const detectUnread = (seen: Seen, clientId: string, unread: Recent<Attempt>): Sighting | undefined => {
  const isUnread = seen.idempotency === undefined && isLost(seen);
  if (!isUnread && unread.isEmpty()) return undefined;
  const [key] = headerLines(seen.rawHeaders, 'idempotency-key');
  if (key === undefined) return undefined;
  const [length = ''] = headerLines(seen.rawHeaders, 'content-length');
  const shape = `${clientId} ${seen.method} ${seen.path} ${length}`;
  const before = unread.get(shape);
  if (isUnread) unread.set(shape, { ...momentOf(seen), key });
  else unread.delete(shape);
  if (before === undefined || before.key === key || !hadReceivedResponse(before, seen)) return undefined;
  return timeBetween(before, seen) <= RETRY_WINDOW ? sighting(seen, before, 'a body as long', false) : undefined;
};

const sighting = (seen: Seen, before: Attempt, what: string, certain: boolean): Sighting => ({
  rule: RULE,
  clientId: seen.caller?.clientId,
  subject: seen.operation?.id ?? seen.path,
  detail: `${seen.method} ${seen.path} came again with ${what} and another key ${seconds(timeBetween(before, seen))} after ${describeOutcome(before, seen)}.`,
  requests: [before.id, seen.id],
  certain,
});

const describeOutcome = (before: Attempt, seen: Seen): string => {
  const failure = failureOf(before);
  if (failure !== undefined) return `an answer that was lost (${failure})`;
  const status = String(before.status);
  return hadTimedOut(before, seen)
    ? `it was done, while the answer ${status} was still held back`
    : `the answer ${status}`;
};
