import { defineCollection, key } from '../../sandbox/collection.ts';
import type { EndpointChaos } from './chaos.ts';
import type { Secrets } from './secrets.ts';
import type { FailureStreak } from './failure-streak.ts';

/** Restrictions on its events besides their types; an API declares the members by augmenting this interface. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- only an interface can be augmented
export interface EndpointScope {}

/** A webhook endpoint as stored, not as the API shows it. */
export interface WebhookEndpointRecord extends EndpointScope {
  /** `wh_` and 26 characters. Assumption: webhook-identifiers. */
  readonly id: string;
  /** Registration number: events are delivered in this order. */
  readonly position: number;
  readonly url: string;
  /** Event types and segment wildcards, as sent by the client. */
  readonly subscriptions: readonly string[];
  readonly status: 'ACTIVE' | 'PAUSED';
  /** Incremented by every change that is visible in the API. */
  readonly version: number;
  readonly secrets: Secrets;
  /** Notified by email when the endpoint is paused. */
  readonly administratorEmail: string;
  /** Milliseconds since the epoch, like all times in this record. */
  readonly createdAt: number;
  /** Null if no delivery has succeeded yet. */
  readonly lastSuccessAt: number | null;
  /** The failures since the last success; null if there were none. */
  readonly streak: FailureStreak | null;
  /** Chaos rules for its deliveries. */
  readonly chaos?: EndpointChaos;
}

/** Index key that matches every webhook endpoint. */
export const EVERY_ENDPOINT = key('all', 'yes');

export const subscribedTo = (subscription: string) => key('subscription', subscription);

export const webhookEndpoints = defineCollection<WebhookEndpointRecord>(
  'webhook-endpoints',
  ({ id }) => id,
  ({ subscriptions }) => [EVERY_ENDPOINT, ...[...new Set(subscriptions)].map(subscribedTo)],
);
