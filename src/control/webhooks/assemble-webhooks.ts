import type { ReceiverNews } from '../../engine/webhooks/receiver-news.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { createEventCheck } from '../../engine/events/event-check.ts';
import type { After, Observer } from '../../engine/ports/ports.ts';
import { ERRANDS_IN_SERVER } from '../../engine/sandbox/errand.ts';
import { type Slots, createSlots } from '../../engine/sandbox/slots.ts';
import type { FindRules } from '../../engine/webhooks/model/chaos.ts';
import { type DeliveryWatch, createDeliveryWatch } from '../../engine/webhooks/delivery-watch.ts';
import { parseAllowList } from '../../engine/webhooks/egress/allow-list.ts';
import { type EgressMode, createEgressGuard } from '../../engine/webhooks/egress/egress-guard.ts';
import type { SignatureProfile } from '../../engine/webhooks/signing/signature-profile.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Webhooks, createWebhooks } from '../../vat/webhook-endpoints/create-webhooks.ts';
import { type DrawWebhookSecret, drawWebhookSecret } from '../../vat/webhook-endpoints/secret.ts';
import type { WebhookBehaviourParts } from '../../vat/behaviours/webhook-behaviours.ts';
import { secureRandom } from '../../edges/system/secure-random.ts';
import { createListenSender } from '../listeners/listen-sender.ts';
import { type Listeners, createListeners } from '../listeners/listeners.ts';
import { loadSignatureProfile } from '../../edges/webhooks/load-signature-profile.ts';
import { type ResolveHost, resolveHost } from '../../edges/webhooks/resolve-host.ts';
import { type Taker, chainSenders } from '../../engine/webhooks/model/sender-chain.ts';
import { createSender } from '../../edges/webhooks/undici-sender.ts';

export interface WebhookSettings {
  readonly egress: EgressMode;
  readonly allowed: string | undefined;
  /** A profile or a file. */
  readonly signature: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Strangers use this server: secrets must not be guessed. */
  readonly isHosted: boolean;
  readonly version: string;
}

export interface Surroundings {
  readonly contract: Contract;
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'breached'>;
  readonly resolve?: ResolveHost;
  /** What is to go wrong on purpose with the deliveries of a sandbox. */
  readonly rules?: FindRules;
  /** Hears how receivers take it. */
  readonly receiver?: (organization: string, news: ReceiverNews) => void;
  /** Who takes deliveries before they go out by HTTP, made when it is known how they are signed. */
  readonly takers?: (made: { readonly profile: SignatureProfile; readonly userAgent: string }) => readonly Taker[];
  /** URLs that nobody has to guard against, because a taker takes what is sent there. */
  readonly isOwn?: (url: string) => boolean;
}

export interface AssembledWebhooks extends Webhooks {
  readonly slots: Slots;
  readonly watch: DeliveryWatch;
  /** The programs that hand deliveries on to receivers elsewhere. */
  readonly listeners: Listeners;
  readonly profile: SignatureProfile;
  readonly drawSecret: DrawWebhookSecret;
  readonly behaviourParts: WebhookBehaviourParts;
}

const nobody = (): [] => [];

/** Everything about webhooks, ready for the sandboxes of a server. */
export const assembleWebhooks = async (
  { egress, allowed = '', signature, timeout, isHosted, version }: WebhookSettings,
  surroundings: Surroundings,
): Promise<AssembledWebhooks> => {
  const { contract, clock, after, observer, resolve = resolveHost } = surroundings;
  const { receiver, rules = nobody, takers = nobody, isOwn = () => false } = surroundings;
  const guard = createEgressGuard({ mode: egress, allowed: parseAllowList(allowed) });
  const userAgent = `vatmock/${version}`;
  const profile = await loadSignatureProfile(signature);
  const outside = createSender({ guard, resolve, after, timeout, userAgent, tellsAll: egress === 'local' });
  const listeners = createListeners({ after, timeout, random: secureRandom });
  const sender = chainSenders(
    [createListenSender({ listeners, userAgent }), ...takers({ profile, userAgent })],
    outside,
  );
  const check = createEventCheck(contract, observer);
  const watch = createDeliveryWatch();
  const drawSecret: DrawWebhookSecret = isHosted ? () => drawWebhookSecret(secureRandom) : drawWebhookSecret;
  return {
    ...createWebhooks({ sender, profile, clock, check, rules, changed: watch.changed, receiver }),
    slots: createSlots(ERRANDS_IN_SERVER),
    watch,
    listeners,
    profile,
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
