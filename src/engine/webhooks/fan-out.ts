import { drawPrefixedId } from '../../kernel/ids.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { stringifyJson, toNumbers } from '../../kernel/json.ts';
import { amendEvent } from '../assumptions/amendment.ts';
import type { Contract } from '../contract/contract.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { Observer } from '../ports/ports.ts';
import type { SandboxParts } from '../sandbox/create-sandbox.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type DeliveryRecord, messages } from './delivery.ts';
import { EVERY_ENDPOINT, type WebhookEndpointRecord, subscriptionsOf, webhookEndpoints } from './endpoint.ts';
import { startDelivery } from './schedule.ts';
import { createCompilers } from '../validation/ajv.ts';
import { toViolations } from '../validation/violations.ts';

/** Members common to all events: the complete body of a delivery. Assumption: event-envelope. */
const toEnvelope = ({ id, type, createdAt, data }: EmittedEvent, organizationUuid: string) => ({
  id,
  type,
  createdAt: toIsoDateTime(createdAt),
  organizationUuid,
  data,
});

/** Why the body of an event does not match its description. */
const faultsOf = (contract: Contract, type: string, body: object): readonly string[] => {
  const event = contract.events.get(type);
  if (event === undefined) return [`no event "${type}" is described`];
  const validate = createCompilers(contract).exact(event.pointer);
  if (validate(body) || validate(toNumbers(body))) return [];
  return toViolations(validate.errors ?? [], body).map(({ field, message }) => `event ${field} ${message}`);
};

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
    concernedEndpoint,
    contract,
    observer,
  }: {
    readonly audience: Audience;
    /**
     * The webhook endpoint that an operational event (an event about webhooks) concerns; undefined for any other event.
     */
    readonly concernedEndpoint: (event: EmittedEvent) => string | undefined;
    readonly contract: Contract;
    /** Told of an event that does not match its description: a bug in the server. */
    readonly observer: Pick<Observer, 'breached'>;
  }): SandboxParts['fanOut'] =>
  (work, event, organization) => {
    const { id: eventId, type: eventType, chosen } = event;
    // Of a bare event, the data is the whole body.
    const envelope = contract.events.get(eventType)?.isBare === true ? undefined : toEnvelope(event, organization);
    const reasons = faultsOf(contract, eventType, envelope ?? event.data);
    if (reasons.length > 0)
      observer.breached({ operationId: eventType, status: 0, source: 'stateful', reasons, traceId: eventId });
    const concerned = concernedEndpoint(event);
    const wanted = subscriptionsOf(eventType);
    const covering = ({ subscriptions }: WebhookEndpointRecord): number =>
      wanted.filter((subscription) => subscriptions.includes(subscription)).length;
    const isRecipient = (endpoint: WebhookEndpointRecord): boolean => {
      const isActive = endpoint.status === 'ACTIVE';
      if (endpoint.about !== undefined && endpoint.about !== event.about) return false;
      // Any other active endpoint, whatever it subscribes to; the endpoint concerned, if it is active and subscribed.
      if (concerned !== undefined) return isActive && (endpoint.id !== concerned || covering(endpoint) > 0);
      // Assumption: paused-endpoint-policy.
      const isRecorded = isActive || !work.assumed.has('paused-endpoint-policy=dropped');
      return isRecorded && covering(endpoint) > 0 && audience.includes(endpoint, event);
    };
    const recipients = work
      .findAll(webhookEndpoints, EVERY_ENDPOINT)
      .filter(isRecipient)
      .sort((a, b) => a.position - b.position);
    if (recipients.length === 0 || !audience.isHeard(event, work)) return;
    const sent =
      envelope === undefined
        ? event.data
        : amendEvent(envelope, work.assumed.eventAmendments, { isVerbatim: false, chosen });
    const message = work.insert(messages, () => ({ eventId, eventType, body: stringifyJson(sent) }));
    const isOneEach = !work.assumed.has('delivery-fan-out=per-subscription');
    for (const endpoint of recipients) {
      const times = isOneEach ? 1 : Math.max(1, covering(endpoint));
      for (let count = 0; count < times; count++) startDelivery(work, endpoint, message);
    }
  };

/** Sends an endpoint an event that nothing caused, whatever it subscribes to; without an organization, its data is the whole body. */
export const sendTestEvent = (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  { type, data, organization }: Pick<EmittedEvent, 'type' | 'data'> & { readonly organization?: string },
): DeliveryRecord => {
  const message = work.insert(messages, ({ random }) => {
    const id = drawPrefixedId('evt_', random);
    const event = { id, type, createdAt: work.now, data };
    const isVerbatim = { isVerbatim: true };
    const sent =
      organization === undefined
        ? data
        : amendEvent(toEnvelope(event, organization), work.assumed.eventAmendments, isVerbatim);
    return { eventId: id, eventType: type, body: stringifyJson(sent) };
  });
  return startDelivery(work, endpoint, message, { isTest: true });
};
