import { defineCollection, key } from '../../sandbox/collection.ts';
import type { AppliedChaos } from './chaos.ts';

/** One event on its way to one webhook endpoint, in one of four states. */
export type DeliveryRecord = ScheduledDelivery | SuspendedDelivery | ArrivedDelivery | FailedDelivery;

export type DeliveryStatus = DeliveryRecord['status'];

/** An attempt is due. */
export interface ScheduledDelivery extends Delivery {
  readonly status: 'PENDING';
  readonly nextRetryAt: number;
}

/** Its webhook endpoint is paused: nothing is sent until it is resumed. */
export interface SuspendedDelivery extends Delivery {
  readonly status: 'PENDING';
  readonly nextRetryAt: null;
}

/** The receiver took it, or a replay of it. */
export interface ArrivedDelivery extends Delivery {
  readonly status: 'DELIVERED';
  readonly nextRetryAt: null;
  readonly httpStatus: number;
  readonly lastAttemptAt: number;
}

/** Given up. */
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
  /** Never before that of an older delivery, so that age and time are one order. */
  readonly createdAt: number;
  /** A test fire: it does not count for auto-pause. */
  readonly isTest: boolean;
  /** The delivery that it sends again, for somebody who asked for that. */
  readonly replayOf?: string;
  /** What came of each attempt, for the control API. */
  readonly tries: readonly Attempt[];
  /** Its place beside another one, where somebody wants deliveries to change places. */
  readonly turn?: Turn;
}

export type Turn =
  | { readonly kind: 'held-back' | 'was-held-back' }
  /** The delivery of this id comes after it. */
  | { readonly kind: 'goes-first'; readonly before: string };

/** One attempt, as the sender tells it. */
export interface Attempt {
  readonly at: number;
  /** Absent when there was no answer. */
  readonly httpStatus?: number;
  /** Why there was no answer. */
  readonly failure?: Failure;
  /** The reason in words, where it may be told. */
  readonly detail?: string;
  /** How the answer's body begins, where it may be shown. */
  readonly answer?: string;
  /** What was done to it on purpose. */
  readonly chaos?: AppliedChaos;
  /** Sent once more, on purpose, after the receiver had taken it: no attempt of the real service. */
  readonly isCopy?: true;
}

/** Why an attempt got no answer. */
export type Failure = 'refused' | 'connect_failed' | 'tls_failed' | 'timeout' | 'answer_broken';

export const ofEndpoint = (endpointId: string) => key('endpoint', endpointId);
export const ofEndpointIn = (endpointId: string, status: DeliveryStatus) => key('status', endpointId, status);
export const ofEvent = (eventId: string) => key('event', eventId);
export const heldBackAt = (endpointId: string) => key('held-back', endpointId);

export const deliveries = defineCollection<DeliveryRecord>(
  'webhook-deliveries',
  ({ id }) => id,
  ({ endpointId, status, eventId, turn, nextRetryAt }) => [
    ofEndpoint(endpointId),
    ofEndpointIn(endpointId, status),
    ofEvent(eventId),
    ...(turn?.kind === 'held-back' && nextRetryAt !== null ? [heldBackAt(endpointId)] : []),
  ],
);

/**
 * What all deliveries of an event send: made once and kept as text, so that every attempt has the same bytes. Kept as
 * long as there is a delivery of it.
 */
export interface MessageRecord {
  /** `evt_` and 26 characters. */
  readonly eventId: string;
  readonly eventType: string;
  readonly body: string;
}

export const messages = defineCollection<MessageRecord>('webhook-messages', ({ eventId }) => eventId);
