import { defineRecords, key } from '../../sandbox/collection.ts';
import {
  type TypeOf,
  count,
  flag,
  instant,
  instantOrNull,
  label,
  list,
  longText,
  matching,
  object,
  oneOf,
  schemaOf,
  text,
} from '../../sandbox/record-schema.ts';
import { appliedChaos } from './chaos.ts';

/** The delivery of one event to one webhook endpoint, in one of four states. */
export type DeliveryRecord = ScheduledDelivery | SuspendedDelivery | ArrivedDelivery | FailedDelivery;

export type DeliveryStatus = DeliveryRecord['status'];

/** An attempt is scheduled. */
interface ScheduledDelivery extends Delivery {
  readonly status: 'PENDING';
  readonly nextRetryAt: number;
}

/** Its webhook endpoint is paused: nothing is sent until it is resumed. */
interface SuspendedDelivery extends Delivery {
  readonly status: 'PENDING';
  readonly nextRetryAt: null;
}

/** The receiver accepted it, or a replay of it. */
export interface ArrivedDelivery extends Delivery {
  readonly status: 'DELIVERED';
  readonly nextRetryAt: null;
  readonly httpStatus: number;
  readonly lastAttemptAt: number;
}

/** No attempts are left. */
interface FailedDelivery extends Delivery {
  readonly status: 'FAILED';
  readonly nextRetryAt: null;
}

/** Why an attempt got no response. */
const failure = oneOf('refused', 'connect_failed', 'tls_failed', 'timeout', 'answer_broken');

export type Failure = TypeOf<typeof failure>;

/** One attempt, as the sender reports it. */
const attempt = object({
  at: instant,
  /** Absent if there was no response. */
  'httpStatus?': schemaOf<number>({ type: 'integer' }),
  /** Why there was no response. */
  'failure?': failure,
  /** The reason in words, if it may be disclosed. */
  'detail?': text,
  /** The beginning of the response body, if it may be disclosed. */
  'answer?': text,
  /** The chaos applied to it. */
  'chaos?': appliedChaos,
  /**
   * A duplicate sent on purpose after the receiver had accepted the delivery; the real service would not have sent it.
   */
  'isCopy?': flag,
});

export type Attempt = TypeOf<typeof attempt>;

/** `evt_` and 26 characters. */
const eventId = matching('^evt_[0-9A-HJKMNP-TV-Z]{26}$');

const schema = object({
  /** `del_` and 26 characters. Assumption: webhook-identifiers. */
  id: matching('^del_[0-9A-HJKMNP-TV-Z]{26}$'),
  endpointId: label,
  eventId,
  eventType: label,
  status: oneOf('PENDING', 'DELIVERED', 'FAILED'),
  /** The last status from the receiver. */
  httpStatus: schemaOf<number | null>({ type: ['integer', 'null'], minimum: 100, maximum: 599 }),
  attempts: count,
  lastAttemptAt: instantOrNull,
  nextRetryAt: instantOrNull,
  /** Never earlier than that of an older delivery, so that sorting by age and by time is the same. */
  createdAt: instant,
  /** A test delivery: it does not count towards auto-pause. */
  isTest: flag,
  /** The delivery that this one replays on request. */
  'replayOf?': label,
  /** The result of each attempt, for the control API. */
  tries: list(attempt),
  /** Its place in a pair of reordered deliveries. */
  'reorderRole?': schemaOf<ReorderRole>(
    object({ kind: oneOf('held-back', 'was-held-back', 'goes-first'), 'before?': label }),
  ),
});

type Delivery = TypeOf<typeof schema>;

type ReorderRole =
  | { readonly kind: 'held-back' | 'was-held-back' }
  /** Sent before the delivery with this id. */
  | { readonly kind: 'goes-first'; readonly before: string };

export const ofEndpoint = (endpointId: string) => key('endpoint', endpointId);
export const ofEndpointIn = (endpointId: string, status: DeliveryStatus) => key('status', endpointId, status);
export const ofEvent = (eventId: string) => key('event', eventId);
export const heldBackAt = (endpointId: string) => key('held-back', endpointId);

export const deliveries = defineRecords(
  'webhook-deliveries',
  schema,
  ({ id }: DeliveryRecord) => id,
  ({ endpointId, status, eventId, reorderRole, nextRetryAt }) => [
    ofEndpoint(endpointId),
    ofEndpointIn(endpointId, status),
    ofEvent(eventId),
    ...(reorderRole?.kind === 'held-back' && nextRetryAt !== null ? [heldBackAt(endpointId)] : []),
  ],
);

/**
 * What all deliveries of an event send: serialized once, so that every attempt has the same bytes. Removed with the
 * last delivery of the event.
 */
const message = object({
  eventId,
  eventType: label,
  body: longText,
});

export type MessageRecord = TypeOf<typeof message>;

export const messages = defineRecords('webhook-messages', message, ({ eventId }) => eventId);
