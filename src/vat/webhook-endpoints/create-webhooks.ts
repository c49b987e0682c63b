import type { ReceiverNews } from '../../engine/webhooks/receiver-news.ts';
import type { EventCheck } from '../../engine/events/event-check.ts';
import type { OutboundTasks } from '../../engine/sandbox/outbound-task.ts';
import type { JobHandlers } from '../../engine/sandbox/job-handlers.ts';
import type { FanOut } from '../../engine/sandbox/sandbox.ts';
import { ATTEMPT } from '../../engine/webhooks/model/attempt-job.ts';
import { createAttempt } from '../../engine/webhooks/attempt.ts';
import type { FindRules } from '../../engine/webhooks/model/chaos.ts';
import { type SlowReceivers, createSlowReceivers } from '../../engine/webhooks/slow-receivers.ts';
import { createFanOut } from '../../engine/webhooks/fan-out.ts';
import { pausesByThemselves } from '../../engine/webhooks/pause.ts';
import { purgeJobs } from '../../engine/webhooks/model/purge.ts';
import type { Sender } from '../../engine/webhooks/model/sender.ts';
import type { SignatureProfile } from '../../engine/webhooks/signing/signature-profile.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AUDIENCE } from '../policy/audience.ts';
import { DELIVERY_POLICY } from '../policy/delivery-policy.ts';
import { announcements, concernedEndpoint } from './announcements.ts';

/** Webhook parts that a sandbox needs to deliver its events. */
export interface Webhooks {
  readonly fanOut: FanOut;
  readonly outboundTasks: OutboundTasks;
  readonly jobs: JobHandlers;
  readonly quarantineOf: SlowReceivers['quarantineOf'];
}

export interface WebhooksParts {
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
