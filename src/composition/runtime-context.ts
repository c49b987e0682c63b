import { findBehaviours } from '../edges/files/find-beside.ts';
import {
  type Config,
  checkAdminToken,
  checkEncryptionKey,
  checkEncrypts,
  checkOptions,
  checkPublicUrl,
  filesIn,
  inTermsOf,
} from '../config/config.ts';
import { createMailboxes } from '../control/mail/mailboxes.ts';
import { MOST_SHOWS, createShows } from '../control/show/shows.ts';
import { isLoopback, isPrivate } from '../edges/admin/access/this-machine.ts';
import { loadForeign } from '../edges/descriptions/load-foreign.ts';
import {
  loadAdminContract,
  loadAssumptions,
  loadGeneralAdminContract,
  loadOwnContract,
} from '../edges/files/load-own-contract.ts';
import { createOwnHosts } from '../edges/http/host-guard.ts';
import { createSenderOf } from '../edges/http/sender-network.ts';
import { createUnderWay } from '../edges/peers/under-way.ts';
import { toUpstream } from '../edges/proxy/upstream.ts';
import { loadOrganizations } from '../edges/files/load-organizations.ts';
import { packageVersion } from '../edges/files/package-files.ts';
import {
  type MemoryShares,
  createMemoryGuard,
  shareMemory,
  readHeapLimit,
  readMemory,
  readProcessLimit,
} from '../edges/system/memory.ts';
import { createMemoryAccount } from '../kernel/memory-account.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { drawUuid } from '../kernel/ids.ts';
import { after, longWork, systemClock } from '../edges/system/time.ts';
import { completePolicy } from '../engine/policy/policy.ts';
import { createRegister, parseRequestedChoices } from '../engine/assumptions/register.ts';
import { createHeaderRule } from '../engine/scenarios/header-rule.ts';
import type { Observer } from '../engine/ports/ports.ts';
import { noticeStorageFaults } from '../engine/sandbox/storage-problem.ts';
import { STATE_WORK_LIMITS, createSlicedWork } from '../engine/sandbox/sliced-work.ts';
import { createPlaces } from '../kernel/places.ts';
import type { EgressMode } from '../engine/webhooks/egress.ts';
import { type Organization, USUAL_ORGANIZATION, grantedCapabilities } from '../identity/organization.ts';
import { createRandom, type Random } from '../kernel/random.ts';
import { drawSeededSecret } from '../vat/invitations/invitation.ts';
import { createAddress } from './address.ts';
import { openDuty } from './duty.ts';
import { openServerTelemetry } from './telemetry.ts';
import type { MockOptions } from './mock.ts';
import type { DeliveryInterceptor } from '../engine/webhooks/sender.ts';
import type { RecordedAttempts } from '../engine/webhooks/worker.ts';
import { bundledApi } from './bundled-api.ts';

/** An audience has many screens. */
const STREAMS_OF_VISITORS = 10;

/** Overrides for a server that replays the requests of another server. */
export interface ReplayOverrides {
  /** Generates the ids of exchanges. */
  readonly exchangeIds?: Random;
  /** Whose sandbox it is, of a server of a third-party description. */
  readonly organizations?: readonly Organization[] | undefined;
  /** Origin of the other server's URLs. */
  readonly origin?: string;
  /** Intercepts deliveries, so that none is sent. */
  readonly interceptor?: DeliveryInterceptor;
  /** The times of their attempts. */
  readonly attempts?: RecordedAttempts;
}

export type RuntimeContext = Awaited<ReturnType<typeof createRuntimeContext>>;

/** Context of all other parts: validated settings, loaded files, clock, random source and address, and what needs no other part. */
export const createRuntimeContext = async (options: MockOptions, replayOverrides: ReplayOverrides) => {
  const {
    clock = systemClock,
    observer,
    adminToken,
    encryptionKey,
    assume,
    openTelemetry,
    upstream,
    behaviours,
    spec,
    ...others
  } = options;
  const settings = typeof behaviours === 'object' ? others : { behaviours, ...others };
  const config = checkOptions({
    ...settings,
    assume: toAssumeText(assume),
    spec: Array.isArray(spec) ? spec.join() : spec,
    port: settings.port ?? 0,
  });
  const operatorToken = checkAdminToken(adminToken, 'adminToken');
  checkEncrypts(config, encryptionKey, 'encryptionKey');
  const isHosted = config.mode === 'hosted';
  const isForeign = config.spec !== undefined;
  if (!isLoopback(config.host)) checkPublicUrl(config, 'publicUrl');

  const [{ contract, forget }, owners, assumptions] = await Promise.all([
    config.spec === undefined
      ? { contract: await loadOwnContract(), forget: undefined }
      : loadForeign(filesIn(config.spec), { ...config, overlays: filesIn(config.overlay) }),
    isHosted
      ? []
      : isForeign
        ? (replayOverrides.organizations ?? [USUAL_ORGANIZATION])
        : loadOrganizations(config.organizations),
    isForeign ? [] : loadAssumptions(),
  ]);
  const capabilities = grantedCapabilities(contract);
  const organizations = isForeign ? owners.map((owner) => ({ ...owner, capabilities })) : owners;

  const version = packageVersion();
  const telemetry = await openServerTelemetry(config, { version, environment: openTelemetry, observer });
  const address = createAddress(config, replayOverrides.origin);
  const memory = openMemory(config);
  const random = isHosted ? secureRandom : createRandom(config.seed);
  const drawLinkSecret = isHosted ? () => drawSeededSecret(secureRandom) : drawSeededSecret;
  const slices = longWork.slices('works');
  const watched = noticeStorageFaults(observeBy([observer ?? {}, ...telemetry.observers]), clock);
  const api = isForeign
    ? (await import('./served-api.ts')).anyApi(contract, config)
    : bundledApi(drawLinkSecret, address.publicPath);
  const named = typeof behaviours === 'object' ? behaviours : config.behaviours;
  const given = named ?? (isForeign ? findBehaviours(contract) : undefined);
  const ownBehaviours =
    given === undefined || given === 'none'
      ? undefined
      : await (
          await import('../edges/files/behaviours-file.ts')
        ).openOwnBehaviours({ given, contract, observer: watched, after });

  return {
    config,
    operatorToken,
    /** Key of the data folder; undefined if it is not encrypted. */
    encryptionKey: checkEncryptionKey(encryptionKey, 'encryptionKey'),
    replayOverrides,
    /** The service that requests are passed on to; undefined if this server answers them. */
    upstream: upstream === undefined ? undefined : toUpstream(new URL(upstream), contract.basePath),
    version,
    /** Names this process among those that share a store. */
    processId: drawUuid(secureRandom),
    /** Hosted mode: the users are strangers to each other. */
    isHosted,
    /** Serves a third-party description: any credential is accepted. */
    isForeign,
    /** Allowed targets of webhooks. */
    egress: egressOf(config),
    contract,
    /** Removes what was fetched for the description. */
    forget,
    /** Contract of the control API, read when it is first asked for. */
    loadAdminContract: isForeign ? loadGeneralAdminContract : loadAdminContract,
    /** What the description leaves open, and the assumptions made there. */
    register: inTermsOf('assume', () => createRegister(assumptions, parseRequestedChoices(config.assume ?? ''))),
    /** What the server knows of the API beside its descriptions. */
    api,
    ownBehaviours,
    /** What holds for all operations: as the operator says, else as the API does. */
    policy: completePolicy({ ...api.policy, ...ownBehaviours?.policy }, watched),
    /** Organizations of the file; of a third-party description, one. */
    organizations,
    address,
    /** Wall-clock time source. */
    clock,
    /** By this clock. */
    startedAt: clock.now(),
    after,
    /** Runs long work in slices, so that no request keeps the others waiting. */
    slicedWork: createSlicedWork(slices),
    /** The same for whole states, with limits of its own. */
    stateWork: createSlicedWork(slices, STATE_WORK_LIMITS, memory.ofProcess),
    exports: createSlicedWork(slices, STATE_WORK_LIMITS, memory.ofProcess),
    memory,
    /** Random source: seeded in local mode, unpredictable in hosted mode. */
    random,
    /** Source of the ids of exchanges, tokens and problems: servers of one store share a seed, but never an id. */
    ids: config.databaseUrl === undefined ? random : secureRandom,
    /** Knowing a link grants access: in hosted mode its secret must not follow from a seed. */
    drawLinkSecret,
    observer: watched,
    telemetry,
    /** Headers that scenarios cannot set; undefined where they may set any. */
    findHeaderFault: isHosted ? createHeaderRule(contract, address.url) : undefined,
    duty: openDuty(config),
    senderOf: createSenderOf(config.trustedProxies),
    /** The names by which a local server is called. */
    hosts: createOwnHosts(config),
    /** Whether programs on this machine need no token for the control API. */
    trustsThisMachine: !isHosted && (isPrivate(config) || config.controlAccess === 'open'),
    /** What a sandbox may have open at the same time, by the UUID of its organization: all of it is open at its home. */
    places: {
      streams: createPlaces(config.streamsPerSandbox),
      visitorStreams: createPlaces(STREAMS_OF_VISITORS * config.streamsPerSandbox),
      longPolls: createPlaces(config.longPollsPerSandbox),
    },
    // Of a database, there are as many as sandboxes.
    shows: createShows({
      most: config.databaseUrl === undefined ? MOST_SHOWS : Infinity,
      memory: memory.shares.shows,
    }),
    mailbox: createMailboxes(),
    underWay: createUnderWay(after),
  };
};

const openMemory = ({ mode, maxMemory }: Config) => {
  const isHosted = mode === 'hosted';
  const isLimited = isHosted || maxMemory > 0;
  const processLimit = maxMemory > 0 ? Math.min(maxMemory, readProcessLimit()) : readProcessLimit();
  const limits = { heapLimit: readHeapLimit(), processLimit: isLimited ? processLimit : undefined };
  const shares = shareMemory(limits);
  return {
    /** Asked before large work; undefined in a process that may belong to somebody else's tests. */
    ofProcess: isLimited ? createMemoryGuard({ ...limits, look: readMemory }) : undefined,
    shares,
    /** Counts one kind of what all tenants keep, against its share or a limit that is lower. */
    open: (kind: keyof MemoryShares, lower = Infinity) =>
      createMemoryAccount({ limit: Math.min(shares[kind], lower), share: isHosted ? 2 : Infinity }),
  };
};

const toAssumeText = (assume: MockOptions['assume']): string | undefined =>
  typeof assume === 'object'
    ? Object.entries(assume)
        .map(([id, wanted]) => `${id}=${wanted}`)
        .join()
    : assume;

/** A server that only this machine can reach may send to this machine and its network. */
const egressOf = (config: Config): EgressMode => {
  if (config.webhookEgress !== 'auto') return config.webhookEgress;
  return isPrivate(config) ? 'local' : 'public-only';
};

const observeBy = (observers: readonly Partial<Observer>[]): Observer => ({
  finished: (summary) => {
    for (const each of observers) each.finished?.(summary);
  },
  failed: (error, traceId) => {
    for (const each of observers) each.failed?.(error, traceId);
  },
  noticed: (notice) => {
    for (const each of observers) each.noticed?.(notice);
  },
  breached: (breach) => {
    for (const each of observers) each.breached?.(breach);
  },
});
