import { textOf } from '../../journal/journal-entry.ts';
import { type Detector, type Moment, type Seen, hadReceivedResponse, momentOf, timeBetween } from '../detector.ts';
import type { GeneralRule } from '../finding.ts';
import { createRecent } from '../recent.ts';

const RULE: GeneralRule = {
  id: 'refused-again',
  title: 'Retries a permanent refusal',
  assumptions: [],
  seenBy:
    'the same write three times within five minutes, refused with the same 4xx each time, without a change by the organization in between',
  remedy:
    'Handle each problem `type`: read `currentResource`, correct the data, request the capability, or alert someone. Retry only 429, 5xx and lost responses; treat unknown types as permanent.',
};

/** After this time a repetition may be deliberate. Milliseconds. */
const WINDOW = 300_000;
const TOO_MANY = 3;
const MOST_REQUESTS = 200;

/** These refusals end with time, or with another token. */
const PASSING = new Set([401, 408, 425, 429]);

interface Streak {
  readonly ids: readonly string[];
  readonly last: Moment;
  /** Number of state changes of the organization until then: any of them may justify a new attempt. */
  readonly changes: number;
}

const isPermanent = ({ status, headers }: Seen): boolean =>
  status >= 400 && status < 500 && !PASSING.has(status) && headers['retry-after'] === undefined;

/** Identifies equal requests, as far as the request was read before the refusal. */
const contentOf = ({ idempotency, received }: Seen): string =>
  idempotency?.fingerprint ?? (received === undefined ? '' : textOf(received));

/** The client repeats a request that was refused for good. */
export const refusedAgain: Detector<GeneralRule> = {
  rule: RULE,
  start: () => {
    const streaks = createRecent<Streak>(MOST_REQUESTS);
    let changes = 0;
    return (seen) => {
      const { method, status, caller, path, id, operation } = seen;
      if (method === 'GET' || caller === undefined) return undefined;
      if (status < 300) changes++;
      if (!isPermanent(seen)) return undefined;
      const key = `${caller.clientId} ${method} ${path} ${String(status)} ${contentOf(seen)}`;
      const before = streaks.get(key);
      const continues =
        before?.changes === changes &&
        hadReceivedResponse(before.last, seen) &&
        timeBetween(before.last, seen) <= WINDOW;
      const ids = continues ? [...before.ids, id].slice(-10) : [id];
      streaks.set(key, { ids, last: momentOf(seen), changes });
      if (ids.length < TOO_MANY) return undefined;
      const type = seen.refusal?.type;
      return {
        rule: RULE,
        clientId: caller.clientId,
        subject: operation?.id ?? path,
        detail: `${method} ${path} was refused with ${String(status)}${type === undefined ? '' : ` ${type}`} ${String(ids.length)} times, without a change in between.`,
        requests: ids,
        certain: true,
      };
    };
  },
};
