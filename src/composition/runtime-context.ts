import {
  type Config,
  ConfigError,
  checkAdminToken,
  checkEncryptionKey,
  checkEncrypts,
  checkOptions,
  checkPublicUrl,
  filesIn,
} from '../config/config.ts';
import { type Mailboxes, createMailboxes } from '../control/mail/mailboxes.ts';
import { MOST_SHOWS, type Shows, createShows } from '../control/show/shows.ts';
import { isLoopback, isPrivate } from '../edges/admin/access/this-machine.ts';
import { loadForeign } from '../edges/descriptions/load-foreign.ts';
import { loadAssumptions } from '../edges/files/load-assumptions.ts';
import { loadAdminContract, loadGeneralAdminContract, loadOwnContract } from '../edges/files/load-own-contract.ts';
import { type SenderOf, createSenderOf } from '../edges/http/sender-network.ts';
import { type UnderWay, createUnderWay } from '../edges/peers/under-way.ts';
import { type Upstream, toUpstream } from '../edges/proxy/upstream.ts';
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
import { type MemoryAccount, createMemoryAccount, type MemoryGuard } from '../kernel/memory-account.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { drawUuid } from '../kernel/ids.ts';
import { systemClock } from '../edges/system/system-clock.ts';
import { after, nextTurn } from '../edges/system/timers.ts';
import {
  type Assumption,
  AssumptionError,
  createRegister,
  parseRequestedChoices,
  type Register,
} from '../engine/assumptions/register.ts';
import type { Contract } from '../engine/contract/contract.ts';
import { type FindHeaderFault, createHeaderRule } from '../engine/scenarios/header-rule.ts';
import type { Observer } from '../engine/ports/ports.ts';
import { noticeStorageFaults } from '../engine/sandbox/storage-problem.ts';
import { type Exports, STATE_WORK_LIMITS, type SlicedWork, createSlicedWork } from '../engine/sandbox/sliced-work.ts';
import { type Places, createPlaces } from '../kernel/places.ts';
import { createTimeSlices } from '../kernel/time-slices.ts';
import type { After } from '../kernel/timers.ts';
import type { EgressMode } from '../engine/webhooks/egress.ts';
import { type Organization, USUAL_ORGANIZATION } from '../identity/organization.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Random, createRandom } from '../kernel/random.ts';
import { type DrawLinkSecret, drawSeededSecret } from '../vat/invitations/invitation.ts';
import { type Address, createAddress } from './address.ts';
import { type Duty, openDuty } from './duty.ts';
import { type Telemetry, openServerTelemetry } from './telemetry.ts';
import type { ReplayOverrides, MockOptions } from './mock.ts';
import { bundledApi } from './bundled-api.ts';
import type { ServedApi } from './served-api.ts';

interface Memory {
  /** Asked before large work; undefined in a process that may belong to somebody else's tests. */
  readonly ofProcess: MemoryGuard | undefined;
  readonly shares: MemoryShares;
  /** Counts one kind of what all tenants keep, against its share or a limit that is lower. */
  readonly open: (kind: keyof MemoryShares, lower?: number) => MemoryAccount;
}

/** What a sandbox may have open at the same time, by the UUID of its organization: all of it is open at its home. */
export interface QuotaPlaces {
  readonly streams: Places;
  readonly visitorStreams: Places;
  readonly longPolls: Places;
}

/** An audience has many screens. */
const STREAMS_OF_VISITORS = 10;

/** Context of all other parts: validated settings, loaded files, clock, random source and address, and what needs no other part. */
export interface RuntimeContext {
  readonly config: Config;
  readonly operatorToken: string | undefined;
  /** Key of the data folder; undefined if it is not encrypted. */
  readonly encryptionKey: Uint8Array | undefined;
  readonly replayOverrides: ReplayOverrides;
  /** The service that requests are passed on to; undefined if this server answers them. */
  readonly upstream: Upstream | undefined;
  readonly version: string;
  /** Names this process among those that share a store. */
  readonly processId: string;
  /** Hosted mode: the users are strangers to each other. */
  readonly isHosted: boolean;
  /** Serves a third-party description: any credential is accepted. */
  readonly isForeign: boolean;
  /** Allowed targets of webhooks. */
  readonly egress: EgressMode;
  readonly contract: Contract;
  /** Removes what was fetched for the description. */
  readonly forget: (() => Promise<void>) | undefined;
  /** Contract of the control API. */
  readonly adminContract: Contract;
  /** What the description leaves open, and the assumptions made there. */
  readonly register: Register;
  /** What the server knows of the API beside its descriptions. */
  readonly api: ServedApi;
  /** The functions of the program that started the server. */
  readonly behaviours: object | undefined;
  /** Organizations of the file; of a third-party description, one. */
  readonly organizations: readonly Organization[];
  readonly address: Address;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly after: After;
  /** Runs long work in slices, so that no request keeps the others waiting. */
  readonly slicedWork: SlicedWork;
  /** The same for whole states, with limits of its own. */
  readonly stateWork: SlicedWork;
  readonly exports: Exports;
  readonly memory: Memory;
  /** Random source: seeded in local mode, unpredictable in hosted mode. */
  readonly random: Random;
  /** Source of the ids of exchanges, tokens and problems: servers of one store share a seed, but never an id. */
  readonly ids: Random;
  /** Knowing a link grants access: in hosted mode its secret must not follow from a seed. */
  readonly drawLinkSecret: DrawLinkSecret;
  readonly observer: Observer;
  readonly telemetry: Telemetry;
  /** Headers that scenarios cannot set; undefined where they may set any. */
  readonly findHeaderFault: FindHeaderFault | undefined;
  readonly duty: Duty;
  readonly senderOf: SenderOf;
  readonly places: QuotaPlaces;
  readonly shows: Shows;
  readonly mailbox: Mailboxes;
  readonly underWay: UnderWay;
}

export const createRuntimeContext = async (
  options: MockOptions,
  replayOverrides: ReplayOverrides,
): Promise<RuntimeContext> => {
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

  const [{ contract, forget }, adminContract, organizations, assumptions] = await Promise.all([
    config.spec === undefined
      ? { contract: await loadOwnContract(), forget: undefined }
      : loadForeign(filesIn(config.spec), { ...config, overlays: filesIn(config.overlay) }),
    isForeign ? loadGeneralAdminContract() : loadAdminContract(),
    isHosted ? [] : isForeign ? [USUAL_ORGANIZATION] : loadOrganizations(config.organizations),
    isForeign ? [] : loadAssumptions(),
  ]);

  const version = packageVersion();
  const telemetry = await openServerTelemetry(config, { version, environment: openTelemetry, observer });
  const address = createAddress(config, replayOverrides.origin);
  const memory = openMemory(config);
  const random = isHosted ? secureRandom : createRandom(config.seed);
  const drawLinkSecret = isHosted ? () => drawSeededSecret(secureRandom) : drawSeededSecret;
  const slices = createTimeSlices({ elapsed: () => systemClock.elapsed(), nextTurn });

  return {
    config,
    operatorToken,
    encryptionKey: checkEncryptionKey(encryptionKey, 'encryptionKey'),
    replayOverrides,
    upstream: upstream === undefined ? undefined : toUpstream(new URL(upstream), contract.basePath),
    version,
    isHosted,
    isForeign,
    egress: egressOf(config),
    contract,
    forget,
    adminContract,
    register: openRegister(assumptions, config),
    behaviours: typeof behaviours === 'object' ? behaviours : undefined,
    organizations,
    address,
    clock,
    after,
    slicedWork: createSlicedWork(slices),
    stateWork: createSlicedWork(slices, STATE_WORK_LIMITS, memory.ofProcess),
    exports: createSlicedWork(slices, STATE_WORK_LIMITS, memory.ofProcess),
    memory,
    random,
    processId: drawUuid(secureRandom),
    ids: config.databaseUrl === undefined ? random : secureRandom,
    drawLinkSecret,
    api: isForeign ? (await import('./served-api.ts')).anyApi(contract, config) : bundledApi(drawLinkSecret),
    observer: noticeStorageFaults(observeBy([observer ?? {}, ...telemetry.observers]), clock),
    telemetry,
    findHeaderFault: isHosted ? createHeaderRule(contract, address.url) : undefined,
    duty: openDuty(config),
    senderOf: createSenderOf(config.trustedProxies),
    places: {
      streams: createPlaces(config.streamsPerSandbox),
      visitorStreams: createPlaces(STREAMS_OF_VISITORS * config.streamsPerSandbox),
      longPolls: createPlaces(config.longPollsPerSandbox),
    },
    // Of a database, there are as many as sandboxes.
    shows: createShows({ most: config.databaseUrl === undefined ? MOST_SHOWS : Infinity }),
    mailbox: createMailboxes(),
    underWay: createUnderWay(after),
  };
};

const openMemory = ({ mode, maxMemory }: Config): Memory => {
  const isHosted = mode === 'hosted';
  const isLimited = isHosted || maxMemory > 0;
  const processLimit = maxMemory > 0 ? Math.min(maxMemory, readProcessLimit()) : readProcessLimit();
  const limits = { heapLimit: readHeapLimit(), processLimit: isLimited ? processLimit : undefined };
  const shares = shareMemory(limits);
  return {
    ofProcess: isLimited ? createMemoryGuard({ ...limits, look: readMemory }) : undefined,
    shares,
    open: (kind, lower = Infinity) =>
      createMemoryAccount({ limit: Math.min(shares[kind], lower), share: isHosted ? 2 : Infinity }),
  };
};

const toAssumeText = (assume: MockOptions['assume']): string | undefined =>
  typeof assume === 'object'
    ? Object.entries(assume)
        .map(([id, wanted]) => `${id}=${wanted}`)
        .join()
    : assume;

const openRegister = (assumptions: readonly Assumption[], { assume = '' }: Config): Register => {
  try {
    return createRegister(assumptions, parseRequestedChoices(assume));
  } catch (error) {
    if (!(error instanceof AssumptionError)) throw error;
    throw new ConfigError(`assume: ${error.message}`);
  }
};

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
