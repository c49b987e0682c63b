import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import { resumeSending, stopSending } from '../../engine/webhooks/schedule.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { DELIVERY_POLICY } from '../policy/delivery-policy.ts';
import { toWebhookEndpoint } from './webhook-endpoint.ts';

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
