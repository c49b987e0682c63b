import {
  type LiveTexts,
  NOTHING_LIVE,
  type Peer,
  type SharedAccess,
  type SharedFollower,
  type SharedStore,
} from '../../../engine/sandbox/shared-access.ts';
import { type Store, StoreError } from '../../../engine/sandbox/store.ts';
import { parseOwnJson } from '../../../kernel/json.ts';
import type { After, NextTurn } from '../../../kernel/timers.ts';
import { NO_PAUSE, type Pause, runWith } from '../../../kernel/time-slices.ts';
import { createKeptStore } from '../kept-store.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import { createCommonReader } from './common-reader.ts';
import { type Leaving, createHomes, notSure } from './homes.ts';
import type { Postgres } from './open-postgres.ts';
import { homeOf, isCommon } from './write-rows.ts';
import { createPostgresRows } from './postgres-rows.ts';
import type { ReplicaHeartbeats } from './replica-heartbeats.ts';
import { statement } from './pipeline.ts';

export interface PostgresStoreParts {
  readonly database: Postgres;
  readonly replica: Pick<ReplicaHeartbeats, 'id' | 'isSure' | 'look' | 'close'>;
  /** Asks another server to leave a sandbox. */
  readonly askToLeave: (peer: Peer, sandbox: string) => Promise<Leaving>;
  /** Called after each commit to what belongs to no sandbox, which whoever has written waits for. */
  readonly committed?: () => Promise<void>;
  readonly elapsed: () => number;
  readonly after: After;
  readonly nextTurn: NextTurn;
  /** Of the work that loads sandboxes. */
  readonly pauses?: () => Pause;
  /** Bytes that documents may take in memory. */
  readonly memory?: number | undefined;
}

const IS_READ_ONLY = statement<{ readonly isReadOnly: boolean }>('SELECT pg_is_in_recovery() AS "isReadOnly"');

/** Milliseconds between two looks at the lease. */
const LOOK = 1000;

/** Milliseconds after which what is new in the journal of a sandbox is kept, which nobody waits for. */
const SOON = 100;

/** Milliseconds after which budgets and the like are kept. */
const LATER = 1000;

const NOBODY: SharedFollower = {
  nextDue: () => undefined,
  save: () => NOTHING_LIVE,
  usedAt: () => undefined,
  *came() {
    // Nobody has to know.
  },
  leaving: () => Promise.resolve(),
  left: () => undefined,
};

/**
 * Keeps sandboxes in a PostgreSQL database that several servers use. Each sandbox is worked on in the memory of its home,
 * and its changes are written for all sandboxes of a server together, before anybody is told of them: a read asks the
 * database nothing, a change waits for one round trip.
 */
export const createPostgresStore = (parts: PostgresStoreParts): SharedStore => {
  const { database, replica, elapsed, after, pauses = () => NO_PAUSE } = parts;
  const { committed = () => Promise.resolve() } = parts;
  const readCommon = createCommonReader(database, pauses);
  /** Sandboxes of which more than documents may have changed. */
  const touched = new Set<string>();
  /** When all that is live of them was kept. */
  const keptAt = new Map<string, number>();
  /** Sandboxes that are being left. */
  const leavings = new Map<string, Promise<void>>();
  let commonChanges = 0;
  let follower = NOBODY;
  let closing: Promise<void> | undefined;

  const homes = createHomes({
    ...parts,
    claimed: (home, live) => runWith(pauses(), follower.came(home, live)),
  });

  const partitionsOf = (home: string): readonly string[] => [
    ...new Set([home, ...kept.inMemory().filter((partition) => homeOf(partition) === home)]),
  ];

  const lose = (home: string, error: unknown): void => {
    homes.lose(home);
    for (const partition of partitionsOf(home)) kept.drop(partition, error);
    left(home);
  };

  const left = (home: string): void => {
    keptAt.delete(home);
    follower.left(home);
  };

  const saveLive = (home: string): LiveTexts => {
    const isDue = leavings.has(home) || elapsed() - (keptAt.get(home) ?? -Infinity) >= LATER;
    if (isDue) keptAt.set(home, elapsed());
    else touch(home);
    return follower.save(home, isDue);
  };

  const isSure = (): boolean => {
    if (replica.isSure()) return true;
    for (const home of [...homes.all()]) lose(home, notSure(database.name));
    return false;
  };

  const kept = createKeptStore({
    nextTurn: parts.nextTurn,
    pauses,
    memory: parts.memory,
    noted: (partition) => {
      if (isCommon(partition)) commonChanges += 1;
    },
    nextDue: (partition, collections, reader) =>
      partition.startsWith('$') ? undefined : follower.nextDue(collections, reader),
    persistence: {
      ...createPostgresRows({
        ...{ database, homes },
        owner: replica.id,
        saveLive,
        usedAt: (home) => follower.usedAt(home),
        lost: (home, error = moved(home)) => {
          lose(home, error);
        },
      }),
      isSure,
      check: () => Promise.resolve(undefined),
      backUp: () => Promise.reject(new StoreError('a database is backed up by its own tools')),
      close: () => Promise.resolve(),
    },
  });

  /** A server that stood still finds out before anybody works on what it had. */
  const watch = (): void => {
    watching = after(LOOK, () => {
      isSure();
      if (closing === undefined) watch();
    });
  };
  let watching: { readonly cancel: () => void } | undefined;

  const leave = (home: string): Promise<void> => {
    const former = leavings.get(home);
    if (former !== undefined) return former;
    const leaving = (async (): Promise<void> => {
      await homes.settled(home);
      if (homes.termOf(home) === undefined) {
        // An earlier release may have failed half way.
        await homes.release(home);
        return;
      }
      await follower.leaving(home);
      kept.touch(home);
      await kept.release(partitionsOf(home), () => homes.release(home));
      left(home);
    })().finally(() => leavings.delete(home));
    leavings.set(home, leaving);
    return leaving;
  };

  /** Many requests in a row are one write. */
  const touch = (home: string): void => {
    if (touched.size === 0)
      after(SOON, () => {
        const all = [...touched];
        touched.clear();
        for (const one of all) if (homes.termOf(one) !== undefined) kept.touch(one);
      });
    touched.add(home);
  };

  const opened = (): Omit<Store, 'check' | 'backUp'> => {
    if (closing !== undefined) throw new StoreError('the store is closed');
    return kept;
  };

  const isHome = (sandbox: string): boolean => homes.termOf(sandbox) !== undefined && replica.isSure();

  const stays = (sandbox: string): boolean => isHome(sandbox) && !leavings.has(sandbox);

  const shared: SharedAccess = {
    follow: (one) => {
      follower = one;
    },
    isHome: (sandbox) => stays(sandbox),
    settled: (sandbox) => leavings.get(sandbox),
    seek: async (sandbox) => (isHome(sandbox) ? undefined : homes.ownerOf(sandbox)),
    claim: homes.claim,
    claimIfFree: async (sandbox) => (await homes.claimIfFree(sandbox)) !== undefined,
    leave,
    leaveAll: async () => {
      await Promise.all([...homes.all()].map(leave));
      homes.close();
      await Promise.all([...homes.all()].map(leave));
    },
    touch,
    forget: async (sandbox) => {
      const { pipelined, table } = database;
      const of = [toStorable(sandbox)];
      await pipelined(
        ['live_states', 'log_pieces'].map((name) => statement(`DELETE FROM ${table(name)} WHERE sandbox = $1`, of)),
      );
    },
    ...questions(database, replica.id),
  };

  watch();
  return {
    shared,
    transact: async (partition, work) => {
      const before = commonChanges;
      const result = await opened().transact(partition, work);
      if (isCommon(partition) && commonChanges !== before) await committed();
      return result;
    },
    read: async (partition, work) => {
      const store = opened();
      // All servers read it, and need not be its home for that.
      return isCommon(partition) && !stays(partition) ? readCommon(partition, work) : store.read(partition, work);
    },
    dump: async (partition, pause) => opened().dump(partition, pause),
    replace: async (partition, dump, pause) => opened().replace(partition, dump, pause),
    clear: async (partition, pause) => opened().clear(partition, pause),
    check: async () => {
      try {
        const [{ rows }] = await database.pipelined([IS_READ_ONLY]);
        return rows[0]?.isReadOnly === true ? 'unwritable' : undefined;
      } catch (error) {
        return error instanceof StoreError ? error.fault : 'unwritable';
      }
    },
    close: () =>
      (closing ??= (async () => {
        watching?.cancel();
        await shared.leaveAll().catch(() => undefined);
        await kept.close();
        await replica.close();
        await database.close();
      })()),
  };
};

const moved = (home: string): StoreError =>
  new StoreError(`another server has taken over the sandbox ${home}`, { fault: 'unreachable' });

/** What is asked of several sandboxes at once. */
const questions = (
  { table, pipelined }: Postgres,
  own: string,
): Pick<SharedAccess, 'versionOf' | 'usedAt' | 'dueSandboxes' | 'peek'> => ({
  peek: async (sandbox, collection, id) => {
    const [{ rows }] = await pipelined([
      statement<{ readonly value: string }>(
        `SELECT value FROM ${table('documents')} WHERE sandbox = $1 AND collection = $2 AND id = $3`,
        [toStorable(sandbox), toStorable(collection), toStorable(id)],
      ),
    ]);
    return rows[0] && parseOwnJson(rows[0].value);
  },
  versionOf: async (sandbox) => {
    const [{ rows }] = await pipelined([
      statement<{ readonly version: number }>(`SELECT version FROM ${table('sandboxes')} WHERE id = $1`, [
        toStorable(sandbox),
      ]),
    ]);
    return rows[0]?.version ?? 0;
  },
  usedAt: async (sandboxes) => {
    const [{ rows }] = await pipelined([
      statement<{ readonly id: string; readonly at: number }>(
        `SELECT id, used_at AS at FROM ${table('sandboxes')} WHERE id = ANY($1::text[])`,
        [sandboxes.map(toStorable)],
      ),
    ]);
    return new Map(rows.map(({ id, at }) => [fromStorable(id), at]));
  },
  dueSandboxes: async (at, limit) => {
    const [{ rows }] = await pipelined([
      statement<{ readonly id: string }>(
        `SELECT s.id FROM ${table('sandboxes')} AS s
            LEFT JOIN ${table('replicas')} AS r ON r.id = s.owner AND r.expires_at > clock_timestamp()
            WHERE s.next_due <= $1 AND (r.id IS NULL OR r.id = $3)
            ORDER BY r.id IS NOT NULL, s.next_due LIMIT $2`,
        [at, limit, own],
      ),
    ]);
    return rows.map(({ id }) => fromStorable(id));
  },
});
