import { toIsoDateTime } from '../../kernel/clock.ts';
import { jobs } from '../sandbox/job.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';
import { attemptId } from './model/attempt-job.ts';
import type { AppliedChaos } from './model/chaos.ts';
import { type DeliveryRecord, type DeliveryStatus, type Failure, type Attempt, messages } from './model/delivery.ts';
import { plannedAttempts } from './next-wait.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import { webhookEndpoints } from './model/webhook-endpoint.ts';

/** A delivery as the control API shows it, including what the API itself does not disclose. */
export interface ShownDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** The current URL of its webhook endpoint. */
  readonly url: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly httpStatus: number | null;
  /** As counted by the API. */
  readonly attempts: number;
  /** A test delivery. */
  readonly test: boolean;
  readonly createdAt: string;
  readonly lastAttemptAt: string | null;
  /** As shown by the API. */
  readonly nextRetryAt: string | null;
  /** When the next attempt is really due; chaos may hold it back. */
  readonly dueAt: string | null;
  /** Every attempt, including simulated ones. */
  readonly tries: readonly ShownAttempt[];
}

export interface WholeDelivery extends ShownDelivery {
  /** The body of every attempt, as text. */
  readonly body: string;
  /** When the attempts that are left are made if each fails. */
  readonly planned: readonly string[];
}

interface ShownAttempt {
  readonly at: string;
  /** False for a duplicate, which the API does not show. */
  readonly counts: boolean;
  readonly httpStatus: number | null;
  readonly failure: Failure | null;
  readonly detail: string | null;
  readonly answer: string | null;
  readonly chaos: AppliedChaos | null;
}

export const showDelivery = (reading: Reading, record: DeliveryRecord): ShownDelivery => {
  const { id, endpointId, eventId, eventType, status, httpStatus, attempts } = record;
  const endpoint = reading.get(webhookEndpoints, endpointId);
  const job = reading.get(jobs, attemptId(id));
  return {
    id,
    webhookId: endpointId,
    url: endpoint?.url ?? '',
    eventId,
    eventType,
    status,
    httpStatus,
    attempts,
    test: record.isTest,
    createdAt: toIsoDateTime(record.createdAt),
    lastAttemptAt: toTime(record.lastAttemptAt),
    nextRetryAt: toTime(record.nextRetryAt),
    dueAt: toTime(job?.dueAt ?? null),
    tries: record.tries.map(showTry),
  };
};

export const showWholeDelivery = (
  reading: Reading,
  record: DeliveryRecord,
  retries: RetrySchedule,
  withJitter: boolean,
): WholeDelivery => {
  const shown = showDelivery(reading, record);
  const { body = '' } = reading.get(messages, record.eventId) ?? {};
  const planned =
    shown.dueAt === null ? [] : plannedAttempts(record, Date.parse(shown.dueAt), reading.assumed, retries, withJitter);
  return { ...shown, body, planned: planned.map(toIsoDateTime) };
};

const showTry = ({ at, isCopy, httpStatus, failure, detail, answer, chaos }: Attempt): ShownAttempt => ({
  at: toIsoDateTime(at),
  counts: isCopy !== true,
  httpStatus: httpStatus ?? null,
  failure: failure ?? null,
  detail: detail ?? null,
  answer: answer ?? null,
  chaos: chaos ?? null,
});

const toTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toIsoDateTime(milliseconds);
