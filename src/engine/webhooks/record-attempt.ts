import { createRandom } from '../../kernel/random.ts';
import type { Assumed } from '../assumptions/assumed.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { settleEarlier } from './arrived.ts';
import { type DeliveryRecord, type Attempt, deliveries } from './model/delivery.ts';
import { type AnnouncePause, cancelFailureWindow, pauseEndpoint, scheduleFailureWindow } from './pause.ts';
import { EXPONENTIAL_WAITS, WAITS, waitAfter } from './retry-schedule.ts';
import { scheduleAttempt } from './model/start-delivery.ts';
import { type PauseReason, lengthen, reasonToPause } from './model/failure-streak.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from './model/webhook-endpoint.ts';

/** Announcements that an attempt may trigger. */
export interface Announcements {
  readonly paused: AnnouncePause;
  /** The last attempt of a delivery failed. */
  readonly failed: (work: UnitOfWork, delivery: DeliveryRecord, last: Attempt) => Promise<void>;
}

export interface AttemptCircumstances {
  /** False if the webhook endpoint was paused during the attempt: then no further attempt follows. */
  readonly isWanted: boolean;
  /** "Jitter of up to 10 %, none while its clock is frozen." */
  readonly withJitter: boolean;
  /** Results of deliberate duplicates, which do not count. */
  readonly copies?: readonly Omit<Attempt, 'at'>[];
}

/** "A 2xx answer is success; any other answer (including 4xx) is a failure and still uses the retry budget." */
const isSuccess = (made: Attempt): made is Attempt & { readonly httpStatus: number } =>
  made.httpStatus !== undefined && made.httpStatus >= 200 && made.httpStatus < 300;

/** Records one attempt and its consequences for the delivery and its webhook endpoint. */
export const recordAttempt = async (
  work: UnitOfWork,
  deliveryId: string,
  attempt: Omit<Attempt, 'at'>,
  circumstances: AttemptCircumstances,
  announce: Announcements,
): Promise<void> => {
  const before = await work.get(deliveries, deliveryId);
  const endpoint = before === undefined ? undefined : await work.get(webhookEndpoints, before.endpointId);
  // Removed during the attempt: nothing to record.
  if (before === undefined || endpoint === undefined) return;
  const made: Attempt = { at: work.now, ...attempt };
  const waits = waitsOf(before, work.assumed);
  const delivery = await work.update(deliveries, before, afterAttempt(before, made, waits, circumstances));
  if (delivery.nextRetryAt !== null) await scheduleAttempt(work, delivery, delivery.nextRetryAt);
  const settles = delivery.replayOf !== undefined && !work.assumed.has('delivery-replay=earlier-stay');
  if (settles && isSuccess(made) && delivery.status === 'DELIVERED') await settleEarlier(work, delivery);
  const counts = !delivery.isTest || work.assumed.has('auto-pause-counting=test-deliveries-too');
  const reason = counts ? await count(work, endpoint, delivery, isSuccess(made)) : undefined;
  // Pause before announcing, so that the announcement is not sent to the endpoint that has just failed.
  if (delivery.status === 'FAILED') await announce.failed(work, delivery, made);
  if (reason !== undefined) {
    const paused = await work.get(webhookEndpoints, endpoint.id);
    if (paused !== undefined) await announce.paused(work, paused, reason);
  }
};

/** Assumptions: retry-schedule, delivery-replay, test-deliveries. */
const waitsOf = ({ replayOf, isTest }: DeliveryRecord, assumed: Assumed): readonly number[] => {
  if (replayOf !== undefined && assumed.has('delivery-replay=single-attempt')) return [];
  if (isTest && assumed.has('test-deliveries=single-attempt')) return [];
  return assumed.has('retry-schedule=exponential') ? EXPONENTIAL_WAITS : WAITS;
};

const afterAttempt = (
  delivery: DeliveryRecord,
  made: Attempt,
  waits: readonly number[],
  { isWanted, withJitter, copies = [] }: AttemptCircumstances,
): DeliveryRecord => {
  const attempts = delivery.attempts + 1;
  const lastAttemptAt = made.at;
  const tries = [...delivery.tries, made, ...copies.map((copy) => ({ at: made.at, ...copy }))];
  const over = { attempts, lastAttemptAt, tries, nextRetryAt: null };
  if (isSuccess(made)) return { ...delivery, ...over, status: 'DELIVERED', httpStatus: made.httpStatus };
  // A replay delivered it during this attempt.
  if (delivery.status === 'DELIVERED')
    return { ...delivery, ...over, httpStatus: made.httpStatus ?? delivery.httpStatus };
  const failed = { ...delivery, ...over, httpStatus: made.httpStatus ?? delivery.httpStatus };
  // The id was drawn from the seed of the sandbox, so the jitter is deterministic too.
  const random = withJitter ? createRandom(`${delivery.id}/${String(attempts)}`) : undefined;
  const wait = waitAfter(attempts, random, waits);
  // Given up during this attempt: no further attempt follows.
  if (wait === undefined || delivery.status === 'FAILED') return { ...failed, status: 'FAILED' };
  return { ...failed, status: 'PENDING', nextRetryAt: isWanted ? made.at + wait : null };
};

/**
 * Counts the attempt towards auto-pause; returns the reason if the webhook endpoint was paused.
 * Assumption: auto-pause-counting.
 */
const count = async (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  delivery: DeliveryRecord,
  succeeded: boolean,
): Promise<PauseReason | undefined> => {
  if (succeeded) {
    if (endpoint.streak !== null) await cancelFailureWindow(work, endpoint.id);
    await work.update(webhookEndpoints, endpoint, { ...endpoint, lastSuccessAt: work.now, streak: null });
    return undefined;
  }
  if (endpoint.status === 'PAUSED') return undefined;
  const isOver = delivery.status === 'FAILED' || !work.assumed.has('auto-pause-counting=terminal-failures');
  const streak = lengthen(endpoint.streak, work.now, isOver ? 1 : 0);
  const counted = await work.update(webhookEndpoints, endpoint, { ...endpoint, streak });
  const reason = reasonToPause(streak, work.now);
  if (reason !== undefined) await pauseEndpoint(work, counted);
  else if (endpoint.streak === null) await scheduleFailureWindow(work, endpoint.id, streak);
  return reason;
};
