import type { ReceiverNews } from '../../engine/webhooks/receiver-news.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { createEventCheck } from '../../engine/events/event-check.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import { type OutboundSlots, createOutboundSlots } from '../../engine/sandbox/outbound-slots.ts';
import type { FindRules } from '../../engine/webhooks/model/chaos.ts';
import { limitPerHost } from '../../engine/webhooks/limit-per-host.ts';
import { type DeliveryWatch, createDeliveryWatch } from '../../engine/webhooks/delivery-watch.ts';
import { parseAllowList } from '../../engine/webhooks/egress/allow-list.ts';
import { type EgressGuard, type EgressMode, createEgressGuard } from '../../engine/webhooks/egress/egress-guard.ts';
import type { SignatureProfile } from '../../engine/webhooks/signing/signature-profile.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { type Webhooks, createWebhooks } from '../../vat/webhook-endpoints/create-webhooks.ts';
import { type DrawWebhookSecret, drawWebhookSecret } from '../../vat/webhook-endpoints/secret.ts';
import type { WebhookBehaviourParts } from '../../vat/webhook-endpoints/webhook-behaviours.ts';
import { createListenSender } from '../listeners/listen-sender.ts';
import { type Listeners, createListeners } from '../listeners/listeners.ts';
import type { Sender } from '../../engine/webhooks/model/sender.ts';
import { type DeliveryInterceptor, chainSenders } from '../../engine/webhooks/model/sender-chain.ts';

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

/** Parts of a sender that uses HTTP. */
interface OutsideParts {
  readonly guard: EgressGuard;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  readonly userAgent: string;
  /** Whether responses and network errors are stored: on a hosted server they would disclose its network. */
  readonly tellsAll: boolean;
  readonly isHosted: boolean;
}

interface Surroundings {
  readonly contract: Contract;
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'breached'>;
  /** Cryptographically secure random source. */
  readonly secureRandom: Random;
  /** Creates the sender for HTTP deliveries. */
  readonly createSender: (parts: OutsideParts) => Sender;
  /** Delivery faults to apply in a sandbox. */
  readonly rules?: FindRules;
  /** Called with how receivers handle the faults. */
  readonly receiver?: (organization: string, news: ReceiverNews) => void;
  /** Interceptors that handle deliveries instead of HTTP. */
  readonly takers?: (userAgent: string) => readonly DeliveryInterceptor[];
  /** Watches all attempts, whoever makes them. */
  readonly watched?: (sender: Sender) => Sender;
  /** URLs exempt from the egress guard, because an interceptor handles them. */
  readonly isOwn?: (url: string) => boolean;
}

export interface AssembledWebhooks extends Webhooks {
  readonly slots: OutboundSlots;
  readonly watch: DeliveryWatch;
  /** Programs that forward deliveries to receivers elsewhere. */
  readonly listeners: Listeners;
  readonly drawSecret: DrawWebhookSecret;
  readonly behaviourParts: WebhookBehaviourParts;
}

const none = (): [] => [];
const unwatched = (sender: Sender): Sender => sender;

/** Creates the webhook parts for the sandboxes of a server. */
export const assembleWebhooks = (
  { egress, allowed = '', profile, timeout, isHosted, version }: WebhookSettings,
  surroundings: Surroundings,
): AssembledWebhooks => {
  const { contract, clock, after, observer, secureRandom, createSender } = surroundings;
  const { receiver, rules = none, takers = none, watched = unwatched, isOwn = () => false } = surroundings;
  const guard = createEgressGuard({ mode: egress, allowed: parseAllowList(allowed) });
  const userAgent = `vatmock/${version}`;
  const toReceivers = createSender({ guard, timeout, userAgent, tellsAll: egress === 'local', isHosted });
  const outside = isHosted ? limitPerHost(toReceivers, after) : toReceivers;
  const drawSecret: DrawWebhookSecret = isHosted ? () => drawWebhookSecret(secureRandom) : drawWebhookSecret;
  const listeners = createListeners({ after, timeout, random: secureRandom });
  const sender = watched(chainSenders([createListenSender({ listeners, userAgent }), ...takers(userAgent)], outside));
  const check = createEventCheck(contract, observer);
  const watch = createDeliveryWatch();
  return {
    ...createWebhooks({ sender, profile, clock, check, rules, changed: watch.changed, receiver }),
    slots: createOutboundSlots(),
    watch,
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
