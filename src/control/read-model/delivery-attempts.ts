import type { DeliveryRecord } from '../../engine/webhooks/model/delivery.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import type { EventPayload } from '../../vat/api/emit.ts';
import { nameReceiver } from './describe-job.ts';
import type { TimelineEntry } from './timeline-entry.ts';

/** The attempts to make a delivery as jobs that have fired; its duplicates belong to the attempt they were sent with. */
export const attemptEntries = (delivery: DeliveryRecord, receiver: string): readonly TimelineEntry[] => {
  const { id, endpointId, eventId, eventType, tries } = delivery;
  return tries
    .filter(({ isCopy }) => isCopy !== true)
    .map(({ at, httpStatus, failure }, index) => ({
      at: toIsoDateTime(at),
      kind: 'job',
      id: `${id}/${String(index + 1)}`,
      title: `Attempt ${String(index + 1)} to deliver ${eventType} to ${receiver}`,
      status: httpStatus === undefined ? (failure ?? 'no response') : String(httpStatus),
      eventId,
      deliveryId: id,
      webhookId: endpointId,
    }));
};

/** The pause of an awaited receiver by the job that watches for 72 hours without a success. */
export const pauseEntries = (
  reading: Reading,
  { id, createdAt, data }: EmittedEvent,
  awaited: ReadonlySet<string>,
): readonly TimelineEntry[] => {
  const { endpointId, reason } = data as EventPayload<'webhook.endpoint_auto_paused'>;
  if (reason !== 'CONTINUOUS_FAILURE_WINDOW' || !awaited.has(endpointId)) return [];
  const title = `Pause of ${nameReceiver(reading, endpointId)} after 72 hours without a success`;
  return [{ at: toIsoDateTime(createdAt), kind: 'job', id, title, eventId: id, webhookId: endpointId }];
};
