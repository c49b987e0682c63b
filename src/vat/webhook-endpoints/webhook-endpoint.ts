import type { DeliveryRecord } from '../../engine/webhooks/delivery.ts';
import type { WebhookEndpointRecord } from '../../engine/webhooks/endpoint.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';

/** A webhook endpoint as the API shows it: "never the secret". */
export const toWebhookEndpoint = (record: WebhookEndpointRecord): Schemas['WebhookEndpoint'] => {
  const { id, url, subscriptions, sellers, status, version } = record;
  return {
    id,
    url,
    events: [...subscriptions] as Schemas['EventSubscription'][],
    ...(sellers === undefined ? {} : { partnerIds: [...sellers] }),
    status,
    version,
  };
};

/** "Secret: returned on the create response only." */
export const toNewWebhookEndpoint = (record: WebhookEndpointRecord): Schemas['WebhookEndpointWithSecret'] => ({
  ...toWebhookEndpoint(record),
  secret: record.secrets.current,
});

const toTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toIsoDateTime(milliseconds);

export const toWebhookDelivery = (record: DeliveryRecord): Schemas['WebhookDelivery'] => {
  const { id, eventId, eventType, status, httpStatus, attempts, lastAttemptAt, nextRetryAt, createdAt } = record;
  return {
    id,
    eventId,
    eventType: eventType as Schemas['EventType'],
    status,
    httpStatus,
    attempts,
    lastAttemptAt: toTime(lastAttemptAt),
    nextRetryAt: toTime(nextRetryAt),
    createdAt: toIsoDateTime(createdAt),
  };
};
