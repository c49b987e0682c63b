import type { Clock } from '../../kernel/clock.ts';
import { alternativeIn } from '../assumptions/register.ts';
import type { ExecuteTask, OutboundTask } from '../sandbox/outbound-task.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import {
  type Attempt,
  type AttemptOutcome,
  type DeliveryPolicy,
  type DeliveryRecord,
  deliveries,
  isSuccess,
  messages,
  nextWait,
  ofEvent,
} from './delivery.ts';
import {
  type PauseReason,
  type PauseRule,
  type WebhookEndpointRecord,
  endOfFailureWindow,
  goodSecrets,
  lengthen,
  reasonToPause,
  webhookEndpoints,
} from './endpoint.ts';
import type { createDescribedHeaders } from './described-headers.ts';
import type { createFanOut } from './fan-out.ts';
import {
  AS_USUAL,
  type FindRules,
  type ReceiverNews,
  type SendPlan,
  carryOut,
  holdBack,
  planAttempt,
  releaseNextTurn,
  rulesFor,
  signedPost,
  takeTurn,
} from './faults.ts';
import {
  type AnnouncePause,
  type AttemptData,
  attemptData,
  cancelFailureWindow,
  pauseEndpoint,
  scheduleAttempt,
  scheduleFailureWindow,
} from './schedule.ts';
import type { Sender } from './sender.ts';
import { ASSUMED_PROFILES, type SignatureProfile } from './signature.ts';
import { SLOW_RESPONSE, type SlowReceivers } from './slow-receivers.ts';

/** What an API says of its events, beside their bodies. */
export interface EventRules extends Pick<Parameters<typeof createFanOut>[0], 'audience' | 'concernedEndpoint'> {
  /** Announcements that an attempt may trigger. */
  readonly announce: {
    readonly paused: AnnouncePause;
    /** The last attempt of a delivery failed. */
    readonly failed: (work: UnitOfWork, delivery: DeliveryRecord, last: Attempt) => void;
  };
}

/** An API that says nothing: whoever subscribes gets an event, and deliveries cause no others. */
export const ANY_EVENTS: EventRules = {
  audience: { isHeard: () => true, includes: () => true },
  concernedEndpoint: () => undefined,
  announce: { paused: () => undefined, failed: () => undefined },
};

/** What an API does about the result of an attempt. */
interface Consequences extends Pick<EventRules, 'announce'> {
  readonly policy: DeliveryPolicy;
}

/** The attempts of a recording, which its replay makes at the same times on the clock of the sandbox. */
export interface RecordedAttempts extends Pick<AttemptCircumstances, 'withJitter'> {
  /** Undefined if nothing is known of the delivery. */
  readonly find: (deliveryId: string, attempt: number) => Attempt | undefined;
}

/** Makes one attempt: sends the stored bytes with a fresh signature. Assumption: delivery-request. */
export const createAttempt = ({
  sender,
  userAgent,
  headersOf,
  profile: usual,
  wall,
  announce,
  policy,
  rules,
  slowReceivers,
  receiver,
  recorded,
}: Consequences & {
  readonly sender: Sender;
  readonly userAgent: string;
  readonly headersOf: ReturnType<typeof createDescribedHeaders>;
  readonly profile: SignatureProfile;
  /** Wall clock, for the time stamp of the signature. */
  readonly wall: Pick<Clock, 'now'>;
  /** Chaos rules for all deliveries of a sandbox. */
  readonly rules: FindRules;
  readonly slowReceivers: SlowReceivers;
  /** Called with the receiver's reaction to injected chaos. */
  readonly receiver?: ((organization: string, news: ReceiverNews) => void) | undefined;
  readonly recorded?: RecordedAttempts | undefined;
}): OutboundTask => ({
  data: attemptData,
  concurrencyKeyOf: ({ data }) => (data as AttemptData).endpointId,
  slowDestinationOf: ({ data }, sandbox) => slowReceivers.quarantineOf(sandbox, (data as AttemptData).endpointId)?.host,
  prepare: async (reading, { data }, sandbox) => {
    const { deliveryId } = data as AttemptData;
    const delivery = reading.get(deliveries, deliveryId);
    if (delivery?.status !== 'PENDING') return undefined;
    const endpoint = reading.get(webhookEndpoints, delivery.endpointId);
    const message = reading.get(messages, delivery.eventId);
    if (endpoint?.status !== 'ACTIVE' || message === undefined) return undefined;
    const rulesInForce = rulesFor(endpoint, await rules(sandbox, reading));
    const plan = planAttempt(rulesInForce, delivery, reading.now) ?? AS_USUAL;
    if (plan.kind === 'take-turn') return nothing((work) => takeTurn(work, deliveryId));
    const attempt = delivery.attempts + 1;
    const { at = 0 } = recorded?.find(deliveryId, attempt) ?? {};
    if (plan.kind === 'hold' || at > reading.now)
      return nothing((work) => holdBack(work, deliveryId, plan.kind === 'hold' ? plan.until : at));

    const profile = alternativeIn(reading.assumed, ASSUMED_PROFILES, usual);
    const secrets = goodSecrets(endpoint.secrets, reading.now);
    const { eventId, eventType, body } = message;
    const post = { url: endpoint.url, delivery: { sandbox: sandbox.id, id: deliveryId, eventId, eventType, attempt } };
    const described = await headersOf({ id: eventId, type: eventType });
    const ours = Object.keys(profile.headers).map((name) => name.toLowerCase());
    const others = Object.fromEntries(Object.entries(described).filter(([name]) => !ours.includes(name)));
    let isSlow = false;

    const send = async ({ signature, pace }: SendPlan, signal: AbortSignal): Promise<AttemptOutcome> => {
      const signed = signedPost(profile, secrets, { id: eventId, body, at: wall.now() }, signature);
      const headers = { ...others, 'content-type': 'application/json', ...signed.headers, 'user-agent': userAgent };
      const { elapsed = 0, ...made } = await sender.send({ ...post, headers, body: signed.body, pace }, signal);
      // A body that is sent slowly on purpose is not the receiver's fault.
      isSlow ||= made.failure === 'timeout' || (pace === undefined && elapsed >= SLOW_RESPONSE);
      return made;
    };

    /** Counts slow attempts by receiver host, and tells in the attempt that the host is quarantined. */
    const countSlowness = (made: AttemptOutcome, at: number): AttemptOutcome => {
      if (!isSlow) slowReceivers.wasQuick(sandbox, endpoint.id);
      const host = isSlow ? sender.hostOf?.(post) : undefined;
      if (host === undefined || !slowReceivers.wasSlow(sandbox, endpoint.id, host, at)) return made;
      const reason = made.detail ?? (made.failure === 'timeout' ? 'no response in time' : 'slow response');
      const quarantine = `${host} is quarantined: it gets one attempt at a time until it responds in time`;
      return { ...made, detail: `${reason}; ${quarantine}` };
    };

    return async (signal) => {
      const about = { deliveryId, eventId, eventType };
      const { copies = 0, signature: trick } = plan.kind === 'send' ? plan : {};
      if (copies > 0) receiver?.(sandbox.organization, { kind: 'sent-twice', ...about, body });
      const made = await carryOut(plan, (planned) => send(planned, signal));
      const { attempt: first } = made;
      if (trick !== undefined && isSuccess(first))
        receiver?.(sandbox.organization, { kind: 'trick-taken', ...about, trick, httpStatus: first.httpStatus });
      const withJitter = recorded?.withJitter ?? sandbox.clock.setting().kind === 'running';
      return async (work, isWanted) => {
        // Counted here, since the results of an advance are committed in order.
        const told = plan.kind === 'send' ? countSlowness(made.attempt, work.now) : made.attempt;
        const circumstances = { isWanted, withJitter, copies: made.copies };
        await recordAttempt(work, deliveryId, told, circumstances, { announce, policy });
        releaseNextTurn(work, delivery);
      };
    };
  },
});

/** A task that sends nothing. */
const nothing =
  (decide: (work: UnitOfWork) => void): ExecuteTask =>
  () =>
    Promise.resolve((work, isWanted) => {
      if (isWanted) decide(work);
    });

export interface AttemptCircumstances {
  /** False if the webhook endpoint was paused during the attempt: then no further attempt follows. */
  readonly isWanted: boolean;
  /** None while the clock of the sandbox is frozen. */
  readonly withJitter: boolean;
  /** Results of deliberate duplicates, which do not count. */
  readonly copies?: readonly AttemptOutcome[];
}

/** Records one attempt and its consequences for the delivery and its webhook endpoint. */
export const recordAttempt = async (
  work: UnitOfWork,
  deliveryId: string,
  attempt: AttemptOutcome,
  circumstances: AttemptCircumstances,
  { announce, policy }: Consequences,
): Promise<void> => {
  const before = work.get(deliveries, deliveryId);
  const endpoint = before === undefined ? undefined : work.get(webhookEndpoints, before.endpointId);
  // Removed during the attempt: nothing to record.
  if (before === undefined || endpoint === undefined) return;
  const made: Attempt = { at: work.now, ...attempt };
  const wait = isSuccess(made) ? undefined : nextWait(before, policy.retries, circumstances.withJitter);
  const delivery = work.update(deliveries, before, afterAttempt(before, made, wait, circumstances));
  if (delivery.nextRetryAt !== null) scheduleAttempt(work, delivery, delivery.nextRetryAt);
  if (delivery.replayOf !== undefined && isSuccess(made) && delivery.status === 'DELIVERED')
    settleEarlier(work, delivery);
  const reason = delivery.isTest ? undefined : await count(work, endpoint, isSuccess(made), policy.autoPause);
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
  if (wait === undefined) return { ...failed, status: 'FAILED' };
  return { ...failed, status: 'PENDING', nextRetryAt: isWanted ? made.at + wait : null };
};

/**
 * Counts the attempt towards auto-pause; returns the reason if the webhook endpoint was paused.
 * Assumption: auto-pause-counting.
 */
const count = async (
  work: UnitOfWork,
  endpoint: WebhookEndpointRecord,
  succeeded: boolean,
  rule: PauseRule,
): Promise<PauseReason | undefined> => {
  if (succeeded) {
    if (endpoint.streak !== null) cancelFailureWindow(work, endpoint.id);
    work.update(webhookEndpoints, endpoint, { ...endpoint, lastSuccessAt: work.now, streak: null });
    return undefined;
  }
  if (endpoint.status === 'PAUSED') return undefined;
  const streak = lengthen(endpoint.streak, work.now);
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
const settleEarlier = (work: UnitOfWork, replay: Extract<DeliveryRecord, { status: 'DELIVERED' }>): void => {
  const { id, endpointId, eventId, httpStatus, lastAttemptAt } = replay;
  for (const delivery of work.findAll(deliveries, ofEvent(eventId))) {
    if (delivery.id === id || delivery.endpointId !== endpointId) continue;
    if (delivery.status === 'DELIVERED' || delivery.nextRetryAt !== null) continue;
    work.update(deliveries, delivery, {
      ...delivery,
      status: 'DELIVERED',
      nextRetryAt: null,
      httpStatus,
      lastAttemptAt,
    });
  }
};
