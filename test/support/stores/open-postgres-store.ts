import { type HomeStore, type HomeStoreParts, createHomeStore } from '../../../src/edges/stores/home-store.ts';
import { type Postgres, openPostgres } from '../../../src/edges/stores/postgres/open-postgres.ts';
import { createPostgresDatabase } from '../../../src/edges/stores/postgres/postgres-database.ts';
import { openReplicaHeartbeats } from '../../../src/edges/stores/postgres/replica-heartbeats.ts';
import { NO_PAUSE } from '../../../src/kernel/time-slices.ts';
import { after, nextTurn, systemClock } from '../../../src/edges/system/time.ts';

/** The stores of this process that others reach, by URL. */
const reachable = new Map<string, HomeStore>();

let opened = 0;

export interface ServerStore extends HomeStore {
  readonly id: string;
  /** Others reach it from now on. */
  readonly listen: () => Promise<void>;
  /** The server stands still: it gives no sign of life any more, and its lease ends. */
  readonly stop: () => void;
  readonly goOn: () => void;
  /** Goes on without having noticed that it stood still, however long that was. */
  readonly goOnUnaware: () => void;
  /** Its process ends as if it were killed: what it still writes may come, but others are told that it is gone. */
  readonly kill: () => void;
}

/** A store as that of one server; the servers of one process reach each other. */
export const openPostgresStore = async (
  url: string,
  {
    poolSize = 4,
    listens = true,
    wrap = (database) => database,
    ...parts
  }: {
    readonly poolSize?: number;
    /** Whether others reach it from the beginning. */
    readonly listens?: boolean;
    readonly wrap?: (database: Postgres) => Postgres;
  } & Partial<HomeStoreParts> = {},
): Promise<ServerStore> => {
  const database = wrap(await openPostgres(url, { poolSize }));
  const id = `server-${String(++opened)}`;
  const ownUrl = `http://${id}.example`;
  let isStopped = false;
  let isUnaware = false;
  /** Due since it stands still. */
  let held: (() => void)[] = [];
  const replica = await openReplicaHeartbeats({
    ...{ database, id, version: '1' },
    after: (milliseconds, run) => after(milliseconds, () => (isStopped || isUnaware ? held.push(run) : run())),
    now: systemClock.now,
    wall: systemClock.now,
    elapsed: systemClock.elapsed,
    facts: () => '{}',
    isEnding: () => false,
  });
  const own = { ...replica, isSure: () => isUnaware || (!isStopped && replica.isSure()) };
  const store = createHomeStore({
    database: createPostgresDatabase(database, id, parts.pauses ?? (() => NO_PAUSE)),
    ...{ replica: own, after, nextTurn, elapsed: systemClock.elapsed },
    askToLeave: async (peer, sandbox) => {
      const other = reachable.get(peer.url);
      if (other === undefined) return 'gone';
      await other.shared.leave(sandbox);
      return 'left';
    },
    ...parts,
  });
  reachable.set(ownUrl, store);
  const listen = (): Promise<void> => replica.listensOn(ownUrl);
  if (listens) await listen();
  return {
    ...store,
    id,
    listen,
    stop: () => {
      isStopped = true;
    },
    goOn: () => {
      isStopped = false;
      const due = held;
      held = [];
      for (const run of due) run();
    },
    goOnUnaware: () => {
      isUnaware = true;
    },
    kill: () => {
      isStopped = true;
      reachable.delete(ownUrl);
    },
    close: async () => {
      reachable.delete(ownUrl);
      await store.close();
    },
  };
};
