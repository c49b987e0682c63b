import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { DeliveryPolicy } from './delivery-policy.ts';
import { type DeliveryRecord, type Attempt, deliveries, type ArrivedDelivery, ofEvent } from './model/delivery.ts';
import {
  type PauseReason,
  type PauseRule,
  endOfFailureWindow,
  lengthen,
  reasonToPause,
} from './model/failure-streak.ts';
import { scheduleAttempt } from './model/start-delivery.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from './model/webhook-endpoint.ts';
import { nextWait } from './next-wait.ts';
import { type AnnouncePause, cancelFailureWindow, pauseEndpoint, scheduleFailureWindow } from './pause.ts';

/** Announcements that an attempt may trigger. */
export interface Announcements {
  readonly paused: AnnouncePause;
  /** The last attempt of a delivery failed. */
  readonly failed: (work: UnitOfWork, delivery: DeliveryRecord, last: Attempt) => void;
}

/** What an API does about the result of an attempt. */
export interface Consequences {
  readonly announce: Announcements;
  readonly policy: DeliveryPolicy;
}

export interface AttemptCircumstances {
  /** False if the webhook endpoint was paused during the attempt: then no further attempt follows. */
  readonly isWanted: boolean;
  /** None while the clock of the sandbox is frozen. */
  readonly withJitter: boolean;
  /** Results of deliberate duplicates, which do not count. */
  readonly copies?: readonly Omit<Attempt, 'at'>[];
}

/** Any other response, a 4xx included, is a failure, and is repeated. */
const isSuccess = (made: Attempt): made is Attempt & { readonly httpStatus: number } =>
  made.httpStatus !== undefined && made.httpStatus >= 200 && made.httpStatus < 300;

/** Records one attempt and its consequences for the delivery and its webhook endpoint. */
export const recordAttempt = async (
  work: UnitOfWork,
  deliveryId: string,
  attempt: Omit<Attempt, 'at'>,
  circumstances: AttemptCircumstances,
  { announce, policy }: Consequences,
): Promise<void> => {
  const before = work.get(deliveries, deliveryId);
  const endpoint = before === undefined ? undefined : work.get(webhookEndpoints, before.endpointId);
  // Removed during the attempt: nothing to record.
  if (before === undefined || endpoint === undefined) return;
  const made: Attempt = { at: work.now, ...attempt };
  const wait = isSuccess(made) ? undefined : nextWait(before, work.assumed, policy.retries, circumstances.withJitter);
  const delivery = work.update(deliveries, before, afterAttempt(before, made, wait, circumstances));
  if (delivery.nextRetryAt !== null) scheduleAttempt(work, delivery, delivery.nextRetryAt);
  const settles = delivery.replayOf !== undefined && !work.assumed.has('delivery-replay=earlier-stay');
  if (settles && isSuccess(made) && delivery.status === 'DELIVERED') settleEarlier(work, delivery);
  const counts = !delivery.isTest || work.assumed.has('auto-pause-counting=test-deliveries-too');
  const reason = counts ? await count(work, endpoint, delivery, isSuccess(made), policy.autoPause) : undefined;
  // Pause before announcing, so that the announcement is not sent to the endpoint that has just failed.
  if (delivery.status === 'FAILED') announce.failed(work, delivery, made);
  if (reason !== undefined) {
    const paused = work.get(webhookEndpoints, endpoint.id);
    if (paused !== undefined) announce.paused(work, paused, reason);
  }
};

const afterAttempt = (
  delivery: DeliveryRecord,
  made: Attempt,
  wait: number | undefined,
  { isWanted, copies = [] }: AttemptCircumstances,
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
  rule: PauseRule,
): Promise<PauseReason | undefined> => {
  if (succeeded) {
    if (endpoint.streak !== null) cancelFailureWindow(work, endpoint.id);
    work.update(webhookEndpoints, endpoint, { ...endpoint, lastSuccessAt: work.now, streak: null });
    return undefined;
  }
  if (endpoint.status === 'PAUSED') return undefined;
  const isOver = delivery.status === 'FAILED' || !work.assumed.has('auto-pause-counting=terminal-failures');
  const streak = lengthen(endpoint.streak, work.now, isOver ? 1 : 0);
  const counted = work.update(webhookEndpoints, endpoint, { ...endpoint, streak });
  const reason = reasonToPause(streak, work.now, rule);
  if (reason !== undefined) await pauseEndpoint(work, counted, reason);
  else if (endpoint.streak === null) scheduleFailureWindow(work, endpoint.id, endOfFailureWindow(streak, rule));
  return reason;
};

/**
 * A successful replay marks its event as delivered, along with every earlier delivery
 * of the event to the same webhook endpoint that has no attempt left. Assumption: delivery-replay.
 */
const settleEarlier = (work: UnitOfWork, replay: ArrivedDelivery): void => {
  const { id, endpointId, eventId, httpStatus, lastAttemptAt } = replay;
  for (const delivery of work.findAll(deliveries, ofEvent(eventId))) {
    if (delivery.id === id || delivery.endpointId !== endpointId) continue;
    if (delivery.status === 'DELIVERED' || delivery.nextRetryAt !== null) continue;
    work.update(deliveries, delivery, { ...delivery, status: 'DELIVERED', httpStatus, lastAttemptAt });
  }
};
