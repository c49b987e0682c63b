import {
  type Detector,
  type Moment,
  type Seen,
  hadReceivedResponse,
  momentOf,
  seconds,
  timeBetween,
} from '../detector.ts';
import type { GeneralRule } from '../finding.ts';
import { createRecent } from '../recent.ts';

const RULE: GeneralRule = {
  id: 'retry-too-early',
  title: 'Retries before Retry-After has passed',
  assumptions: ['rate-limit-window'],
  seenBy:
    'a request repeated before the time in Retry-After had passed, or a third consecutive 429 in one category, each sent after the previous response',
  remedy: 'Wait for the number of seconds in `Retry-After` before you send anything else in that category.',
};

const MOST_REQUESTS = 500;
const MOST_STREAKS = 100;
const TOO_MANY = 3;

/** A response with `Retry-After`. */
interface PendingRetryAfter extends Moment {
  /** Milliseconds. */
  readonly wait: number;
}

interface Streak {
  readonly ids: readonly string[];
  readonly last: PendingRetryAfter;
}

const waitOf = ({ headers }: Seen): number | undefined => {
  const text = headers['retry-after'];
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
};

const categoryOf = ({ operation }: Seen): string => operation?.rateLimitCategory ?? '';

/** Identifies requests that a client would call retries of each other. */
const requestOf = ({ method, path, query, idempotency }: Seen): string =>
  `${method} ${path}?${query} ${idempotency?.fingerprint ?? ''}`;

/** A retry before `Retry-After`. */
export const retryTooEarly: Detector<GeneralRule> = {
  rule: RULE,
  start: () => {
    const waiting = createRecent<PendingRetryAfter>(MOST_REQUESTS);
    const streaks = createRecent<Streak>(MOST_STREAKS);

    /** Consecutive 429 responses to requests that were each sent before the previous `Retry-After` had elapsed. */
    const streakWith = (seen: Seen, clientId: string): Streak | undefined => {
      const key = `${clientId} ${categoryOf(seen)}`;
      const before = streaks.get(key);
      if (seen.status !== 429) {
        if (before !== undefined) streaks.delete(key);
        return undefined;
      }
      // Concurrent requests: the client had not yet received the first 429.
      if (before !== undefined && !hadReceivedResponse(before.last, seen)) return undefined;
      const isEarly = before !== undefined && timeBetween(before.last, seen) < before.last.wait;
      const last = { ...momentOf(seen), wait: waitOf(seen) ?? 0 };
      const streak = { ids: [...(isEarly ? before.ids : []), seen.id].slice(-10), last };
      streaks.set(key, streak);
      return streak;
    };

    return (seen) => {
      const { caller, status } = seen;
      if (caller === undefined || (status < 429 && waiting.isEmpty() && streaks.isEmpty())) return undefined;
      const { clientId } = caller;
      const wait = status === 429 || status >= 500 ? waitOf(seen) : undefined;
      const key = `${clientId} ${requestOf(seen)}`;
      const before = waiting.get(key);
      if (wait !== undefined) waiting.set(key, { ...momentOf(seen), wait });
      else if (before !== undefined) waiting.delete(key);
      const streak = streakWith(seen, clientId);
      const subject = seen.operation?.id ?? seen.path;
      if (before !== undefined && hadReceivedResponse(before, seen) && timeBetween(before, seen) < before.wait)
        return {
          rule: RULE,
          clientId,
          subject,
          detail: `${seen.method} ${seen.path} was to wait ${seconds(before.wait)} after ${String(before.status)}, and came again after ${seconds(timeBetween(before, seen))}.`,
          requests: [before.id, seen.id],
          certain: true,
        };
      if (streak === undefined || streak.ids.length < TOO_MANY) return undefined;
      return {
        rule: RULE,
        clientId,
        subject,
        detail: `${String(streak.ids.length)} answers 429 in a row, each time before Retry-After was over.`,
        requests: streak.ids,
        // Independent processes of one client look the same.
        certain: false,
      };
    };
  },
};
