import { amendEvent } from '../assumptions/amendment.ts';
import { type EventCheck, toBody, toEnvelope } from '../events/event.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { FanOut } from '../sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type DeliveryPolicy, messages } from './delivery.ts';
import {
  EVERY_ENDPOINT,
  type WebhookEndpointRecord,
  subscribedTo,
  subscriptionsOf,
  webhookEndpoints,
} from './endpoint.ts';
import { startDelivery } from './schedule.ts';

/** Who receives an event, apart from subscriptions to its type. */
export interface Audience {
  /** Whether the event has any recipients. */
  readonly isHeard: (event: EmittedEvent, work: Reading) => boolean;
  /** Whether the endpoint's restrictions admit the event. */
  readonly includes: (endpoint: WebhookEndpointRecord, event: EmittedEvent) => boolean;
}

/**
 * Decides in the transaction of the event who receives it: each matching webhook endpoint gets one delivery,
 * endpoints registered later get none. Assumptions: delivery-fan-out, operational-event-recipients.
 */
export const createFanOut =
  ({
    audience,
    check,
    concernedEndpoint,
    policy,
  }: {
    readonly audience: Audience;
    readonly check: EventCheck;
    /**
     * The webhook endpoint that an operational event (an event about webhooks) concerns; undefined for any other event.
     */
    readonly concernedEndpoint: (event: EmittedEvent) => string | undefined;
    readonly policy: Pick<DeliveryPolicy, 'retention'>;
  }): FanOut =>
  (work, event, organization) => {
    const envelope = toEnvelope(event, organization);
    check(envelope);
    const concerned = concernedEndpoint(event);
    const recipients =
      concerned === undefined
        ? subscribersOf(work, event.type).filter(
            (endpoint) => audience.includes(endpoint, event) && isRecorded(endpoint, work),
          )
        : othersThan(concerned, work, event.type);
    if (recipients.length === 0 || !audience.isHeard(event, work)) return;
    const sent = amendEvent(envelope, work.assumed.eventAmendments, { scope: event, isVerbatim: false });
    const message = keepMessage(work, event, toBody(sent));
    const isOneEach = !work.assumed.has('delivery-fan-out=per-subscription');
    for (const endpoint of recipients) {
      const matching = isOneEach ? 1 : Math.max(1, matchesIn(endpoint, event.type));
      for (let count = 0; count < matching; count++) startDelivery(work, endpoint, message, policy);
    }
  };

const keepMessage = (work: UnitOfWork, { id, type }: EmittedEvent, body: string) =>
  work.insert(messages, () => ({ eventId: id, eventType: type, body }));

/** The number of its subscriptions that cover an event type. */
const matchesIn = ({ subscriptions }: WebhookEndpointRecord, eventType: string): number => {
  const wanted = subscriptionsOf(eventType);
  return new Set(subscriptions.filter((subscription) => wanted.includes(subscription))).size;
};

/** Any other active endpoint, whatever it subscribes to; the endpoint concerned, if it is active and subscribed. */
const othersThan = (concerned: string, work: Reading, eventType: string): WebhookEndpointRecord[] => {
  const subscriptions = subscriptionsOf(eventType);
  const isAnySent = !work.assumed.has('operational-event-recipients=subscribers');
  return work
    .findAll(webhookEndpoints, EVERY_ENDPOINT)
    .filter(
      ({ id, status, subscriptions: own }) =>
        status === 'ACTIVE' &&
        ((isAnySent && id !== concerned) || own.some((subscription) => subscriptions.includes(subscription))),
    );
};

const subscribersOf = (work: Reading, eventType: string): WebhookEndpointRecord[] => {
  const found = new Map<string, WebhookEndpointRecord>();
  for (const subscription of subscriptionsOf(eventType))
    for (const endpoint of work.findAll(webhookEndpoints, subscribedTo(subscription))) found.set(endpoint.id, endpoint);
  return [...found.values()].sort((a, b) => a.position - b.position);
};

/** Assumption: paused-endpoint-policy. */
const isRecorded = ({ status }: WebhookEndpointRecord, { assumed }: Reading): boolean =>
  status === 'ACTIVE' || !assumed.has('paused-endpoint-policy=dropped');
