import { sendMail } from '../../engine/sdk.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { PauseReason } from '../../engine/webhooks/endpoint.ts';
import type { Announcements } from '../../engine/webhooks/worker.ts';
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
export const announcements: Announcements = {
  /** "Event `webhook.endpoint_auto_paused` to other active endpoints; e-mail to the organization admin." */
  paused: (work, { id, url, lastSuccessAt, administratorEmail }, reason) => {
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
  failed: (work, { endpointId, eventId, eventType }, { at, httpStatus = null }) => {
    if (isOperational(eventType)) return;
    emit(work, 'webhook.delivery_failed_terminal', undefined, {
      endpointId,
      eventId,
      eventType,
      attempts: 10,
      lastHttpStatus: httpStatus,
      lastAttemptAt: toIsoDateTime(at),
    });
  },
};
