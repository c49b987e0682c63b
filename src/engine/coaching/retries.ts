import { createBoundedCache, getOrInsert } from '../../kernel/caches.ts';
import { headerLines } from '../../kernel/http.ts';
import { type JournalEntry, textOf } from '../journal/journal-entry.ts';
import {
  type Mistake,
  type Moment,
  type Streak,
  defineDetector,
  extend,
  failureOf,
  hadReceivedResponse,
  hadTimedOut,
  momentOf,
  seconds,
  timeBetween,
  waitOf,
} from './detector.ts';

/** After this time a repetition may be deliberate. Milliseconds. */
const RETRY_WINDOW = 300_000;

/** A second creation of the same thing within this time is probably unintended. Milliseconds. */
const DUPLICATE_WINDOW = 10_000;

const TOO_MANY = 3;
const MOST_REQUESTS = 500;
const MOST_REFUSED = 200;
const MOST_UNREAD = 100;
const MOST_STREAKS = 100;

interface Attempt extends Moment {
  readonly key: string;
}

const isLost = (attempt: Moment): boolean => failureOf(attempt) !== undefined || attempt.status >= 500;

/** A retry with a new Idempotency-Key, although the outcome of the first request is unknown. */
export const retryWithNewKey = defineDetector(
  {
    id: 'retry-with-new-key',
    title: 'Retries with a new Idempotency-Key',
    assumptions: [],
    seenBy:
      'the same method, path and body with another key, within five minutes of a response that was lost, late or 5xx, or within ten seconds of a creation. If the request was lost before it was read: a request of the same length with another key, which may be a different request',
    remedy:
      'Generate the key once per operation, store it with the request, and send it with every attempt. A retry then returns the result of the first attempt; a new key repeats the operation.',
  },
  () => {
    // One map per client: a key made of client and fingerprint would be a string as long as the body, built and hashed
    // for each request.
    const requests = new Map<string, typeof unread>();
    const unread = createBoundedCache<Attempt>(MOST_UNREAD);

    /**
     * If the connection breaks before the request is read, only its head is known. A correct client repeats the key with
     * its next request of the same length; but a queue may send another request first, so this sighting is never certain.
     */
    const detectUnread = (seen: JournalEntry, clientId: string): Mistake | undefined => {
      const isUnread = seen.idempotency === undefined && isLost(seen);
      if (!isUnread && unread.size === 0) return undefined;
      const [key] = headerLines(seen.rawHeaders, 'idempotency-key');
      if (key === undefined) return undefined;
      const [length = ''] = headerLines(seen.rawHeaders, 'content-length');
      const shape = `${clientId} ${seen.method} ${seen.path} ${length}`;
      const before = unread.get(shape);
      if (isUnread) unread.set(shape, { ...momentOf(seen), key });
      else unread.delete(shape);
      if (before === undefined || before.key === key || !hadReceivedResponse(before, seen)) return undefined;
      return timeBetween(before, seen) <= RETRY_WINDOW ? repeated(seen, before, 'a body as long', false) : undefined;
    };

    return (seen) => {
      const { idempotency, caller, received } = seen;
      if (caller === undefined || seen.method === 'GET') return undefined;
      const unreadRetry = detectUnread(seen, caller.clientId);
      if (idempotency === undefined) return unreadRetry;
      const own = getOrInsert(requests, caller.clientId, () => createBoundedCache<Attempt>(MOST_REQUESTS));
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
      return repeated(seen, before, 'the same body', isRetry);
    };
  },
);

const repeated = (seen: JournalEntry, before: Attempt, what: string, certain: boolean): Mistake => ({
  detail: `${seen.method} ${seen.path} came again with ${what} and another key ${seconds(timeBetween(before, seen))} after ${describeOutcome(before, seen)}.`,
  requests: [before.id, seen.id],
  certain,
});

const describeOutcome = (before: Attempt, seen: JournalEntry): string => {
  const failure = failureOf(before);
  if (failure !== undefined) return `an answer that was lost (${failure})`;
  const status = String(before.status);
  return hadTimedOut(before, seen)
    ? `it was done, while the answer ${status} was still held back`
    : `the answer ${status}`;
};

/** A retry before `Retry-After`. */
export const retryTooEarly = defineDetector(
  {
    id: 'retry-too-early',
    title: 'Retries before Retry-After has passed',
    assumptions: ['rate-limit-window'],
    seenBy:
      'a request repeated before the time in Retry-After had passed, or a third consecutive 429 in one category, each sent after the previous response',
    remedy: 'Wait for the number of seconds in `Retry-After` before you send anything else in that category.',
  },
  () => {
    /** Responses with `Retry-After`, in milliseconds. */
    const waiting = createBoundedCache<Moment & { readonly wait: number }>(MOST_REQUESTS);
    const streaks = createBoundedCache<Streak & { readonly wait: number }>(MOST_STREAKS);

    /** Consecutive 429 responses to requests that were each sent before the previous `Retry-After` had elapsed. */
    const streakWith = (seen: JournalEntry, clientId: string): Streak | undefined => {
      const key = `${clientId} ${seen.operation?.rateLimitCategory ?? ''}`;
      const before = streaks.get(key);
      if (seen.status !== 429) {
        if (before !== undefined) streaks.delete(key);
        return undefined;
      }
      // Concurrent requests: the client had not yet received the first 429.
      if (before !== undefined && !hadReceivedResponse(before.last, seen)) return undefined;
      const isEarly = before !== undefined && timeBetween(before.last, seen) < before.wait;
      const streak = { ...extend(isEarly ? before : undefined, seen), wait: waitOf(seen) ?? 0 };
      streaks.set(key, streak);
      return streak;
    };

    return (seen) => {
      const { id, caller, status, method, path, query, idempotency } = seen;
      if (caller === undefined || (status < 429 && waiting.size === 0 && streaks.size === 0)) return undefined;
      const { clientId } = caller;
      const wait = status === 429 || status >= 500 ? waitOf(seen) : undefined;
      // What a client would call retries of each other.
      const key = `${clientId} ${method} ${path}?${query} ${idempotency?.fingerprint ?? ''}`;
      const before = waiting.get(key);
      if (wait !== undefined) waiting.set(key, { ...momentOf(seen), wait });
      else if (before !== undefined) waiting.delete(key);
      const streak = streakWith(seen, clientId);
      if (before !== undefined && hadReceivedResponse(before, seen) && timeBetween(before, seen) < before.wait)
        return {
          detail: `${method} ${path} was to wait ${seconds(before.wait)} after ${before.status}, and came again after ${seconds(timeBetween(before, seen))}.`,
          requests: [before.id, id],
          certain: true,
        };
      if (streak === undefined || streak.ids.length < TOO_MANY) return undefined;
      return {
        detail: `${streak.ids.length} answers 429 in a row, each time before Retry-After was over.`,
        requests: streak.ids,
        // Independent processes of one client look the same.
        certain: false,
      };
    };
  },
);

/** These refusals end with time, or with another token. */
const PASSING = new Set([401, 408, 425, 429]);

/** The client repeats a request that was refused for good. */
export const refusedAgain = defineDetector(
  {
    id: 'refused-again',
    title: 'Retries a permanent refusal',
    assumptions: [],
    seenBy:
      'the same write three times within five minutes, refused with the same 4xx each time, without a change by the organization in between',
    remedy:
      'Handle each problem `type`: read `currentResource`, correct the data, request the capability, or alert someone. Retry only 429, 5xx and lost responses; treat unknown types as permanent.',
  },
  () => {
    /** With the number of state changes of the organization until then: any of them may justify a new attempt. */
    const streaks = createBoundedCache<Streak & { readonly changes: number }>(MOST_REFUSED);
    let changes = 0;
    return (seen) => {
      const { method, status, caller, path, refusal, headers, idempotency, received } = seen;
      if (method === 'GET' || caller === undefined) return undefined;
      if (status < 300) changes++;
      if (status < 400 || status >= 500 || PASSING.has(status) || headers['retry-after'] !== undefined)
        return undefined;
      // Of an equal request, as far as it was read before the refusal.
      const content = idempotency?.fingerprint ?? (received && textOf(received)) ?? '';
      const key = `${caller.clientId} ${method} ${path} ${status} ${content}`;
      const before = streaks.get(key);
      const continues =
        before?.changes === changes &&
        hadReceivedResponse(before.last, seen) &&
        timeBetween(before.last, seen) <= RETRY_WINDOW;
      const streak = extend(continues ? before : undefined, seen);
      streaks.set(key, { ...streak, changes });
      if (streak.ids.length < TOO_MANY) return undefined;
      return {
        detail: `${method} ${path} was refused with ${status}${refusal === undefined ? '' : ` ${refusal.type}`} ${streak.ids.length} times, without a change in between.`,
        requests: streak.ids,
        certain: true,
      };
    };
  },
);
