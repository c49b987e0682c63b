import { createOwnInboxes } from '../control/inbox/own-inboxes.ts';
import { createListeners } from '../control/listeners/listeners.ts';
import { assembleWebhooks } from '../control/webhooks/assemble-webhooks.ts';
import { subscribableTypes } from '../control/webhooks/subscriptions.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { loadSignatureProfile } from '../edges/webhooks/load-signature-profile.ts';
import { createHostResolver } from '../edges/webhooks/resolve-host.ts';
import { createSender } from '../edges/webhooks/undici-sender.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { createEgressGuard, entryFor, parseAllowList } from '../engine/webhooks/egress.ts';
import { createDescribedHeaders } from '../engine/webhooks/described-headers.ts';
import { createDeliveryQueries } from '../engine/webhooks/queries.ts';
import { chainSenders, limitPerHost } from '../engine/webhooks/sender.ts';
import { drawWebhookSecret } from '../engine/webhooks/endpoint.ts';
import { openFaker } from './engine-options.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { RuntimeContext } from './runtime-context.ts';

export type OwnWebhooks = Awaited<ReturnType<typeof openWebhooks>>;

/** Webhook delivery, and the receivers that this server provides. */
export const openWebhooks = async (
  runtime: RuntimeContext,
  known: KnownOrganizations,
  observers: Observers,
  { scenarios, samples }: OpenedScenarios,
  sandboxes: () => Sandboxes,
) => {
  const { config, contract, egress, address, replayOverrides, isHosted, clock, after, observer, places, policy } =
    runtime;
  const timeout = config.webhookTimeout;
  const profile = await loadSignatureProfile(config.webhookSignature);
  // Secrets that depend on the seed alone are guessable.
  const drawSecret = isHosted ? () => drawWebhookSecret(secureRandom) : drawWebhookSecret;
  const inboxes = createOwnInboxes({
    profile,
    wall: clock,
    origin: address.url,
    rootOf: address.rootOf,
    owners: known.clients,
    sandboxes,
    // Their short addresses are easy to guess.
    usual: isHosted ? undefined : known.usual,
    drawKey: runtime.drawLinkSecret,
    memory: runtime.memory.open('messages'),
  });
  const listeners = createListeners({
    after,
    timeout,
    random: secureRandom,
    sandboxOf: async (name) => {
      const owner = known.clients.findBySandbox(name);
      if (owner === undefined) throw new Error('the sandbox was dropped');
      return sandboxes().of(owner);
    },
    drawSecret,
    eventTypes: () => subscribableTypes(samples.words.contract),
    streams: places.streams,
  });
  // URLs configured by the operator are allowed.
  const configured = config.webhookUrl === undefined ? [] : [entryFor(config.webhookUrl)];
  const allowed = parseAllowList([config.webhookAllow ?? '', ...configured].join());
  const guard = createEgressGuard({ mode: egress, allowed });
  const resolve = createHostResolver({ clock, after });
  const outside = createSender({ guard, resolve, clock, after, timeout, tellsAll: egress === 'local', isHosted });
  const sender = chainSenders(
    [
      listeners.interceptor,
      ...(replayOverrides.interceptor === undefined ? [] : [replayOverrides.interceptor]),
      inboxes.interceptor,
    ],
    isHosted ? limitPerHost(outside, after) : outside,
  );
  return {
    ...assembleWebhooks({
      contract,
      events: policy.events,
      policy: policy.deliveries,
      observer,
      guard,
      isOwn: (url) => inboxes.readUrl(url) !== undefined,
      drawSecret,
      sender: runtime.telemetry.sender(sender),
      profile,
      wall: clock,
      userAgent: `vatmock/${runtime.version}`,
      headersOf: createDescribedHeaders(contract, openFaker(runtime)),
      rules: scenarios.deliveryRules,
      receiver: observers.watches.receiver,
      recorded: replayOverrides.attempts,
    }),
    inboxes,
    listeners,
    deliveryQueries: createDeliveryQueries({
      sandboxOf: (organization) => sandboxes().inUse.get(organization),
      changes: observers.changes,
      journal: observers.journal,
      retries: policy.deliveries.retries,
      after,
      longPolls: places.longPolls,
    }),
    /** The profile of the server's signatures. */
    profile,
  };
};
