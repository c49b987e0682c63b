import {
  type DeliveryRecord,
  EVERY_ENDPOINT,
  type Reading,
  resumeSending,
  stopSending,
  type UnitOfWork,
  type WebhookEndpointRecord,
  webhookEndpoints,
} from '../../engine/sdk.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import type { Schemas } from '../api/behaviour.ts';
import { show } from '../api/show.ts';
import { violation } from '../policy/problem.ts';
import { DELIVERY_POLICY } from '../policy/delivery-policy.ts';
import { MOST_WEBHOOK_ENDPOINTS } from '../policy/limits.ts';

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

export const toWebhookDelivery = (record: DeliveryRecord): Schemas['WebhookDelivery'] => ({
  ...show(record, 'id', 'eventId'),
  eventType: record.eventType as Schemas['EventType'],
  ...show(record, 'status', 'httpStatus', 'attempts', 'lastAttemptAt', 'nextRetryAt', 'createdAt'),
});

/** Assumption: webhook-endpoint-limit. */
export const checkRoom = (work: Reading, url: string, path = '/webhooks'): void => {
  const registered = work.findAll(webhookEndpoints, EVERY_ENDPOINT).filter(({ about }) => about === undefined);
  if (registered.length < MOST_WEBHOOK_ENDPOINTS) return;
  const most = `the organization has ${String(MOST_WEBHOOK_ENDPOINTS)} webhook endpoints, the maximum`;
  throw violation('url', `cannot be registered: ${most}. Delete one first with DELETE ${path}/{id}`, url);
};

/** Stores a change of a webhook endpoint on request, and stops or resumes its deliveries with its status. */
export const changeEndpoint = async (
  work: UnitOfWork,
  before: WebhookEndpointRecord,
  wanted: WebhookEndpointRecord,
): Promise<WebhookEndpointRecord> => {
  if (isShownEqual(before, wanted)) return before;
  const { status } = wanted;
  // Reactivation resets the failure streak, and sends nothing by itself.
  const streak = status === before.status ? before.streak : null;
  const changed = work.update(webhookEndpoints, before, {
    ...withPause(wanted, before, work.now),
    version: before.version + 1,
    streak,
  });
  if (status === 'PAUSED' && before.status === 'ACTIVE') await stopSending(work, changed);
  if (status === 'ACTIVE' && before.status === 'PAUSED' && work.assumed.has('paused-endpoint-policy=resumed'))
    await resumeSending(work, changed, DELIVERY_POLICY.retries);
  return changed;
};

/** Keeps when and by whom it was paused, while it is. */
const withPause = (
  wanted: WebhookEndpointRecord,
  before: WebhookEndpointRecord,
  now: number,
): WebhookEndpointRecord => {
  const { paused, ...without } = wanted;
  if (wanted.status === 'ACTIVE') return without;
  return before.status === 'PAUSED' ? wanted : { ...without, paused: { at: now, why: 'CLIENT' } };
};

/** A PATCH without visible effect is no change. Assumption: version-start. */
const isShownEqual = (one: WebhookEndpointRecord, other: WebhookEndpointRecord): boolean =>
  isSameJson(toWebhookEndpoint(one), toWebhookEndpoint(other));
