import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type DeliveryRecord, deliveries, messages } from '../../engine/webhooks/delivery.ts';
import { startDelivery } from '../../engine/webhooks/schedule.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import { DELIVERY_POLICY } from '../policy/delivery-policy.ts';
import { problem } from '../policy/problem.ts';

/** Sends the event of a delivery again, as a new delivery to the same webhook endpoint. */
export const replayDelivery = (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  deliveryId: string,
): DeliveryRecord => {
  const { id, eventId, isTest, status } = findDelivery(work, endpoint, deliveryId);
  checkActive(endpoint);
  if (status !== 'FAILED' && work.assumed.has('delivery-replay=failed-only')) throw notFailed(id, status);
  const message = work.get(messages, eventId);
  if (message === undefined) throw new Error(`the deliveries of ${eventId} have no message`);
  return startDelivery(work, endpoint, message, DELIVERY_POLICY, { isTest, replayOf: id });
};

/** Throws 404 for an unknown webhook endpoint. */
export const findEndpoint = (work: Reading, id: string): WebhookEndpointRecord => {
  const endpoint = work.get(webhookEndpoints, id);
  if (endpoint !== undefined) return endpoint;
  throw problem('not-found', { detail: `Webhook endpoint ${id} does not exist.` });
};

/** Assumption: paused-endpoint-policy. */
export const checkActive = ({ id, status }: WebhookEndpointRecord): void => {
  if (status === 'PAUSED')
    throw problem('webhook-endpoint-paused', {
      detail: `Webhook endpoint ${id} is paused: reactivate it with PATCH /webhooks/${id} and status ACTIVE first.`,
    });
};

const findDelivery = (work: Reading, { id }: WebhookEndpointRecord, deliveryId: string): DeliveryRecord => {
  const delivery = work.get(deliveries, deliveryId);
  if (delivery?.endpointId === id) return delivery;
  throw problem('not-found', {
    detail: `Webhook endpoint ${id} has no delivery ${deliveryId} in the last 30 days.`,
  });
};

/** Assumption: delivery-replay. */
const notFailed = (id: string, status: DeliveryRecord['status']): Error =>
  problem('milestone-not-reached', {
    detail: `Delivery ${id} is ${status}: only a FAILED delivery can be replayed.`,
  });
