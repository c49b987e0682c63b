import { type JobHandlers, handlesJob } from '../sandbox/job-handlers.ts';
import { label } from '../sandbox/record-schema.ts';
import { readWhole } from '../sandbox/read-whole.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { attemptId } from './model/attempt-job.ts';
import { deliveries, ofEndpointIn } from './model/delivery.ts';
import { scheduleAttempt } from './model/start-delivery.ts';
import { type PauseReason, type PauseRule, reasonToPause } from './model/failure-streak.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from './model/webhook-endpoint.ts';

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
  const status = work.assumed.has('paused-endpoint-policy=failed') ? 'FAILED' : 'PENDING';
  for (const delivery of await readWhole(work, deliveries, { keys: [ofEndpointIn(endpoint.id, 'PENDING')] })) {
    if (delivery.nextRetryAt === null) continue;
    work.update(deliveries, delivery, { ...delivery, nextRetryAt: null, status });
    work.cancel(attemptId(delivery.id));
    await work.pause();
  }
  cancelFailureWindow(work, endpoint.id);
};

/**
 * Resumes the deliveries that the pause left pending, except those that are too old.
 * Assumption: paused-endpoint-policy.
 */
export const resumeSending = async (
  work: UnitOfWork,
  { id }: WebhookEndpointRecord,
  { span }: Pick<RetrySchedule, 'span'>,
): Promise<void> => {
  for (const delivery of await readWhole(work, deliveries, { keys: [ofEndpointIn(id, 'PENDING')] })) {
    if (delivery.nextRetryAt !== null || work.now >= delivery.createdAt + span) continue;
    scheduleAttempt(
      work,
      work.update(deliveries, delivery, { ...delivery, status: 'PENDING', nextRetryAt: work.now }),
      work.now,
    );
    await work.pause();
  }
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
