import type { Contract } from '../../engine/contract/contract.ts';
import { createEventCheck } from '../../engine/events/event-check.ts';
import type { After, Observer } from '../../engine/ports.ts';
import { ERRANDS_IN_SERVER } from '../../engine/sandbox/errand.ts';
import { type Slots, createSlots } from '../../engine/sandbox/slots.ts';
import { parseAllowList } from '../../engine/webhooks/egress/allow-list.ts';
import { type EgressMode, createEgressGuard } from '../../engine/webhooks/egress/egress-guard.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Webhooks, createWebhooks } from '../../vat/webhook-endpoints/create-webhooks.ts';
import { drawWebhookSecret } from '../../vat/webhook-endpoints/secret.ts';
import type { WebhookBehaviourParts } from '../../vat/webhook-endpoints/webhook-behaviours.ts';
import { secureRandom } from '../system/secure-random.ts';
import { loadSignatureProfile } from './load-signature-profile.ts';
import { type ResolveHost, resolveHost } from './resolve-host.ts';
import { createSender } from './undici-sender.ts';

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
}

export interface AssembledWebhooks extends Webhooks {
  readonly slots: Slots;
  readonly behaviourParts: WebhookBehaviourParts;
}

/** Everything about webhooks, ready for the sandboxes of a server. */
export const assembleWebhooks = async (
  { egress, allowed = '', signature, timeout, isHosted, version }: WebhookSettings,
  { contract, clock, after, observer, resolve = resolveHost }: Surroundings,
): Promise<AssembledWebhooks> => {
  const guard = createEgressGuard({ mode: egress, allowed: parseAllowList(allowed) });
  const userAgent = `vatmock/${version}`;
  const sender = createSender({ guard, resolve, after, timeout, userAgent, tellsAll: egress === 'local' });
  const profile = await loadSignatureProfile(signature);
  return {
    ...createWebhooks({ sender, profile, clock, check: createEventCheck(contract, observer) }),
    slots: createSlots(ERRANDS_IN_SERVER),
    behaviourParts: { guard, drawSecret: isHosted ? () => drawWebhookSecret(secureRandom) : drawWebhookSecret },
  };
};
