import {
  type DeliveryRecord,
  type EmittedEvent,
  type PauseReason,
  sendMail,
  type UnitOfWork,
  type WebhookEndpointRecord,
} from '../../engine/sdk.ts';
import { toIsoDateTime, toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { type EventPayload, emit } from '../api/behaviour.ts';

/** "A failing `webhook.*` delivery never causes another." */
const isOperational = (eventType: string): boolean => eventType.startsWith('webhook.');

const WHY: Readonly<Record<PauseReason, string>> = {
  CONSECUTIVE_FAILURES: 'the last 20 attempts failed',
  CONTINUOUS_FAILURE_WINDOW: 'no attempt has succeeded for 72 hours',
};

/** Both operational events name their webhook endpoint. */
export const concernedEndpoint = ({ type, data }: EmittedEvent): string | undefined =>
  isOperational(type) ? (data as EventPayload<'webhook.endpoint_auto_paused'>).endpointId : undefined;

/** Operational events about webhooks. */
export const announcements = {
  /** "Event `webhook.endpoint_auto_paused` to other active endpoints; e-mail to the organization admin." */
  paused: (work: UnitOfWork, endpoint: WebhookEndpointRecord, reason: PauseReason): void => {
    const { id, url, lastSuccessAt, administratorEmail } = endpoint;
    const pausedAt = toIsoDateTime(work.now);
    emit(work, 'webhook.endpoint_auto_paused', undefined, {
      endpointId: id,
      reason,
      lastSuccessAt: toIsoDateTimeOrNull(lastSuccessAt),
      pausedAt,
    });
    sendMail(work, {
      to: administratorEmail,
      subject: `Webhook endpoint ${id} was paused`,
      text: `Deliveries to ${url} have been paused since ${pausedAt} because ${WHY[reason]}. Once the receiver works again, reactivate the webhook endpoint with PATCH /webhooks/${id} and {"status": "ACTIVE"}, and replay the missed deliveries.`,
    });
  },

  /** "`webhook.delivery_failed_terminal`": the tenth attempt failed, and no retry follows. */
  failed: (work: UnitOfWork, delivery: DeliveryRecord, last: DeliveryRecord['tries'][number]): void => {
    const { endpointId, eventId, eventType } = delivery;
    if (isOperational(eventType)) return;
    emit(work, 'webhook.delivery_failed_terminal', undefined, {
      endpointId,
      eventId,
      eventType,
      attempts: 10,
      lastHttpStatus: last.httpStatus ?? null,
      lastAttemptAt: toIsoDateTime(last.at),
    });
  },
};
