import { AUDIENCE } from '../../vat/policy/authorize.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { createEventCheck } from '../../engine/events/event.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { JobHandlers } from '../../engine/sandbox/job-handlers.ts';
import { type OutboundSlots, createOutboundSlots } from '../../engine/sandbox/outbound-task-runner.ts';
import type { OutboundTasks } from '../../engine/sandbox/outbound-task.ts';
import type { FanOut } from '../../engine/sandbox/sandbox.ts';
import { type EgressGuard, type EgressMode, createEgressGuard, parseAllowList } from '../../engine/webhooks/egress.ts';
import { createFanOut } from '../../engine/webhooks/fan-out.ts';
import type { FindRules, ReceiverNews } from '../../engine/webhooks/faults.ts';
import { ATTEMPT, pausesByThemselves, purgeJobs } from '../../engine/webhooks/schedule.ts';
import { type DeliveryInterceptor, type Sender, chainSenders, limitPerHost } from '../../engine/webhooks/sender.ts';
import type { SignatureProfile } from '../../engine/webhooks/signature.ts';
import { type SlowReceivers, createSlowReceivers } from '../../engine/webhooks/slow-receivers.ts';
import { createAttempt } from '../../engine/webhooks/worker.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { After } from '../../kernel/timers.ts';
import { DELIVERY_POLICY } from '../../vat/policy/delivery-policy.ts';
import { announcements, concernedEndpoint } from '../../vat/webhook-endpoints/announcements.ts';
import { type DrawWebhookSecret, drawWebhookSecret } from '../../vat/webhook-endpoints/endpoints.ts';
import type { WebhookBehaviourParts } from '../../vat/webhook-endpoints/webhook-behaviours.ts';
import { type Listeners, createListeners } from '../listeners/listeners.ts';

export interface WebhookSettings {
  readonly egress: EgressMode;
  readonly allowed: string | undefined;
  readonly profile: SignatureProfile;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  /** Hosted mode: secrets must not be guessable. */
  readonly isHosted: boolean;
  readonly version: string;
}

/** What the sandboxes of a server need to deliver their events. */
export interface AssembledWebhooks {
  readonly fanOut: FanOut;
  readonly outboundTasks: OutboundTasks;
  readonly jobs: JobHandlers;
  readonly quarantineOf: SlowReceivers['quarantineOf'];
  readonly slots: OutboundSlots;
  /** Programs that forward deliveries to receivers elsewhere. */
  readonly listeners: Listeners;
  readonly drawSecret: DrawWebhookSecret;
  readonly behaviourParts: WebhookBehaviourParts;
}

const none = (): [] => [];
const unwatched = (sender: Sender): Sender => sender;

export const assembleWebhooks = (
  { egress, allowed = '', profile, timeout, isHosted, version }: WebhookSettings,
  surroundings: {
    readonly contract: Contract;
    readonly clock: Clock;
    readonly after: After;
    readonly observer: Pick<Observer, 'breached'>;
    /** Cryptographically secure random source. */
    readonly secureRandom: Random;
    /** Creates the sender for HTTP deliveries. */
    readonly createSender: (parts: {
      readonly guard: EgressGuard;
      /** Timeout in milliseconds. */
      readonly timeout: number;
      readonly userAgent: string;
      /** Whether responses and network errors are stored: on a hosted server they would disclose its network. */
      readonly tellsAll: boolean;
      readonly isHosted: boolean;
    }) => Sender;
    /** Delivery faults to apply in a sandbox. */
    readonly rules?: FindRules;
    /** Called with how receivers handle the faults. */
    readonly receiver?: (organization: string, news: ReceiverNews) => void;
    /** Handle deliveries instead of HTTP. */
    readonly interceptors?: (userAgent: string) => readonly DeliveryInterceptor[];
    /** Watches all attempts, whoever makes them. */
    readonly watched?: (sender: Sender) => Sender;
    /** URLs exempt from the egress guard, because an interceptor handles them. */
    readonly isOwn?: (url: string) => boolean;
  },
): AssembledWebhooks => {
  const { contract, clock, after, observer, secureRandom, createSender } = surroundings;
  const { receiver, rules = none, interceptors = none, watched = unwatched, isOwn = () => false } = surroundings;
  const guard = createEgressGuard({ mode: egress, allowed: parseAllowList(allowed) });
  const userAgent = `vatmock/${version}`;
  const toReceivers = createSender({ guard, timeout, userAgent, tellsAll: egress === 'local', isHosted });
  const outside = isHosted ? limitPerHost(toReceivers, after) : toReceivers;
  const drawSecret: DrawWebhookSecret = isHosted ? () => drawWebhookSecret(secureRandom) : drawWebhookSecret;
  const listeners = createListeners({ after, timeout, random: secureRandom });
  const sender = watched(chainSenders([listeners.interceptor(userAgent), ...interceptors(userAgent)], outside));
  const check = createEventCheck(contract, observer);
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
        receiver,
      }),
    },
    jobs: {
      ...purgeJobs(DELIVERY_POLICY.retention),
      ...pausesByThemselves(announcements.paused, DELIVERY_POLICY.autoPause),
    },
    quarantineOf: slowReceivers.quarantineOf,
    slots: createOutboundSlots(),
    listeners,
    drawSecret,
    behaviourParts: {
      refusalOf: (url) => {
        const target = isOwn(url) ? undefined : guard.readTarget(url);
        return target !== undefined && 'refused' in target ? target.refused : undefined;
      },
      drawSecret,
    },
  };
};
