import { type CreatedSandboxesParts, openCreatedSandboxes } from '../control/sandboxes/created-sandboxes.ts';
import { openOrganizationClients } from '../control/organization/clients.ts';
import { createSnapshots } from '../control/state/snapshots.ts';
import { createMemoryStore } from '../edges/stores/create-store.ts';
import { systemClock } from '../edges/system/time.ts';
import type { Populate } from '../edges/files/load-fixtures.ts';
import { keepConfiguredEndpoint, toConfiguredReceiver } from '../control/webhooks/configured-endpoint.ts';
import { createMemoryCounters } from '../engine/rate-limiting/counters.ts';
import { toTaskLimits } from '../engine/sandbox/outbound-task.ts';
import { type Sandboxes, createSandboxes } from '../engine/sandbox/sandboxes.ts';
import type { UnitOfWork } from '../engine/sandbox/unit-of-work.ts';
import type { Store } from '../engine/sandbox/store.ts';
import { keepKeys } from '../identity/kept-keys.ts';
import { openStore } from './open-store.ts';
import { followDirectories, followDueSandboxes } from './shared-directories.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { SharedAccess } from '../engine/sandbox/shared-access.ts';
import { drawSeed } from '../control/sandboxes/created-sandbox.ts';
import { parseDuration } from '../kernel/duration.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

/** Milliseconds: several servers that a program starts in a row begin with the same fixtures. */
const CONTENTS_AGE = 10_000;

/** All stored state: the sandboxes and their related data. */
export const openPersistence = async (
  runtime: RuntimeContext,
  {
    known: { clients },
    observers,
    scenarios,
    webhooks,
    begin,
  }: {
    readonly known: KnownOrganizations;
    readonly observers: Observers;
    readonly scenarios: OpenedScenarios;
    readonly webhooks: OwnWebhooks;
    readonly begin: (work: UnitOfWork) => Promise<void>;
  },
) => {
  const { config, clock, after, observer, duty } = runtime;
  const { store: unwatched, place, replication, memory } = await openStore(runtime, duty);
  const shared = replication?.shared;
  const store = runtime.telemetry.store(unwatched);
  const quota = { documents: config.sandboxDocuments, bytes: config.sandboxBytes, memory };
  const snapshots = createSnapshots({
    store,
    quota,
    clock,
    pauses: runtime.slicedWork.pauses,
    readyMade: async () => (await runtime.api.personas.all()).map(({ name }) => name),
  });
  // In the same object: an operator's jobs change when their module does.
  const handlers = Object.assign(
    runtime.ownBehaviours?.jobs ?? {},
    ...[runtime.api.jobHandlers, webhooks.jobs, scenarios.scenarios.handlers],
  );
  const populate: Populate = async (work, owner) => {
    await runtime.api.populate(work, owner);
    await begin(work);
  };

  const created = await openCreated(runtime, {
    store,
    clients,
    usedElsewhere: shared?.usedAt,
    replica: replication?.replica,
    // Resolved late: sandboxes need the plans of created ones first.
    sandboxes: () => ({
      usedAt: sandboxes.usedAt,
      letGo: sandboxes.letGo,
      forget: async (owner) => {
        await snapshots.clear(owner);
        await sandboxes.forget(owner);
        await shared?.forget(owner.sandbox);
      },
    }),
  });
  const organizationClients = await openOrganizationClients({
    store,
    clients,
    created,
    keepsRotations: shared !== undefined,
    open: (organization) => sandboxes.of(organization),
  });
  const receiver = toConfiguredReceiver(runtime);
  const sandboxes: Sandboxes = createSandboxes({
    store,
    createScratch: createMemoryStore,
    wall: clock,
    seed: config.seed,
    planOf: ({ sandbox }) => created.find(sandbox),
    frozenAt: config.frozenAt === undefined ? undefined : Date.parse(config.frozenAt),
    populate: (work, { sandbox }) => populate(work, clients.beginningOf(sandbox)),
    sharing: {
      // In hosted mode the secrets of the links are drawn anew for each sandbox. Other descriptions begin in other ways.
      keyOf: ({ sandbox }) =>
        runtime.isHosted || runtime.isForeign ? undefined : JSON.stringify(clients.beginningOf(sandbox)),
      maxAge: clock === systemClock ? CONTENTS_AGE : 0,
    },
    toAssumed: (choices) => (choices === undefined ? runtime.register.initial : runtime.register.assume(choices)),
    publicPath: runtime.address.publicPath,
    quotaOf: snapshots.quotaOf,
    handlers,
    outboundTasks: webhooks.outboundTasks,
    slots: webhooks.slots,
    outboundTaskLimits: toTaskLimits(config.deliveriesPerSandbox),
    fanOut: webhooks.fanOut,
    emitted: (sandbox, emitted) => {
      observers.emitted(sandbox, emitted);
      webhooks.listeners.notifyPauses(sandbox.id, emitted);
      runtime.telemetry.emitted(emitted);
    },
    changes: observers.changes,
    organizationChanged: organizationClients.keepChange,
    opened: async (sandbox) => {
      await keepConfiguredEndpoint(sandbox, receiver, clients.findBySandbox(sandbox.id)?.administratorEmail ?? '');
      // What the former home watched for goes on here.
      if (shared !== undefined) await scenarios.scenarios.resumed(sandbox);
    },
    slicedWork: runtime.slicedWork,
    shared,
    leaving: runtime.underWay.end,
    ownerOf: clients.findBySandbox,
    after,
    observer,
  });
  runtime.telemetry.metrics?.watch({
    store: unwatched,
    inUse: sandboxes.inUse,
    count: () => clients.organizations().length,
  });
  duty.watch(sandboxes.inUse);
  const due =
    replication &&
    followDueSandboxes(runtime, replication, async (id) => {
      const owner = clients.findBySandbox(id);
      if (owner !== undefined) await sandboxes.of(owner);
    });
  const keys = config.data !== undefined || shared !== undefined ? openKeys(runtime, store, shared) : undefined;
  const directories =
    replication &&
    followDirectories(
      runtime,
      replication,
      [created.refresh, organizationClients.refresh, async () => keys?.refresh()],
      created.finishDrops,
    );
  return {
    store,
    /** Where sandboxes are stored, for people. */
    place,
    counters: replication?.counters ?? createMemoryCounters(clock),
    /** Undefined where the store is this process's own. */
    replication,
    sandboxes,
    created,
    organizationClients,
    /** Plays the fixtures of an organization. */
    populate,
    snapshots,
    /** Storage limit per sandbox, including snapshots. */
    quota,
    /** Kinds of jobs that have a handler. */
    jobKinds: () => ({ ...handlers, ...webhooks.outboundTasks }),
    /** Undefined where nothing outlives the process. */
    keys,
    /** Of what other processes change of the server's own documents; undefined if there are none. */
    freshness: directories?.freshness,
    close: async () => {
      due?.cancel();
      directories?.close();
      await keys?.close();
      await sandboxes.close();
    },
  };
};

/** The signing keys that outlive the process. */
const openKeys = ({ clock, observer }: RuntimeContext, store: Store, shared: SharedAccess | undefined) => {
  const unstored = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    observer.noticed({
      level: 'warn',
      message: `The signing key of tokens could not be stored: tokens end when this server does. ${reason}`,
    });
  };
  return keepKeys({ store, wall: clock, unstored: shared === undefined ? unstored : undefined });
};

/** Sandboxes created at runtime, those that were stored included. */
const openCreated = (
  { config, clock, after, observer, random, isHosted }: RuntimeContext,
  parts: Pick<CreatedSandboxesParts, 'store' | 'clients' | 'sandboxes' | 'usedElsewhere' | 'replica'>,
) =>
  openCreatedSandboxes({
    ...parts,
    limits: {
      count: config.maxSandboxes,
      perLink: config.sandboxesPerLink,
      minIdle: parseDuration(config.sandboxMinIdle),
      timeToLive: config.sandboxTtl === 'never' ? Infinity : parseDuration(config.sandboxTtl),
      visits: {
        timeToLive: parseDuration(config.visitorSandboxTtl),
        longest: parseDuration(config.visitorSandboxLimit),
      },
    },
    clock,
    after,
    observer,
    chance: isHosted ? 'real' : 'seeded',
    randomAt: (position) => random.split(`created-sandboxes/${position}`),
    seedOf: isHosted ? drawSeed : (sandbox) => `${config.seed}/${sandbox}`,
  });
