import type { EventCheck } from '../../engine/events/event-check.ts';
import { sendMail } from '../../engine/mail/sandbox-mail.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { JobHandlers } from '../../engine/sandbox/job-handlers.ts';
import type { OutboundTasks } from '../../engine/sandbox/outbound-task.ts';
import type { FanOut } from '../../engine/sandbox/sandbox.ts';
import { createAttempt } from '../../engine/webhooks/attempt.ts';
import { createFanOut } from '../../engine/webhooks/fan-out.ts';
import { ATTEMPT } from '../../engine/webhooks/model/attempt-job.ts';
import type { FindRules } from '../../engine/webhooks/model/chaos.ts';
import type { PauseReason } from '../../engine/webhooks/model/failure-streak.ts';
import { purgeJobs } from '../../engine/webhooks/model/purge.ts';
import type { Sender } from '../../engine/webhooks/model/sender.ts';
import { pausesByThemselves } from '../../engine/webhooks/pause.ts';
import type { ReceiverNews } from '../../engine/webhooks/receiver-news.ts';
import type { Announcements } from '../../engine/webhooks/record-attempt.ts';
import type { SignatureProfile } from '../../engine/webhooks/signing/signature-profile.ts';
import { type SlowReceivers, createSlowReceivers } from '../../engine/webhooks/slow-receivers.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { type EventPayload, emit } from '../api/behaviour.ts';
import { AUDIENCE } from '../policy/authorize.ts';
import { DELIVERY_POLICY, MOST_ATTEMPTS } from '../policy/delivery-policy.ts';

/** Webhook parts that a sandbox needs to deliver its events. */
export interface Webhooks {
  readonly fanOut: FanOut;
  readonly outboundTasks: OutboundTasks;
  readonly jobs: JobHandlers;
  readonly quarantineOf: SlowReceivers['quarantineOf'];
}

interface WebhooksParts {
  readonly sender: Sender;
  readonly profile: SignatureProfile;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly check: EventCheck;
  /** Delivery faults to apply. */
  readonly rules: FindRules;
  /** Called when deliveries of an organization have changed. */
  readonly changed: (organization: string) => void;
  /** Called with how receivers handle delivery faults. */
  readonly receiver?: ((organization: string, news: ReceiverNews) => void) | undefined;
}

export const createWebhooks = ({
  sender,
  profile,
  clock,
  check,
  rules,
  changed,
  receiver,
}: WebhooksParts): Webhooks => {
  const slowReceivers = createSlowReceivers();
  return {
    fanOut: createFanOut({ audience: AUDIENCE, check, concernedEndpoint, policy: DELIVERY_POLICY }),
    outboundTasks: {
      [ATTEMPT]: createAttempt({
        sender,
        profile,
        wall: clock,
        announce: announcements,
        policy: DELIVERY_POLICY,
        rules,
        slowReceivers,
        changed,
        receiver,
      }),
    },
    jobs: {
      ...purgeJobs(DELIVERY_POLICY.retention),
      ...pausesByThemselves(announcements.paused, DELIVERY_POLICY.autoPause),
    },
    quarantineOf: slowReceivers.quarantineOf,
  };
};

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
      lastSuccessAt: lastSuccessAt === null ? null : toIsoDateTime(lastSuccessAt),
      pausedAt,
    });
    sendMail(work, {
      to: administratorEmail,
      subject: `Webhook endpoint ${id} was paused`,
      text: `Deliveries to ${url} have been paused since ${pausedAt} because ${WHY[reason]}. Once the receiver works again, reactivate the webhook endpoint with PATCH /webhooks/${id} and {"status": "ACTIVE"}, and replay the missed deliveries.`,
    });
  },

  /** "`webhook.delivery_failed_terminal`": the tenth attempt failed, and no retry follows. */
  failed: (work, { endpointId, eventId, eventType, attempts }, { at, httpStatus = null }) => {
    // The event reports an exhausted retry budget; an assumption with fewer attempts has none to exhaust.
    if (attempts < MOST_ATTEMPTS) return;
    if (isOperational(eventType) && !work.assumed.has('operational-event-recursion=recurs')) return;
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
