import { drawPrefixedId } from '../../../kernel/ids.ts';
import type { UnitOfWork } from '../../sandbox/unit-of-work.ts';
import { ATTEMPT, attemptId } from './attempt-job.ts';
import { type DeliveryRecord, type MessageRecord, deliveries } from './delivery.ts';
import { schedulePurge } from './purge.ts';
import type { WebhookEndpointRecord } from './webhook-endpoint.ts';

/**
 * Starts the delivery of a message to a webhook endpoint: the first attempt is due immediately. For a paused endpoint
 * it is only recorded, to be replayed later. Assumption: paused-endpoint-policy.
 */
export const startDelivery = (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  { eventId, eventType }: MessageRecord,
  { retention }: { readonly retention: number },
  { isTest = false, replayOf }: Pick<Partial<DeliveryRecord>, 'isTest' | 'replayOf'> = {},
): DeliveryRecord => {
  const isSent = endpoint.status === 'ACTIVE';
  const [newest] = work.page(deliveries, { descending: true, page: 0, size: 1 }).values;
  // A late job runs at its scheduled time; the deliveries it causes must still sort after existing ones.
  const createdAt = Math.max(work.now, newest?.createdAt ?? 0);
  const delivery = work.insert<DeliveryRecord>(deliveries, ({ random }) => ({
    id: drawPrefixedId('del_', random),
    endpointId: endpoint.id,
    eventId,
    eventType,
    status: 'PENDING',
    httpStatus: null,
    attempts: 0,
    lastAttemptAt: null,
    nextRetryAt: isSent ? createdAt : null,
    createdAt,
    isTest,
    ...(replayOf === undefined ? {} : { replayOf }),
    tries: [],
  }));
  if (isSent) scheduleAttempt(work, delivery, work.now);
  schedulePurge(work, delivery, retention);
  return delivery;
};

export const scheduleAttempt = (work: UnitOfWork, { id, endpointId }: DeliveryRecord, dueAt: number): void => {
  work.schedule({ id: attemptId(id), kind: ATTEMPT, dueAt, data: { deliveryId: id, endpointId } });
};
