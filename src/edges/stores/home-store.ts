import {
  type LiveTexts,
  NOTHING_LIVE,
  type Peer,
  type SharedAccess,
  type SharedFollower,
  type SharedStore,
} from '../../engine/sandbox/shared-access.ts';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import { NO_PAUSE, type Pause, runWith } from '../../kernel/time-slices.ts';
import type { After, NextTurn } from '../../kernel/timers.ts';
import { type Fence, type HomeDatabase, homeOf, isCommon } from './home-database.ts';
import { type HomeReplica, type Homes, type Leaving, createHomes, notSure } from './homes.ts';
import { createKeptStore } from './kept-store.ts';
import type { Notes, Persistence } from './persistence.ts';

export interface HomeStoreParts {
  readonly database: HomeDatabase;
  readonly replica: HomeReplica & { readonly close: () => Promise<void> };
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
 * Keeps sandboxes in a database that several servers use. Each sandbox is worked on in the memory of its home,
 * and its changes are written for all sandboxes of a server together, before anybody is told of them: a read asks the
 * database nothing, a change waits for one round trip.
 */
export const createHomeStore = (parts: HomeStoreParts): SharedStore => {
  const { database, replica, elapsed, after, pauses = () => NO_PAUSE } = parts;
  const { committed = () => Promise.resolve() } = parts;
  /** Sandboxes of which more than documents may have changed. */
  const touched = new Set<string>();
  /** When all that is live of them was kept. */
  const keptAt = new Map<string, number>();
  /** Sandboxes that are being left. */
  const leavings = new Map<string, Promise<void>>();
  let lapses = replica.lapses();
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

  const forget = (home: string, error: unknown): void => {
    for (const partition of partitionsOf(home)) kept.drop(partition, error);
  };

  const lose = (home: string, error: unknown): void => {
    homes.lose(home);
    forget(home, error);
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

  /** A server that stood still may have become sure again before it looked: what it had is lost all the same. */
  const isSure = (): boolean => {
    if (replica.isSure() && replica.lapses() === lapses) return true;
    lapses = replica.lapses();
    for (const home of [...homes.all()]) lose(home, notSure(database.name));
    return replica.isSure();
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
      ...keepAtHome({
        ...{ database, homes, saveLive },
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
      // What is this server's in the database alone, since an answer was lost, is claimed first: a release that named no term
      // might come late, and take a later claim away.
      if (homes.termOf(home) === undefined && (await homes.claimIfFree(home)) === undefined) return;
      await follower.leaving(home);
      kept.touch(home);
      await kept.release(partitionsOf(home), () => {
        const released = homes.release(home);
        // Another partition of it may have been loaded since the last ones were counted.
        forget(home, moved(home));
        return released;
      });
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

  const isHome = (sandbox: string): boolean => isSure() && homes.termOf(sandbox) !== undefined;

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
    forget: database.forget,
    peek: database.peek,
    versionOf: database.versionOf,
    usedAt: database.usedAt,
    dueSandboxes: database.dueSandboxes,
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
      return isCommon(partition) && !stays(partition)
        ? database.readCommon(partition, work)
        : store.read(partition, work);
    },
    dump: async (partition, pause) => opened().dump(partition, pause),
    replace: async (partition, dump, pause) => opened().replace(partition, dump, pause),
    clear: async (partition, pause) => opened().clear(partition, pause),
    check: database.check,
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

interface KeepAtHomeParts {
  readonly database: HomeDatabase;
  readonly homes: Pick<Homes, 'claim' | 'termOf'>;
  /** What is live of a sandbox and not written yet. */
  readonly saveLive: (home: string) => LiveTexts;
  /** When a sandbox was last used here, in wall-clock milliseconds. */
  readonly usedAt: (home: string) => number | undefined;
  /** Another server has, or may have, taken over. */
  readonly lost: (home: string, error: unknown) => void;
}

/** Sandboxes of which it is known which use was written last. */
const REMEMBERED = 10_000;

/** Milliseconds after which a use is written although nothing has changed. */
const USED = 30_000;

const hasDocuments = ({ documents, contents }: Notes): boolean => documents.size > 0 || contents.size > 0;

/** Reads and writes under the term of this server's claim. */
const keepAtHome = ({
  database,
  homes,
  saveLive,
  usedAt,
  lost,
}: KeepAtHomeParts): Pick<Persistence, 'load' | 'flush' | 'readContent' | 'prepare'> => {
  const written = createBoundedCache<number>(REMEMBERED);

  return {
    load: async (sandbox) => {
      const home = homeOf(sandbox);
      const term = await homes.claim(home);
      return { ...(await database.load(sandbox)), isStill: () => homes.termOf(home) === term };
    },
    flush: async (noted) => {
      const fences = new Map<string, Fence>();
      const live = new Map<string, LiveTexts>();
      const notes = new Map<string, Notes>();
      const failed: string[] = [];
      for (const [sandbox, news] of noted) {
        const home = homeOf(sandbox);
        const term = homes.termOf(home);
        if (term === undefined) {
          failed.push(sandbox);
          continue;
        }
        const before = fences.get(home);
        const saved = before === undefined ? saveLive(home) : NOTHING_LIVE;
        const isNothing = !hasDocuments(news) && saved.states.length === 0 && saved.pieces.length === 0;
        const used = usedAt(home);
        if (isNothing && (used ?? 0) - (written.get(home) ?? 0) < USED) continue;
        if (used !== undefined) written.set(home, used);
        fences.set(home, { home, term, used, due: news.due ?? before?.due });
        if (before === undefined) live.set(home, saved);
        notes.set(sandbox, news);
      }
      if (fences.size === 0) return failed;
      const sorted = [...fences.values()].sort((one, other) => (one.home < other.home ? -1 : 1));
      try {
        const held = await database.write({ fences: sorted, notes, live });
        for (const home of fences.keys()) if (!held.has(home)) lost(home, undefined);
        for (const sandbox of noted.keys())
          if (fences.has(homeOf(sandbox)) && !held.has(homeOf(sandbox))) failed.push(sandbox);
        return failed;
      } catch (error) {
        // It may yet be written: the next claim has another term, which keeps it out or has it in what is loaded.
        for (const home of fences.keys()) lost(home, error);
        throw error;
      }
    },
    readContent: database.readContent,
    prepare: (dump, pause) =>
      Promise.resolve({
        exchange: async (sandbox, due) => {
          const home = homeOf(sandbox);
          const term = await homes.claim(home);
          if (await database.replace(sandbox, { home, term, due }, dump, pause)) return;
          lost(home, undefined);
          throw new Error(`the home of ${home} is another server`);
        },
        tidy: () => Promise.resolve(),
      }),
  };
};
