import { defineCollection, key } from '../../sandbox/collection.ts';
import type { EndpointChaos } from './chaos.ts';
import type { Secrets } from './secrets.ts';
import type { FailureStreak } from './failure-streak.ts';

/** Which events it is restricted to besides their types; an API declares the members by augmenting this interface. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- only an interface can be augmented
export interface EndpointScope {}

/** A webhook endpoint as it is kept; what of it is shown is decided elsewhere. */
export interface WebhookEndpointRecord extends EndpointScope {
  /** `wh_` and 26 characters. Assumption: webhook-identifiers. */
  readonly id: string;
  /** Counts the registrations: events are delivered in this order. */
  readonly position: number;
  readonly url: string;
  /** Event types and segment wildcards, as they were sent. */
  readonly subscriptions: readonly string[];
  readonly status: 'ACTIVE' | 'PAUSED';
  /** Grows by one with every change that the API shows. */
  readonly version: number;
  readonly secrets: Secrets;
  /** Who is written to when it is paused. */
  readonly administratorEmail: string;
  /** Milliseconds since the epoch, like all times here. */
  readonly createdAt: number;
  /** Null when no delivery ever succeeded. */
  readonly lastSuccessAt: number | null;
  /** The failures since the last success; null when there were none. */
  readonly streak: FailureStreak | null;
  /** What is to go wrong with its deliveries. */
  readonly chaos?: EndpointChaos;
}

/** Every webhook endpoint. */
export const EVERY_ENDPOINT = key('all', 'yes');

export const subscribedTo = (subscription: string) => key('subscription', subscription);

export const webhookEndpoints = defineCollection<WebhookEndpointRecord>(
  'webhook-endpoints',
  ({ id }) => id,
  ({ subscriptions }) => [EVERY_ENDPOINT, ...[...new Set(subscriptions)].map(subscribedTo)],
);
