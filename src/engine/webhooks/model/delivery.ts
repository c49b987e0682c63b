import { defineCollection, key } from '../../sandbox/collection.ts';
import type { AppliedChaos } from './chaos.ts';

/** The delivery of one event to one webhook endpoint, in one of four states. */
export type DeliveryRecord = ScheduledDelivery | SuspendedDelivery | ArrivedDelivery | FailedDelivery;

export type DeliveryStatus = DeliveryRecord['status'];

/** An attempt is scheduled. */
export interface ScheduledDelivery extends Delivery {
  readonly status: 'PENDING';
  readonly nextRetryAt: number;
}

/** Its webhook endpoint is paused: nothing is sent until it is resumed. */
export interface SuspendedDelivery extends Delivery {
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
export interface FailedDelivery extends Delivery {
  readonly status: 'FAILED';
  readonly nextRetryAt: null;
}

interface Delivery {
  /** `del_` and 26 characters. Assumption: webhook-identifiers. */
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** "Last HTTP status from the receiver." */
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly lastAttemptAt: number | null;
  /** Never earlier than that of an older delivery, so that sorting by age and by time is the same. */
  readonly createdAt: number;
  /** A test delivery: it does not count towards auto-pause. */
  readonly isTest: boolean;
  /** The delivery that this one replays on request. */
  readonly replayOf?: string;
  /** The result of each attempt, for the control API. */
  readonly tries: readonly Attempt[];
  /** Its place in a pair of reordered deliveries. */
  readonly reorderRole?: ReorderRole;
}

export type ReorderRole =
  | { readonly kind: 'held-back' | 'was-held-back' }
  /** Sent before the delivery with this id. */
  | { readonly kind: 'goes-first'; readonly before: string };

/** One attempt, as the sender reports it. */
export interface Attempt {
  readonly at: number;
  /** Absent if there was no response. */
  readonly httpStatus?: number;
  /** Why there was no response. */
  readonly failure?: Failure;
  /** The reason in words, if it may be disclosed. */
  readonly detail?: string;
  /** The beginning of the response body, if it may be disclosed. */
  readonly answer?: string;
  /** The chaos applied to it. */
  readonly chaos?: AppliedChaos;
  /**
   * A duplicate sent on purpose after the receiver had accepted the delivery; the real service would not have sent it.
   */
  readonly isCopy?: true;
}

/** Why an attempt got no response. */
export type Failure = 'refused' | 'connect_failed' | 'tls_failed' | 'timeout' | 'answer_broken';

export const ofEndpoint = (endpointId: string) => key('endpoint', endpointId);
export const ofEndpointIn = (endpointId: string, status: DeliveryStatus) => key('status', endpointId, status);
export const ofEvent = (eventId: string) => key('event', eventId);
export const heldBackAt = (endpointId: string) => key('held-back', endpointId);

export const deliveries = defineCollection<DeliveryRecord>(
  'webhook-deliveries',
  ({ id }) => id,
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
export interface MessageRecord {
  /** `evt_` and 26 characters. */
  readonly eventId: string;
  readonly eventType: string;
  readonly body: string;
}

export const messages = defineCollection<MessageRecord>('webhook-messages', ({ eventId }) => eventId);
