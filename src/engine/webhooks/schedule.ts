import { drawPrefixedId } from '../../kernel/ids.ts';
import { type JobHandlers, handlesJob } from '../sandbox/job-handlers.ts';
import { jobs } from '../sandbox/job.ts';
import { type TypeOf, label, object } from '../sandbox/record-schema.ts';
import { type UnitOfWork, readWhole } from '../sandbox/unit-of-work.ts';
import {
  DELIVERY_POLICY,
  type DeliveryRecord,
  type MessageRecord,
  deliveries,
  messages,
  ofEndpoint,
  ofEndpointIn,
  ofEvent,
} from './delivery.ts';
import {
  type PauseReason,
  type PauseRule,
  type WebhookEndpointRecord,
  reasonToPause,
  webhookEndpoints,
} from './endpoint.ts';

/** Kind of the outbound task that makes one attempt of a delivery. */
export const ATTEMPT = 'webhook-attempt';

export const attemptId = (deliveryId: string): string => `${ATTEMPT}/${deliveryId}`;

export const attemptData = object({
  deliveryId: label,
  /** Concurrent attempts are limited per webhook endpoint. */
  endpointId: label,
});

export type AttemptData = TypeOf<typeof attemptData>;

/**
 * Starts the delivery of a message to a webhook endpoint: the first attempt is due immediately. For a paused endpoint
 * it is only recorded, to be replayed later. Assumption: paused-endpoint-policy.
 */
export const startDelivery = (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  { eventId, eventType }: MessageRecord,
  { isTest = false, replayOf }: Partial<DeliveryRecord> = {},
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
  schedulePurge(work, delivery);
  return delivery;
};

export const scheduleAttempt = (work: UnitOfWork, { id, endpointId }: DeliveryRecord, dueAt: number): void => {
  work.schedule({ id: attemptId(id), kind: ATTEMPT, dueAt, data: { deliveryId: id, endpointId } });
};

const PURGE = 'webhook-purge';

/** Assumption: delivery-retention. */
const { retention: RETENTION, retries } = DELIVERY_POLICY;

/** Maximum number purged in one transaction, so that requests do not wait long for the lock. */
const AT_ONCE = 200;

/** A single job, due when the oldest delivery expires. */
const schedulePurge = (work: UnitOfWork, { createdAt }: DeliveryRecord): void => {
  if (work.get(jobs, PURGE) === undefined) work.schedule({ id: PURGE, kind: PURGE, dueAt: createdAt + RETENTION });
};

const removeDelivery = (work: UnitOfWork, delivery: DeliveryRecord): void => {
  const { id, eventId } = delivery;
  work.remove(deliveries, delivery);
  work.cancel(attemptId(id));
  if (work.findFirst(deliveries, ofEvent(eventId)) !== undefined) return;
  const message = work.get(messages, eventId);
  if (message !== undefined) work.remove(messages, message);
};

/** Deletes deliveries that are too old. */
export const purgeJobs: JobHandlers = {
  [PURGE]: (work) => {
    const { values } = work.page(deliveries, { page: 0, size: AT_ONCE + 1 });
    for (const delivery of values.slice(0, AT_ONCE))
      if (delivery.createdAt + RETENTION <= work.now) removeDelivery(work, delivery);
    const [oldest] = work.page(deliveries, { page: 0, size: 1 }).values;
    if (oldest !== undefined) schedulePurge(work, oldest);
  },
};

/** Announces that a webhook endpoint was auto-paused. */
export type AnnouncePause = (work: UnitOfWork, endpoint: WebhookEndpointRecord, reason: PauseReason) => void;

const FAILURE_WINDOW_JOB = 'webhook-patience';

const failureWindowId = (endpointId: string): string => `${FAILURE_WINDOW_JOB}/${endpointId}`;

/** A job, since the limit without a success is also reached when nothing more is sent. */
export const scheduleFailureWindow = (work: UnitOfWork, endpointId: string, dueAt: number): void => {
  work.schedule({ id: failureWindowId(endpointId), kind: FAILURE_WINDOW_JOB, dueAt, data: endpointId });
};

export const cancelFailureWindow = (work: UnitOfWork, endpointId: string): void =>
  work.cancel(failureWindowId(endpointId));

/**
 * Stops sending: pending deliveries stay `PENDING` without a next attempt, and may be replayed after the reactivation.
 * Assumption: paused-endpoint-policy.
 */
export const stopSending = async (work: UnitOfWork, endpoint: WebhookEndpointRecord): Promise<void> => {
  for (const delivery of await readWhole(work, deliveries, { keys: [ofEndpointIn(endpoint.id, 'PENDING')] })) {
    if (delivery.nextRetryAt === null) continue;
    work.update(deliveries, delivery, { ...delivery, status: 'PENDING', nextRetryAt: null });
    work.cancel(attemptId(delivery.id));
    await work.pause();
  }
  cancelFailureWindow(work, endpoint.id);
};

/**
 * Sends the deliveries that a pause left pending, except those that are too old, and returns their number. With
 * `retriesToo`, it also sends now what waits for a retry. Assumption: paused-endpoint-policy.
 */
export const resumeSending = async (
  work: UnitOfWork,
  { id }: WebhookEndpointRecord,
  { retriesToo = false } = {},
): Promise<number> => {
  let resumed = 0;
  for (const delivery of await readWhole(work, deliveries, { keys: [ofEndpointIn(id, 'PENDING')] })) {
    const { createdAt, nextRetryAt } = delivery;
    const waits = nextRetryAt === null || (retriesToo && nextRetryAt > work.now);
    if (!waits || work.now >= createdAt + retries.span) continue;
    resumed += 1;
    scheduleAttempt(
      work,
      work.update(deliveries, delivery, { ...delivery, status: 'PENDING', nextRetryAt: work.now }),
      work.now,
    );
    await work.pause();
  }
  return resumed;
};

export const pauseEndpoint = async (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  why: NonNullable<WebhookEndpointRecord['paused']>['why'],
): Promise<WebhookEndpointRecord> => {
  await stopSending(work, endpoint);
  return work.update(webhookEndpoints, endpoint, {
    ...endpoint,
    status: 'PAUSED',
    version: endpoint.version + 1,
    streak: null,
    paused: { at: work.now, why },
  });
};

/** Pauses webhook endpoints that have failed for too long. */
export const pausesByThemselves = (announce: AnnouncePause, rule: PauseRule): JobHandlers => ({
  [FAILURE_WINDOW_JOB]: handlesJob(label, async (work, endpointId) => {
    const endpoint = work.get(webhookEndpoints, endpointId);
    if (endpoint?.status !== 'ACTIVE') return;
    const reason = reasonToPause(endpoint.streak, work.now, rule);
    if (reason !== undefined) announce(work, await pauseEndpoint(work, endpoint, reason), reason);
  }),
});

/** Drops pending deliveries and deletes the history. Assumption: webhook-deletion. */
export const removeEndpoint = async (work: UnitOfWork, endpoint: WebhookEndpointRecord): Promise<void> => {
  for (const delivery of await readWhole(work, deliveries, { keys: [ofEndpoint(endpoint.id)] })) {
    removeDelivery(work, delivery);
    await work.pause();
  }
  cancelFailureWindow(work, endpoint.id);
  work.remove(webhookEndpoints, endpoint);
};
