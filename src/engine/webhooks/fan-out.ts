import { amendEvent } from '../assumptions/event-amendment.ts';
import type { EventCheck } from '../events/event-check.ts';
import { toBody, toEnvelope } from '../events/envelope.ts';
import type { EmittedEvent } from '../message/event.ts';
import { readSellerCheck } from '../sandbox/organization-change.ts';
import type { FanOut } from '../sandbox/sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { messages } from './model/delivery.ts';
import { startDelivery } from './model/start-delivery.ts';
import { subscriptionsOf } from './model/subscription.ts';
import {
  EVERY_ENDPOINT,
  type WebhookEndpointRecord,
  subscribedTo,
  webhookEndpoints,
} from './model/webhook-endpoint.ts';

export interface FanOutParts {
  readonly check: EventCheck;
  /** The webhook endpoint that an event about the webhooks themselves concerns; undefined for any other event. */
  readonly concernedEndpoint: (event: EmittedEvent) => string | undefined;
}

/**
 * Decides in the transaction of the event who gets it: "each matching webhook endpoint gets one delivery", and whoever
 * registers later none. Assumptions: delivery-fan-out, operational-event-recipients.
 */
export const createFanOut =
  ({ check, concernedEndpoint }: FanOutParts): FanOut =>
  async (work, event, organization) => {
    const envelope = toEnvelope(event, organization);
    check(envelope);
    const concerned = concernedEndpoint(event);
    const recipients =
      concerned === undefined
        ? (await subscribersOf(work, event.type)).filter(
            (endpoint) => concerns(endpoint, event) && isRecorded(endpoint, work),
          )
        : await othersThan(concerned, work, event.type);
    const { seller } = event;
    if (recipients.length === 0 || (seller !== undefined && !(await isAuthorized(seller, work)))) return;
    const sent = amendEvent(envelope, work.assumed.eventAmendments, { seller, isVerbatim: false });
    const message = await keepMessage(work, event, toBody(sent));
    const isOneEach = !work.assumed.has('delivery-fan-out=per-subscription');
    for (const endpoint of recipients) {
      const matching = isOneEach ? 1 : Math.max(1, matchesIn(endpoint, event.type));
      for (let count = 0; count < matching; count++) await startDelivery(work, endpoint, message);
    }
  };

const keepMessage = (work: UnitOfWork, { id, type }: EmittedEvent, body: string) =>
  work.insert(messages, () => ({ eventId: id, eventType: type, body }));

/** How many of its subscriptions cover an event. */
const matchesIn = ({ subscriptions }: WebhookEndpointRecord, eventType: string): number => {
  const wanted = subscriptionsOf(eventType);
  return new Set(subscriptions.filter((subscription) => wanted.includes(subscription))).size;
};

/** "Any other active endpoint", whatever it subscribes to; the one concerned, if it is active and subscribes. */
const othersThan = async (concerned: string, work: Reading, eventType: string): Promise<WebhookEndpointRecord[]> => {
  const subscriptions = subscriptionsOf(eventType);
  const isAnySent = !work.assumed.has('operational-event-recipients=subscribers');
  return (await work.findAll(webhookEndpoints, EVERY_ENDPOINT)).filter(
    ({ id, status, subscriptions: own }) =>
      status === 'ACTIVE' &&
      ((isAnySent && id !== concerned) || own.some((subscription) => subscriptions.includes(subscription))),
  );
};

const subscribersOf = async (work: Reading, eventType: string): Promise<WebhookEndpointRecord[]> => {
  const found = new Map<string, WebhookEndpointRecord>();
  for (const subscription of subscriptionsOf(eventType))
    for (const endpoint of await work.findAll(webhookEndpoints, subscribedTo(subscription)))
      found.set(endpoint.id, endpoint);
  return [...found.values()].sort((a, b) => a.position - b.position);
};

/** Assumption: paused-endpoint-policy. */
const isRecorded = ({ status }: WebhookEndpointRecord, { assumed }: Reading): boolean =>
  status === 'ACTIVE' || !assumed.has('paused-endpoint-policy=dropped');

/** "Omitted means all authorized partners": a withdrawn seller is not one, even if `partnerIds` names it. */
const isAuthorized = async (seller: string, work: Reading): Promise<boolean> =>
  (await readSellerCheck(work))?.(seller) ?? true;

/** "Optional `partnerIds` restricts delivery to those sellers"; an event about no seller is not restricted. */
const concerns = ({ sellers }: WebhookEndpointRecord, { seller }: EmittedEvent): boolean =>
  sellers === undefined || seller === undefined || sellers.includes(seller);
