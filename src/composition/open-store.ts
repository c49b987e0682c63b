import path from 'node:path';
import { dataFileIn } from '../edges/stores/data-files.ts';
import { createMemoryStore } from '../edges/stores/create-store.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { longWork, nextTurn, systemClock } from '../edges/system/time.ts';
import type { Store } from '../engine/sandbox/store.ts';
import type { MemoryAccount } from '../kernel/memory-account.ts';
import { drawUuid } from '../kernel/ids.ts';
import type { Duty } from './duty.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What a process needs that shares its store with others. */
export type Replication = Awaited<ReturnType<typeof openDatabase>>['replication'];

/** A backend is loaded only if it is used. */
export const openStore = async (
  runtime: RuntimeContext,
  duty: Pick<Duty, 'isEnding' | 'facts'>,
): Promise<{
  readonly store: Store;
  /** Where sandboxes are stored, for people: never with a password. */
  readonly place: string;
  /** Undefined where the store is this process's own. */
  readonly replication: Replication | undefined;
  /** What all sandboxes may take, if they are kept in memory. */
  readonly memory?: MemoryAccount;
}> => {
  const { config } = runtime;
  if (config.databaseUrl !== undefined) return openDatabase(config.databaseUrl, runtime, duty);
  if (config.data !== undefined) {
    const place = `folder ${path.resolve(config.data)}`;
    return { store: await openFolder(config.data, runtime), place, replication: undefined };
  }
  const memory = runtime.memory.open('records', config.storedBytes);
  return { store: createMemoryStore(memory, pausesOfQueues), place: 'memory', replication: undefined, memory };
};

/** By real time, whatever clock the server has. */
const elapsed = (): number => systemClock.elapsed();
const { pauses: pausesOfQueues } = longWork.slices('transactions');

const openFolder = async (
  folder: string,
  { config, encryptionKey: key, observer, memory }: RuntimeContext,
): Promise<Store> => {
  const { createSqliteStore } = await import('../edges/stores/sqlite-store.ts');
  return createSqliteStore(dataFileIn(folder), {
    nextTurn,
    pauses: pausesOfQueues,
    memory: memory.open('records', config.storedBytes).limit,
    // Not the seeded chance of a local server, which would repeat its nonces.
    encryption: key && { key, random: secureRandom },
    noticed: (message) => {
      observer.noticed({ level: 'warn', message });
    },
  });
};

const openDatabase = async (
  url: string,
  runtime: RuntimeContext,
  { isEnding, facts }: Pick<Duty, 'isEnding' | 'facts'>,
) => {
  const { config, clock, after, observer, version, processId: id } = runtime;
  const [
    { openPostgres },
    { createHomeStore },
    { createPostgresDatabase },
    { openReplicaHeartbeats, readPeerSecret },
    { createPostgresCounters, tidyCounters },
    { createPostgresSessions },
    { createPeers },
    { acceptFromPeers },
    { createServerTalk },
  ] = await Promise.all([
    import('../edges/stores/postgres/open-postgres.ts'),
    import('../edges/stores/home-store.ts'),
    import('../edges/stores/postgres/postgres-database.ts'),
    import('../edges/stores/postgres/replica-heartbeats.ts'),
    import('../edges/stores/postgres/postgres-counters.ts'),
    import('../edges/stores/postgres/postgres-sessions.ts'),
    import('../edges/peers/create-peers.ts'),
    import('../edges/peers/accept-from-peers.ts'),
    import('./server-talk.ts'),
  ]);
  const database = await openPostgres(url, {
    poolSize: config.databaseConnections,
    after,
    noticed: (message) => {
      observer.noticed({ level: 'warn', message });
    },
  });
  const now = (): number => clock.now();
  const replica = await openReplicaHeartbeats({
    database,
    id,
    version,
    after,
    facts,
    isEnding,
    elapsed,
    now: () => systemClock.now(),
    wall: now,
  });
  const secret = await readPeerSecret(database, drawUuid(secureRandom) + drawUuid(secureRandom));
  const peers = createPeers({ secret, after });
  const talk = createServerTalk({ peers, replica, observer });
  const store = createHomeStore({
    committed: talk.tellOfChange,
    askToLeave: talk.askToLeave,
    database: createPostgresDatabase(database, id, pausesOfQueues),
    replica,
    elapsed,
    after,
    nextTurn,
    pauses: pausesOfQueues,
    memory: runtime.memory.open('records', config.storedBytes).limit,
  });
  return {
    store,
    place: database.place,
    replication: {
      shared: store.shared,
      replica,
      peers,
      listensOn: talk.listensOn,
      hear: talk.hear,
      accept: acceptFromPeers({ id, secret, answer: talk.answer(store.shared) }),
      counters: createPostgresCounters({ database, now }),
      /** Deletes counts that have expired. */
      tidyCounts: () => tidyCounters({ database, now }),
      openSessions: (sessions: Omit<Parameters<typeof createPostgresSessions>[0], 'database'>) =>
        createPostgresSessions({ ...sessions, database }),
    },
  };
};
