import { defineRecords, key } from '../../sandbox/collection.ts';
import {
  type TypeOf,
  count,
  instant,
  instantOrNull,
  label,
  list,
  matching,
  object,
  oneOf,
  orNull,
  text,
} from '../../sandbox/record-schema.ts';
import { endpointChaos } from './chaos.ts';
import { failureStreak } from './failure-streak.ts';
import { secrets } from './secrets.ts';

/** @public Restrictions on its events besides their types; an API declares the members by augmenting this interface. */
// oxlint-disable-next-line typescript/no-empty-object-type -- only an interface can be augmented
export interface EndpointScope {}

/** A webhook endpoint as stored, not as the API shows it. */
const schema = object({
  /** `wh_` and 26 characters. Assumption: webhook-identifiers. */
  id: matching('^wh_[0-9A-HJKMNP-TV-Z]{26}$'),
  /** Registration number: events are delivered in this order. */
  position: count,
  url: { ...matching('^(?:https?://|vatmock-listen:[a-z0-9])', 2048), format: 'uri' },
  /** Event types and segment wildcards, as sent by the client. */
  subscriptions: list(label),
  status: oneOf('ACTIVE', 'PAUSED'),
  /** Incremented by every change that is visible in the API. */
  version: count,
  secrets,
  /** Notified by email when the endpoint is paused. */
  administratorEmail: text,
  createdAt: instant,
  /** Null if no delivery has succeeded yet. */
  lastSuccessAt: instantOrNull,
  /** The failures since the last success; null if there were none. */
  streak: orNull(failureStreak),
  /** When and why it was paused: by its client, or by the server after failures. */
  'paused?': object({
    at: instant,
    why: oneOf('CLIENT', 'CONSECUTIVE_FAILURES', 'CONTINUOUS_FAILURE_WINDOW'),
  }),
  /** Chaos rules for its deliveries. */
  'chaos?': endpointChaos,
});

export type WebhookEndpointRecord = TypeOf<typeof schema> & EndpointScope;

/** Index key that matches every webhook endpoint. */
export const EVERY_ENDPOINT = key('all', 'yes');

export const subscribedTo = (subscription: string) => key('subscription', subscription);

export const webhookEndpoints = defineRecords(
  'webhook-endpoints',
  schema,
  ({ id }: WebhookEndpointRecord) => id,
  ({ subscriptions }) => [EVERY_ENDPOINT, ...[...new Set(subscriptions)].map(subscribedTo)],
);
