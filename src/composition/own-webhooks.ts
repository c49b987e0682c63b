import { type OwnInboxes, createInboxInterceptor, createOwnInboxes } from '../control/inbox/own-inboxes.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import { type CheckDeliverySignature, createSignatureCheck } from '../control/webhooks/check-delivery-signature.ts';
import { type AssembledWebhooks, assembleWebhooks } from '../control/webhooks/assemble-webhooks.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { loadSignatureProfile } from '../edges/webhooks/load-signature-profile.ts';
import { createHostResolver } from '../edges/webhooks/resolve-host.ts';
import { createSender } from '../edges/webhooks/undici-sender.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { entryFor } from '../engine/webhooks/egress.ts';
import { type DeliveryQueries, createDeliveryQueries } from '../engine/webhooks/queries.ts';
import { DELIVERY_POLICY, ASSUMED_PROFILES, KNOWN_PROFILES } from '../vat/policy/delivery-policy.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LazyRef } from './lazy-ref.ts';
import type { Observers } from './observers.ts';
import type { QuotaPlaces } from './quota-places.ts';

/** Webhook delivery, and the receivers that this server provides. */
export interface OwnWebhooks extends AssembledWebhooks {
  readonly inboxes: OwnInboxes;
  readonly deliveryQueries: DeliveryQueries;
  readonly checkSignature: CheckDeliverySignature;
}

/** The store of the endpoints and deliveries, `sandboxes`, is opened later. */
export const openWebhooks = async (
  runtime: RuntimeContext,
  {
    known,
    observers,
    scenarios,
    sandboxes,
    places,
  }: {
    readonly known: KnownOrganizations;
    readonly observers: Observers;
    readonly scenarios: OpenedScenarios;
    readonly sandboxes: LazyRef<Sandboxes>;
    readonly places: QuotaPlaces;
  },
): Promise<OwnWebhooks> => {
  const { config, contract, address, replayOverrides, isHosted, clock, after, observer } = runtime;
  const profile = await loadSignatureProfile(config.webhookSignature);
  const inboxes = createOwnInboxes({
    profile,
    assumedProfiles: ASSUMED_PROFILES,
    wall: clock,
    origin: address.url,
    rootOf: address.rootOf,
    owners: known.clients,
    sandboxes: sandboxes.get,
    // Their short addresses are easy to guess.
    usual: isHosted ? undefined : known.usual,
    drawKey: runtime.drawLinkSecret,
    memory: runtime.memory.open('messages'),
  });
  const webhooks = assembleWebhooks(
    {
      egress: runtime.egress,
      // URLs configured by the operator are allowed.
      allowed: [
        config.webhookAllow ?? '',
        ...(config.webhookUrl === undefined ? [] : [entryFor(config.webhookUrl)]),
      ].join(),
      profile,
      timeout: config.webhookTimeout,
      isHosted,
      version: runtime.version,
    },
    {
      contract,
      clock,
      after,
      observer,
      secureRandom,
      createSender: (outside) =>
        createSender({ ...outside, resolve: createHostResolver({ clock, after }), clock, after }),
      rules: scenarios.scenarios.deliveryRules,
      receiver: observers.watches.receiver,
      interceptors: (userAgent) => [
        ...(replayOverrides.interceptor === undefined ? [] : [replayOverrides.interceptor]),
        createInboxInterceptor(inboxes, userAgent),
      ],
      watched: runtime.telemetry.sender,
      isOwn: (url) => inboxes.readUrl(url) !== undefined,
    },
  );
  const deliveryQueries = createDeliveryQueries({
    sandboxOf: (organization) => sandboxes.get().inUse.get(organization),
    changes: observers.changes,
    journal: observers.journal,
    retries: DELIVERY_POLICY.retries,
    after,
    longPolls: places.longPolls,
  });
  const checkSignature = createSignatureCheck({
    profile,
    assumedProfiles: ASSUMED_PROFILES,
    knownProfiles: KNOWN_PROFILES,
    wall: clock,
  });
  return { ...webhooks, inboxes, deliveryQueries, checkSignature };
};
