import { type Moment, momentOf, seconds, timeBetween, type Rule, type Sighting } from './detector.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { ReceiverNews } from '../webhooks/faults.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import { isObject } from '../../kernel/json.ts';

const BAD_SIGNATURE: Rule = {
  id: 'bad-signature-accepted',
  title: 'Accepts deliveries with a bad signature',
  assumptions: ['signature-format'],
  seenBy:
    'a 2xx response to a delivery that a scenario or the control API sent with a wrong, stale, altered or missing signature',
  remedy:
    'Before you parse a delivery, compute the signature over the raw body with the secret of the webhook endpoint and compare it in constant time. Refuse time stamps more than five minutes away. Answer 401 if the check fails.',
};

const WORKED_TWICE: Rule = {
  id: 'duplicate-worked-on',
  title: 'Processes a duplicate event',
  assumptions: [],
  seenBy:
    'the same call for the resource of an event twice within ten seconds, after a scenario or the control API sent that event more than once',
  remedy:
    'Store the ids of processed events in the same transaction as their effects. Answer a known id with 2xx and do nothing else.',
};

/** Mistakes of webhook receivers, which show in deliveries and in the calls that follow them. */
export const GENERAL_RECEIVER_RULES: readonly Rule[] = [BAD_SIGNATURE, WORKED_TWICE];

const WINDOW = 10_000;
const MOST_EVENTS = 100;
const MOST_CALLS = 50;

interface Duplicated {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** By method, path and body. */
  readonly calls: Map<string, Moment>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids of the resources that an event concerns. */
const resourcesOf = (body: string): readonly string[] => {
  const envelope: unknown = JSON.parse(body);
  const data = isObject(envelope) ? envelope['data'] : undefined;
  if (!isObject(data)) return [];
  return Object.values(data).filter((value): value is string => typeof value === 'string' && UUID.test(value));
};

/** Detects mistakes of one organization's webhook receivers. */
export const createReceiverWatch = () => {
  const duplicated = createBoundedCache<Duplicated>(MOST_EVENTS);

  const repeated = (
    seen: JournalEntry,
    { deliveryId, eventId, eventType, calls }: Duplicated,
  ): Sighting | undefined => {
    const { method, path, query, idempotency, operation, caller, id } = seen;
    const call = `${caller?.clientId ?? ''} ${method} ${path}?${query} ${idempotency?.fingerprint ?? ''}`;
    const before = calls.get(call);
    if (calls.size < MOST_CALLS || before !== undefined) calls.set(call, momentOf(seen));
    if (before === undefined || timeBetween(before, seen) > WINDOW) return undefined;
    return {
      rule: WORKED_TWICE,
      clientId: caller?.clientId,
      subject: operation?.id ?? path,
      detail: `${method} ${path} came twice within ${seconds(timeBetween(before, seen))}, after ${eventId} (${eventType}) had been sent more than once.`,
      requests: [before.id, id],
      deliveries: [deliveryId],
      // There may be other reasons for the second call.
      certain: false,
    };
  };

  return {
    onReceiverNews: (news: ReceiverNews): Sighting | undefined => {
      const { deliveryId, eventId, eventType } = news;
      if (news.kind === 'sent-twice') {
        for (const resource of resourcesOf(news.body))
          duplicated.set(resource.toLowerCase(), { deliveryId, eventId, eventType, calls: new Map() });
        return undefined;
      }
      return {
        rule: BAD_SIGNATURE,
        clientId: undefined,
        subject: news.trick,
        detail: `${deliveryId} (${eventType}) came with ${WORDS[news.trick] ?? 'a bad signature'} and was answered with ${news.httpStatus}.`,
        requests: [],
        deliveries: [deliveryId],
        certain: true,
      };
    },
    /** Checks the calls of a receiver's client; cheap while there are no duplicates. */
    see: (seen: JournalEntry): Sighting | undefined => {
      if (duplicated.size === 0 || seen.caller === undefined || seen.status >= 400) return undefined;
      // A write repeated with its Idempotency-Key takes effect only once.
      if (seen.idempotency?.kind === 'replay') return undefined;
      for (const value of Object.values(seen.pathParameters ?? {})) {
        const about = duplicated.get(value.toLowerCase());
        const sighting = about === undefined ? undefined : repeated(seen, about);
        if (sighting !== undefined) return sighting;
      }
      return undefined;
    },
  };
};

const WORDS: Readonly<Record<string, string>> = {
  'wrong-secret': 'a signature by another secret',
  stale: 'an old time stamp',
  future: 'a time stamp of the future',
  'altered-body': 'a body that was altered after it was signed',
  missing: 'no signature',
};
