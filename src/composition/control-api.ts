import { createAdminAuthenticator } from '../edges/admin/access/admin-authenticator.ts';
import { isPrivate } from '../edges/admin/access/is-loopback.ts';
import { createAdminBehaviours } from '../edges/admin/admin-behaviours.ts';
import { noteControlCalls } from '../control/capsule/note-control-calls.ts';
import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import { type Engine, createEngine } from '../engine/create-engine.ts';
import type { StatefulBehaviours } from '../engine/responders/stateful.ts';
import type { Closing } from './closing.ts';
import { engineOptions } from './engine-options.ts';
import type { Forgetting } from './forgetting.ts';
import type { Ground } from './ground.ts';
import type { Identity } from './identity.ts';
import type { Keeping } from './keeping.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Onlookers } from './onlookers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { World } from './world.ts';

export const ADMIN_PATH = '/__admin';

/** It steers everything, so it needs everything. */
export interface ControlApiParts {
  readonly known: KnownOrganizations;
  readonly onlookers: Onlookers;
  readonly time: SandboxTime;
  readonly scenarios: OpenedScenarios;
  readonly webhooks: OwnWebhooks;
  readonly mailbox: Mailboxes;
  readonly forgetting: Forgetting;
  readonly world: World;
  readonly keeping: Keeping;
  readonly identity: Identity | undefined;
  readonly closing: Closing;
}

/** Served from its own description by an engine like that of the API. */
export const openControlApi = (ground: Ground, parts: ControlApiParts): Engine => {
  const { config, adminContract, clock, random, isHosted } = ground;
  const { known, onlookers, mailbox, world, identity } = parts;
  const options = engineOptions(ground, mailbox);
  return createEngine({
    ...options,
    // The state of a sandbox is larger than any other body; whoever sends one has been asked for a token before.
    limits: { ...options.limits, bodyBytes: config.maxStateBytes },
    contract: adminContract,
    authenticator: createAdminAuthenticator({
      trustsThisMachine: !isHosted && (isPrivate(config) || config.controlAccess === 'open'),
      mayBeOpen: !isHosted,
      publicUrl: config.publicUrl,
      operatorToken: ground.operatorToken,
      tokens: identity?.authenticator,
      clients: known.clients,
      usual: () => known.usual,
    }),
    // Control calls are not part of what a client did.
    journal: noteControlCalls(onlookers.recorder, clock, ADMIN_PATH),
    findSandbox: (_exchange, caller) =>
      caller?.organization === undefined ? undefined : world.sandboxes.of(caller.organization),
    random: random.split('admin'),
    behaviours: behavioursOf(ground, parts),
  });
};

const behavioursOf = (ground: Ground, parts: ControlApiParts): StatefulBehaviours => {
  const { contract, adminContract, clock, after, isForeign, isHosted } = ground;
  const { onlookers, time, scenarios, webhooks, mailbox, world, closing } = parts;
  const { clients } = parts.known;
  const { sandboxes, created } = world;
  const eventTypes = () => scenarios.samples.words().eventTypes;
  const behaviours = createAdminBehaviours({
    version: ground.version,
    adminContract,
    isDraining: closing.isDraining,
    clients,
    organizationClients: world.organizationClients,
    capsTiers: isHosted,
    sandboxes,
    created,
    time,
    register: ground.register,
    basePath: contract.basePath,
    keepsSandboxes: !isForeign,
    ...parts.keeping.states,
    capsules: parts.keeping.capsules,
    forget: parts.forgetting.everything,
    clientWatch: onlookers.clientWatch,
    clock,
    after,
    mailbox,
    scripting: scenarios,
    samples: scenarios.samples,
    deliveryQueries: webhooks.deliveryQueries,
    webhookControl: { drawSecret: webhooks.drawSecret, eventTypes, rules: scenarios.scenarios.deliveryRules },
    inboxes: webhooks.inboxes,
    listening: { listeners: webhooks.listeners, sandboxes, clients, drawSecret: webhooks.drawSecret, eventTypes },
  });
  return Object.fromEntries(Object.entries(behaviours).map(([id, run]) => [id, { transactional: false, run }]));
};
