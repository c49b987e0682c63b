import { type Detector, type Moment, type Seen, momentOf, seconds, timeBetween } from '../detector.ts';
import type { GeneralRule } from '../finding.ts';
import { createRecent } from '../recent.ts';

const RULE: GeneralRule = {
  id: 'fresh-answer-asked-again',
  title: 'Does not cache a cacheable response',
  assumptions: ['cache-control-value'],
  seenBy: 'the same GET three times by one client while the first response was fresh according to Cache-Control',
  remedy: 'Cache the response for the `max-age` in its `Cache-Control`, in the process or in a shared cache.',
};

const MOST_RESPONSES = 200;
const TOO_MANY = 3;

interface FreshResponses {
  readonly first: Moment & { readonly lifetime: number };
  /** Ids of the first exchanges, until the habit is established. */
  readonly ids: string[];
  /** Mutable counter, for speed: a client with this habit sends many requests. */
  count: number;
}

const MAX_AGE = /(?:^|[\s,])max-age=(\d{1,9})/;

const freshnessLifetimeOf = ({ headers }: Seen): number => {
  const text = headers['cache-control'];
  return text === undefined || text.includes('no-store') ? 0 : Number(MAX_AGE.exec(text)?.[1] ?? 0) * 1000;
};

/** The client requests a response again while its cached copy is still fresh. */
export const freshAnswerAskedAgain: Detector<GeneralRule> = {
  rule: RULE,
  start: () => {
    const responses = createRecent<FreshResponses>(MOST_RESPONSES);
    return (seen) => {
      const { caller, method, status, path, query } = seen;
      if (method !== 'GET' || status !== 200 || caller === undefined) return undefined;
      const lifetime = freshnessLifetimeOf(seen);
      if (lifetime === 0) return undefined;
      const cacheKey = `${caller.clientId} ${path}?${query}`;
      const before = responses.get(cacheKey);
      if (before === undefined || timeBetween(before.first, seen) >= before.first.lifetime) {
        responses.set(cacheKey, { first: { ...momentOf(seen), lifetime }, ids: [seen.id], count: 1 });
        return undefined;
      }
      before.count++;
      if (before.count <= TOO_MANY) before.ids.push(seen.id);
      if (before.count < TOO_MANY) return undefined;
      return {
        rule: RULE,
        clientId: caller.clientId,
        subject: seen.operation?.id ?? path,
        detail: `GET ${path} came ${String(before.count)} times in ${seconds(timeBetween(before.first, seen))}; the first answer was good for ${seconds(before.first.lifetime)}.`,
        requests: before.count === TOO_MANY ? before.ids : [seen.id],
        // Several processes may each send one request.
        certain: before.count > TOO_MANY,
      };
    };
  },
};
