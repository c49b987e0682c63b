import {
  type LiveTexts,
  NOTHING_LIVE,
  type SharedAccess,
  type SharedFollower,
} from '../../engine/sandbox/shared-access.ts';
import { SandboxMoved, type Store, StoreError } from '../../engine/sandbox/store.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import { NO_PAUSE, type Pause, runWith } from '../../kernel/time-slices.ts';
import { repeat } from '../../kernel/timers.ts';
import { createStore } from './create-store.ts';
import { type Fence, type HomeDatabase, homeOf, isCommon } from './home-database.ts';
import { type HomeReplica, type HomesParts, createHomes, notSure } from './homes.ts';
import { type Notes, type Persistence, hasData } from './persistence.ts';

export interface HomeStoreParts extends HomesParts {
  readonly database: HomeDatabase;
  readonly replica: HomeReplica & { readonly close: () => Promise<void> };
  /** Called after each commit to what belongs to no sandbox, which whoever has written waits for. */
  readonly committed?: () => Promise<void>;
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

/** Sandboxes of which it is known which use was written last. */
const REMEMBERED = 10_000;

/** Milliseconds after which a use is written although nothing has changed. */
const USED = 30_000;

/** A store that several servers use. */
export interface HomeStore extends Store {
  readonly shared: SharedAccess;
}

/**
 * Keeps sandboxes in a database that several servers use. Each sandbox is worked on in the memory of its home,
 * and its changes are written for all sandboxes of a server together, before anybody is told of them: a read asks the
 * database nothing, a change waits for one round trip.
 */
export const createHomeStore = (parts: HomeStoreParts): HomeStore => {
  const { database, replica, elapsed, after, pauses = () => NO_PAUSE } = parts;
  /** Sandboxes of which more than documents may have changed. */
  const touched = new Set<string>();
  /** When all that is live of them was kept. */
  const keptAt = new Map<string, number>();
  /** Which use of them was written last. */
  const usesWritten = createBoundedCache<number>(REMEMBERED);
  /** Sandboxes that are being left. */
  const leavings = new Map<string, Promise<void>>();
  let lapses = replica.lapses();
  let commonChanges = 0;
  let follower: SharedFollower | undefined;
  let closing: Promise<void> | undefined;

  const homes = createHomes(parts, async (home, live) => {
    if (follower !== undefined) await runWith(pauses(), follower.came(home, live));
  });

  const partitionsOf = (home: string): readonly string[] => [
    ...new Set([home, ...kept.inMemory().filter((partition) => homeOf(partition) === home)]),
  ];

  const forget = (home: string, error: unknown): void => {
    for (const partition of partitionsOf(home)) kept.drop(partition, error);
  };

  /** Another server has, or may have, taken over. */
  const lose = (home: string, error: unknown): void => {
    homes.lose(home);
    forget(home, error);
    left(home);
  };

  const left = (home: string): void => {
    keptAt.delete(home);
    follower?.left(home);
  };

  /** What is live of a sandbox and not written yet. */
  const saveLive = (home: string): LiveTexts => {
    const isDue = leavings.has(home) || elapsed() - (keptAt.get(home) ?? -Infinity) >= LATER;
    if (isDue) keptAt.set(home, elapsed());
    else touch(home);
    return follower?.save(home, isDue) ?? NOTHING_LIVE;
  };

  /** A server that stood still may have become sure again before it looked: what it had is lost all the same. */
  const isSure = (): boolean => {
    if (replica.isSure() && replica.lapses() === lapses) return true;
    lapses = replica.lapses();
    for (const home of [...homes.all()]) lose(home, notSure(database.name));
    return replica.isSure();
  };

  /** Writes under the terms of this server's claims. */
  const flush: Persistence['flush'] = async (noted) => {
    const fences = new Map<string, Fence>();
    const live = new Map<string, LiveTexts>();
    const notes = new Map<string, Notes>();
    const failed: string[] = [];
    for (const [partition, news] of noted) {
      const home = homeOf(partition);
      const term = homes.termOf(home);
      if (term === undefined) {
        failed.push(partition);
        continue;
      }
      const before = fences.get(home);
      const saved = before === undefined ? saveLive(home) : NOTHING_LIVE;
      const isNothing = !hasData(news) && saved.states.length === 0 && saved.pieces.length === 0;
      const used = follower?.usedAt(home);
      if (isNothing && (used ?? 0) - (usesWritten.get(home) ?? 0) < USED) continue;
      if (used !== undefined) usesWritten.set(home, used);
      fences.set(home, { home, term, used, due: news.due ?? before?.due });
      if (before === undefined) live.set(home, saved);
      notes.set(partition, news);
    }
    if (fences.size === 0) return failed;
    const sorted = [...fences.values()].sort((one, other) => (one.home < other.home ? -1 : 1));
    try {
      const held = await database.write({ fences: sorted, notes, live });
      for (const home of fences.keys()) if (!held.has(home)) lose(home, moved(home));
      for (const partition of noted.keys())
        if (fences.has(homeOf(partition)) && !held.has(homeOf(partition))) failed.push(partition);
      return failed;
    } catch (error) {
      // It may yet be written: the next claim has another term, which keeps it out or has it in what is loaded.
      for (const home of fences.keys()) lose(home, error);
      throw error;
    }
  };

  const kept = createStore({
    nextTurn: parts.nextTurn,
    pauses,
    memory: parts.memory,
    noted: (partition) => {
      if (isCommon(partition)) commonChanges += 1;
    },
    nextDue: (partition, collections, reader) =>
      partition.startsWith('$') ? undefined : follower?.nextDue(collections, reader),
    persistence: {
      load: async (partition) => {
        const home = homeOf(partition);
        const term = await homes.claim(home);
        return { ...(await database.load(partition)), isStill: () => homes.termOf(home) === term };
      },
      flush,
      readContent: database.readContent,
      replace: (partition, { dump, due }, pause, inTurn) =>
        inTurn(async () => {
          const home = homeOf(partition);
          const term = await homes.claim(home);
          if (await database.replace(partition, { home, term, due }, dump, pause)) return;
          lose(home, moved(home));
          throw new Error(`the home of ${home} is another server`);
        }),
      isSure,
      check: database.check,
      backUp: () => Promise.reject(new StoreError('a database is backed up by its own tools')),
      close: () => Promise.resolve(),
    },
  });

  const leave = (home: string): Promise<void> => {
    const former = leavings.get(home);
    if (former !== undefined) return former;
    const leaving = (async (): Promise<void> => {
      await homes.settled(home);
      // What is this server's in the database alone, since an answer was lost, is claimed first: a release that named no term
      // might come late, and take a later claim away.
      if (homes.termOf(home) === undefined && (await homes.claimIfFree(home)) === undefined) return;
      await follower?.leaving(home);
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
    isHome: stays,
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

  // A server that stood still finds out before anybody works on what it had.
  const watching = repeat(after, LOOK, () => Promise.resolve(isSure()));
  return {
    shared,
    transact: async (partition, work) => {
      const before = commonChanges;
      const result = await opened().transact(partition, work);
      if (isCommon(partition) && commonChanges !== before) await parts.committed?.();
      return result;
    },
    read: async (partition, work) => {
      const store = opened();
      // All servers read it, and need not be its home for that.
      return isCommon(partition) && !stays(partition)
        ? database.readCommon(partition, work)
        : store.read(partition, work);
    },
    dump: async (...asked) => opened().dump(...asked),
    replace: async (partition, dump, pause) => opened().replace(partition, dump, pause),
    clear: async (partition, pause) => opened().clear(partition, pause),
    check: database.check,
    close: () =>
      (closing ??= (async () => {
        watching.cancel();
        await shared.leaveAll().catch(() => undefined);
        await kept.close();
        await replica.close();
        await database.close();
      })()),
  };
};

const moved = (home: string): StoreError => new SandboxMoved(`another server has taken over the sandbox ${home}`);
