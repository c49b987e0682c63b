import { createSwitchboard } from '../control/assumptions/switchboard.ts';
import { createBackups } from '../control/backups.ts';
import type { ControlServices } from '../control/control-services.ts';
import { listenerIn } from '../control/listeners/listeners.ts';
import { createOrderMoves } from '../control/moves/order-moves.ts';
import { createExplain } from '../engine/explain.ts';
import { type FollowActivity, STREAM_LIMITS, createFollowActivity } from '../control/activity/follow-activity.ts';
import { createPlayer } from '../control/calls/call.ts';
import { createLoneReplica, createReplicas } from '../control/replicas/replicas.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { drawUuid } from '../kernel/ids.ts';
import { createRecordedRequests } from '../engine/journal/recorded-requests.ts';
import { grantedCapabilities } from '../identity/organization.ts';
import { createOrganizationControl } from '../control/organization/change-organization.ts';
import { createAccessTokens } from '../control/organization/clients.ts';
import { createReadyMade } from '../control/state/ready-made.ts';
import { manageSandboxes } from '../control/sandboxes/managed-sandboxes.ts';
import { createSandboxQuotas } from '../control/sandboxes/sandbox-quotas.ts';
import { createSigningKeyControl } from '../control/signing-keys.ts';
import { createRecordCheck } from '../control/state/check-state.ts';
import { documentContents, engineContents } from '../control/state/engine-contents.ts';
import { createDocumentReader } from '../control/state/read-document.ts';
import { createStates, type States } from '../control/state/states.ts';
import { createDirector } from '../control/show/director.ts';
import { createChaosCheck } from '../control/webhooks/faults.ts';
import { createSignatureCheck } from '../control/webhooks/check-delivery-signature.ts';
import { subscribableTypes } from '../control/webhooks/subscriptions.ts';
import { createReceivers } from '../control/webhooks/receivers.ts';
import { BUNDLED_KINDS } from '../control/read-model/records.ts';
import { JSON_DEPTH } from './engine-options.ts';
import { type Visitors, openVisitors } from './visitors.ts';
import type { Contract } from '../engine/contract/contract.ts';
import type { ServerParts } from './parts.ts';
import { createRecordings } from '../control/recordings/recordings.ts';
import { toYaml } from '../edges/files/named-files.ts';
import type { Capsule } from '../engine/capsule/capsule.ts';
import { ADMIN_PATH } from './address.ts';

/** Services that control and inspect the server, shared by the control API and the programmatic API. */
export type Control = ControlServices & Pick<Visitors, 'signUps'>;

/** A record comes from the body of one call and what the server adds: so many times the largest body. */
const RECORD_BODIES = 2;

export const openControl = (server: ServerParts, adminContract: Contract): Control => {
  const { config, clock, contract, register, version, isHosted, after, slicedWork, stateWork } = server;
  const { known, observers, time, scenarios, storyboards, webhooks, mailbox, persistence, identity, places } = server;
  const { hasLibrary, records, recordKinds = BUNDLED_KINDS } = server.api;
  const { ruleBook, undetectable, deliveries } = server.policy;
  const { clients, usual } = known;
  const { sandboxes, created, organizationClients, snapshots, quota, jobKinds } = persistence;
  const { journal, redactor, watches } = observers;
  const eventTypes = () => subscribableTypes(scenarios.samples.words.contract);
  const readyMade = createReadyMade({
    library: server.api.personas,
    sandboxes,
    clients,
    time,
    populate: persistence.populate,
    seedOf: (owner) => created.find(owner.sandbox)?.seed ?? `${config.seed}/${owner.sandbox}`,
    capsTiers: isHosted,
  });
  const states = createStates({
    sandboxes,
    clients,
    snapshots,
    readyMade,
    time,
    quota,
    readDocument: createDocumentReader(adminContract, { depth: JSON_DEPTH, values: config.maxJsonValues }),
    work: stateWork,
    limit: config.maxStateBytes,
    recordBytes: RECORD_BODIES * config.maxBodyBytes,
    contentChecks: [
      ...engineContents({
        checkScenario: scenarios.check,
        checkChaos: createChaosCheck(adminContract, eventTypes),
        refusalOf: (url) => (listenerIn(url) === undefined ? webhooks.refusalOf(url) : undefined),
      }),
      ...(hasLibrary ? documentContents : []),
    ],
    checkRecords: createRecordCheck({
      collections: records,
      jobKinds,
      contract,
      isHosted,
    }),
  });
  const requests = createRecordedRequests({
    journal,
    redactor,
    contract,
    version,
    explain: createExplain(register, ruleBook),
    after,
    pauses: slicedWork.pauses,
    longPolls: places.longPolls,
  });
  const managed = manageSandboxes({
    sandboxes,
    created,
    clients,
    states,
    snapshots,
    readyMade,
    usual,
    usualWish: { capabilities: grantedCapabilities(contract), ...(hasLibrary ? {} : { sellers: 0 }) },
    endShow: ({ uuid }) => {
      server.shows.forget(uuid);
    },
  });
  const player = createPlayer({
    contracts: { service: contract, control: adminContract },
    handle: { service: server.engine.handle, control: server.controlApi },
    /** Of the first client of the organization that can get one. */
    tokenFor: async (sandbox, origin) => {
      const owner = clients.findBySandbox(sandbox);
      const all = owner === undefined ? [] : organizationClients.list(owner);
      const client = all.find(({ enabled, serviceAccountsEnabled = true }) => enabled && serviceAccountsEnabled);
      return client === undefined ? undefined : identity.issue(client.clientId, origin);
    },
  });
  /** Plays storyboards through the API and the control API, as a client of the sandbox would. */
  const director = createDirector({
    load: storyboards.load,
    shows: server.shows,
    sandboxes,
    readyMade,
    states,
    journal,
    run: stateWork.run,
    beside: server.live.restorable,
    player,
    ownerOf: clients.findBySandbox,
    pauses: stateWork.pauses,
    restored: (owner) => {
      server.live.clearBudgets(owner);
      observers.recorder.replaced(owner.uuid);
    },
    clock,
  });
  return {
    time,
    states,
    snapshots,
    sandboxes: managed,
    quotasOf: createSandboxQuotas({
      sandboxes,
      created,
      quota,
      places,
      slots: webhooks.slots,
      maxSandboxes: config.maxSandboxes,
      sandboxesPerLink: config.sandboxesPerLink,
      snapshotBytesOf: snapshots.bytesOf,
      deliveries: config.deliveriesPerSandbox,
    }),
    ...openVisitors(server, { sandboxes: managed, director }),
    recordings: openRecordings(server, states),
    recordKinds,
    undetectable,
    switchboard: createSwitchboard({ register, sandboxes }),
    organizations: createOrganizationControl({ clients, capsTiers: isHosted }),
    clients: organizationClients,
    issueAccessToken: createAccessTokens(clients, identity.issue),
    requests,
    exports: server.exports,
    followActivity: openActivity(server),
    watches,
    mailbox,
    samples: scenarios.samples,
    scripting: scenarios,
    listeners: webhooks.listeners,
    deliveries: webhooks.deliveryQueries,
    receivers: createReceivers({
      inboxes: webhooks.inboxes,
      deliveries: webhooks.deliveryQueries,
      autoPause: deliveries.autoPause,
      drawSecret: webhooks.drawSecret,
      quarantineOf: webhooks.quarantineOf,
      refusalOf: webhooks.refusalOf,
      eventTypes,
      rules: scenarios.scenarios.deliveryRules,
    }),
    checkSignature: createSignatureCheck({
      profile: webhooks.profile,
      wall: clock,
    }),
    inboxes: webhooks.inboxes,
    moves: createOrderMoves({
      seed: config.seed,
      ownerOf: clients.findBySandbox,
      pauses: stateWork.pauses,
      player,
    }),
    storyboards,
    director,
    takeBackup: createBackups(persistence.store),
    replicas: openReplicas(server),
    signingKeys: createSigningKeyControl(identity.keys, clock),
  };
};

const openActivity = (server: ServerParts): FollowActivity => {
  const { clock, after, memory, observers, shows, time, persistence, places, policy } = server;
  const { expectations, changes, journal, redactor, watches } = observers;
  return createFollowActivity({
    journal,
    redactor,
    changes,
    watches,
    expectations,
    shows,
    time,
    clock,
    after,
    maxAttempts: policy.deliveries.retries.waits.length + 1,
    prefix: persistence.replication?.replica.id.slice(0, 8) ?? '',
    limits: { ...STREAM_LIMITS, allSize: Math.min(STREAM_LIMITS.allSize, memory.shares.streams) },
    places,
  });
};

/** What operators see of the servers that share the store. */
const openReplicas = ({ config, version, slicedWork, persistence, duty }: ServerParts) => {
  const { replication, store, sandboxes } = persistence;
  if (replication !== undefined) return createReplicas(replication.replica, 'POSTGRESQL');
  const own = createLoneReplica({
    id: drawUuid(secureRandom),
    version,
    since: duty.since,
    facts: duty.facts,
    store,
    inUse: () => sandboxes.inUse.values(),
    pauses: slicedWork.pauses,
  });
  return createReplicas(own, config.data === undefined ? 'MEMORY' : 'SQLITE');
};

const openRecordings = (server: ServerParts, states: States) => {
  const { known, observers, scenarios, persistence, live, contract, version, address, clock, startedAt } = server;
  return createRecordings({
    states,
    contract,
    version,
    clock,
    startedAt,
    recorder: observers.recorder,
    journal: observers.journal,
    sandboxes: persistence.sandboxes,
    exports: server.exports,
    scenarioFiles: scenarios.files,
    clients: known.clients,
    origin: address.url,
    toOrigin: address.toOrigin,
    settings: settingsOf(server),
    forgetBudgets: live.clearBudgets,
    words: server.storyboards.words,
    pauses: server.stateWork.pauses,
    controlPath: ADMIN_PATH,
    toYaml,
  });
};

/** Settings that affect responses. */
const settingsOf = ({ config, egress, contract, isForeign }: ServerParts): Capsule['settings'] => ({
  seed: config.seed,
  ...(isForeign && { api: contract.title, state: config.state }),
  ...(config.assume === undefined ? {} : { assume: config.assume }),
  maxBodyBytes: config.maxBodyBytes,
  maxUploadBytes: config.maxUploadBytes,
  sandboxDocuments: config.sandboxDocuments,
  sandboxBytes: config.sandboxBytes,
  webhookEgress: egress,
  webhookAllow: config.webhookAllow,
});
