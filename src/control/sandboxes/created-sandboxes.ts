import { isDeepStrictEqual } from 'node:util';
import type { Observer } from '../../engine/ports/ports.ts';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory, ClientEntry } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import { createTurns } from '../../kernel/turns.ts';
import {
  type CreatedSandbox,
  type NewClient,
  type SandboxLimits,
  type SandboxWish,
  endFor,
  full,
  idOf,
  latestEndOf,
  makeSandbox,
  notVisited,
  tooManyOfLink,
  visitedLike,
} from './created-sandbox.ts';

/** Response for a new sandbox: the only one that contains its secrets. */
export interface Creation {
  readonly organization: Organization;
  /** At least one; none of a sandbox that the visitors of a link share, if it exists already. */
  readonly clients: readonly NewClient[];
}

/** Sandboxes created and dropped at runtime. */
export type CreatedSandboxes = Awaited<ReturnType<typeof openCreatedSandboxes>>;

export interface CreatedSandboxesParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  /** This process among those that share the store; undefined if there are none. */
  readonly replica?:
    | {
        readonly id: string;
        /** Whether a process with this id has shown in the last seconds that it is running. */
        readonly isAlive: (id: string) => boolean;
      }
    | undefined;
  /** Called only after startup: sandboxes are created with the plans of this directory. */
  readonly sandboxes: () => Pick<Sandboxes, 'forget' | 'letGo' | 'usedAt'>;
  /** When other processes of the same store used sandboxes; undefined if there are none. */
  readonly usedElsewhere?: ((sandboxes: readonly string[]) => Promise<ReadonlyMap<string, number>>) | undefined;
  readonly limits: SandboxLimits;
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  readonly chance: CreatedSandbox['chance'];
  /** Random source of the sandbox with this number. */
  readonly randomAt: (position: number) => Random;
  /** Default seed of a sandbox. */
  readonly seedOf: (sandbox: string, random: Random) => string;
}

/** Milliseconds after which the last use is persisted again: a restart may lose this much. */
const COARSE = 3_600_000;

/** Interval of the expiry check in milliseconds. */
const ROUND = 600_000;

/** The same at the end of a visitor's sandbox: a store that fails is not asked at once again. */
const SOONEST = 1000;

/**
 * Holds them in memory as they are stored: what is decided is decided on what a transaction reads, as other processes may
 * use the store.
 */
export const openCreatedSandboxes = async (parts: CreatedSandboxesParts) => {
  const { clients, limits, clock, observer, replica } = parts;
  const directory = createDirectory<CreatedSandbox>(parts.store, { name: 'sandboxes', idOf });
  const known = new Map<string, CreatedSandbox>();
  /** Dropped ones whose data is still to be deleted. */
  const unfinished = new Map<string, CreatedSandbox>();
  /** Whose data is being deleted here. */
  const underWay = new Set<string>();
  let uses: ReadonlyMap<string, number> = new Map();
  let timer: Timer | undefined;
  let closed = false;

  /** One change or look at a time, so that none applies what another one has replaced. */
  const inTurn = createTurns();

  const exists = ({ chance, dropped }: CreatedSandbox): boolean =>
    !dropped && (parts.chance === 'seeded' || chance === 'real');

  const apply = (created: CreatedSandbox): void => {
    const { organization, change } = created;
    if (known.has(idOf(created))) clients.setClients(organization.uuid, created.clients);
    else clients.add(organization, created.clients);
    clients.revise(organization.sandbox, change);
    known.set(idOf(created), created);
  };

  const takeOut = (created: CreatedSandbox): void => {
    known.delete(idOf(created));
    clients.remove(created.organization.uuid);
  };

  /** Takes over what is stored; returns what another process has dropped. */
  const takeOver = (all: readonly CreatedSandbox[]): readonly CreatedSandbox[] => {
    unfinished.clear();
    for (const created of all) if (created.dropped === true) unfinished.set(idOf(created), created);
    const stored = new Map(all.filter(exists).map((created) => [idOf(created), created]));
    const gone = [...known.values()].filter((created) => !stored.has(idOf(created)));
    for (const created of stored.values()) if (known.get(idOf(created)) !== created) apply(created);
    gone.forEach(takeOut);
    return gone;
  };
  takeOver(await directory.all());

  /** Learns what other processes created, changed and dropped. */
  const refresh = async (): Promise<void> => {
    const gone = await inTurn(async () => {
      const dropped = takeOver(await directory.all());
      rewind();
      return dropped;
    });
    // Not in turn: what opens the sandbox may wait for someone who waits for a turn.
    for (const { organization } of gone) await parts.sandboxes().letGo(organization);
  };

  /** False if there is no such sandbox any more. */
  const change = (id: string, how: (before: CreatedSandbox) => CreatedSandbox): Promise<boolean> =>
    inTurn(async () => {
      if (!known.has(id)) return false;
      const after = await directory.revise(id, (before) => (before.dropped ? undefined : how(before)));
      if (after === undefined) return false;
      apply(after);
      rewind();
      return true;
    });

  const deleteData = async (created: CreatedSandbox): Promise<void> => {
    const id = idOf(created);
    underWay.add(id);
    try {
      await parts.sandboxes().forget(created.organization);
      await directory.change(({ remove }) => {
        remove(id);
      });
      unfinished.delete(id);
    } catch (error) {
      unfinished.set(id, created);
      throw error;
    } finally {
      underWay.delete(id);
    }
  };

  /** Drops a sandbox with all its data; false if it does not exist. */
  const drop = async (id: string): Promise<boolean> => {
    // Order: mark, clients, data, record. Nobody opens it again while its data is deleted, and a crash in between leaves
    // the mark, but no orphaned data.
    const marked = await inTurn(async () => {
      if (!known.has(id)) return undefined;
      const after = await directory.revise(id, (before) =>
        before.dropped ? undefined : { ...before, dropped: true, ...(replica && { droppedBy: replica.id }) },
      );
      if (after !== undefined) takeOut(after);
      return after;
    });
    if (marked !== undefined) await deleteData(marked);
    // Another process has dropped it.
    else if (known.has(id)) await refresh();
    return marked !== undefined;
  };

  /** Others finish a drop only when its process has ended. Two that do so at once delete the same. */
  const mayFinish = ({ droppedBy }: CreatedSandbox): boolean =>
    replica === undefined || droppedBy === undefined || droppedBy === replica.id || !replica.isAlive(droppedBy);

  const tidyInTurn = createTurns();

  /**
   * Deletes the data that drops have left behind: of a server that was stopped in the middle, after a failure, or of
   * another process that has ended.
   */
  const deleteUnfinished = async (): Promise<void> => {
    for (const created of [...unfinished.values()])
      if (!underWay.has(idOf(created)) && mayFinish(created)) await deleteData(created);
  };

  /** Learns when other processes used sandboxes, for `lifeOf`. */
  const learnUses = async (): Promise<void> => {
    if (parts.usedElsewhere !== undefined && known.size > 0) uses = await parts.usedElsewhere([...known.keys()]);
  };

  const usedAt = (created: CreatedSandbox): number =>
    Math.max(created.usedAt, parts.sandboxes().usedAt(idOf(created)) ?? 0, uses.get(idOf(created)) ?? 0);

  const hasEnded = ({ visit }: CreatedSandbox): boolean => visit !== undefined && visit.endsAt <= clock.now();

  const idleOf = (created: CreatedSandbox): number => clock.now() - usedAt(created);

  const keepUse = (created: CreatedSandbox): Promise<boolean> =>
    change(idOf(created), (before) => ({ ...before, usedAt: usedAt(created) }));

  /** Drops expired sandboxes and persists when the others were used. */
  const tidy = (): Promise<void> =>
    tidyInTurn(async () => {
      await deleteUnfinished();
      await learnUses();
      for (const created of [...known.values()]) {
        if (hasEnded(created) || idleOf(created) >= limits.timeToLive) await drop(idOf(created));
        // What several processes use, the store itself keeps the use of.
        else if (parts.usedElsewhere === undefined && usedAt(created) - created.usedAt >= COARSE)
          await keepUse(created);
      }
    });

  /** Until the next round, or the end of a visitor's sandbox before it. */
  const untilNext = (): number => {
    const ends = [...known.values()].flatMap(({ visit }) => (visit === undefined ? [] : [visit.endsAt - clock.now()]));
    return Math.max(Math.min(ROUND, ...ends), SOONEST);
  };

  const rewind = (): void => {
    timer?.cancel();
    if (closed) return;
    timer = parts.after(untilNext(), () => {
      tidy()
        .catch((error: unknown) => {
          observer.failed(error, '');
        })
        .finally(rewind);
    });
  };
  rewind();

  const makeRoom = async (): Promise<void> => {
    // Another process may have taken the place: what it added has to be known to find the oldest.
    if (parts.usedElsewhere !== undefined) await refresh();
    const [oldest] = [...known.values()].sort((a, b) => usedAt(a) - usedAt(b));
    if (oldest === undefined || idleOf(oldest) < limits.minIdle) throw full(limits, oldest && usedAt(oldest));
    await drop(idOf(oldest));
  };

  const checkLink = (others: readonly CreatedSandbox[], { visitor }: SandboxWish): void => {
    const visits = visitor === undefined ? [] : visitedLike(others, visitor);
    if (visits.length >= limits.perLink) throw tooManyOfLink(visits, limits.perLink, clock.now());
  };

  /** Undefined if there is no room. */
  const tryToAdd = (wish: SandboxWish): Promise<Creation | undefined> =>
    inTurn(async () => {
      const made = await directory.change(({ all, add }) => {
        const others = all();
        const existing = others.filter(exists);
        const { visitor } = wish;
        const shared = existing.find(({ visit }) => visitor?.isShared === true && visit?.link === visitor.link);
        if (shared !== undefined) return { created: shared, clients: [] };
        checkLink(existing, wish);
        if (existing.length >= limits.count) return undefined;
        const ids = new Set(others.map(idOf));
        let newClients: readonly NewClient[] = [];
        const created = add((position) => {
          const draft = makeSandbox(wish, {
            random: parts.randomAt(position),
            seedOf: parts.seedOf,
            chance: parts.chance,
            now: clock.now(),
            visits: limits.visits,
            isTaken: (id) => ids.has(id) || clients.findBySandbox(id) !== undefined,
          });
          newClients = draft.clients;
          return draft.created;
        });
        return { created, clients: newClients };
      });
      if (made === undefined) return undefined;
      apply(made.created);
      rewind();
      return { organization: { ...made.created.organization, clients: [] }, clients: made.clients };
    });

  return {
    create: async (wish: SandboxWish): Promise<Creation> => {
      await tidy();
      for (;;) {
        const creation = await tryToAdd(wish);
        if (creation !== undefined) return creation;
        await makeRoom();
      }
    },
    find: (id: string) => known.get(id),
    count: () => known.size,
    /** Those that a visitor link has made, oldest first. */
    ofLink: (link: string): readonly string[] =>
      [...known.values()].filter(({ visit }) => visit?.link === link).map(idOf),
    /** Those that count for the same quota as a visitor's sandbox, itself included; undefined for any other. */
    countLike: (sandbox: string): number | undefined => {
      const visit = known.get(sandbox)?.visit;
      return visit && visitedLike([...known.values()], visit).length;
    },
    drop,
    /** Milliseconds since the epoch, wall time. */
    lifeOf: (created: CreatedSandbox) => {
      const used = usedAt(created);
      const endsAt = Math.min(used + limits.timeToLive, created.visit?.endsAt ?? Infinity);
      return {
        usedAt: used,
        /** When it expires: if idle, or if it is a visitor's in any case; undefined if it never expires. */
        endsAt: endsAt === Infinity ? undefined : endsAt,
        /** Until when a visitor's sandbox can be kept; undefined for any other. */
        latestEndsAt: created.visit && latestEndOf(created.createdAt, limits.visits),
      };
    },
    learnUses,
    /** Moves the end of a visitor's sandbox; 409 if it is not one. */
    keep: async (sandbox: string): Promise<void> => {
      if (known.get(sandbox)?.visit === undefined) throw notVisited(sandbox);
      await change(sandbox, (before) => {
        if (before.visit === undefined) return before;
        const endsAt = endFor(before.createdAt, clock.now(), limits.visits);
        // A clock that was set back, or a shorter limit, takes nothing away from the visitor.
        return endsAt <= before.visit.endsAt ? before : { ...before, visit: { ...before.visit, endsAt } };
      });
    },
    /** Changes the clients of a created sandbox; `how` decides on what is stored. False for any other sandbox. */
    changeClients: (sandbox: string, how: (present: readonly ClientEntry[]) => readonly ClientEntry[]) =>
      change(sandbox, (before) => ({ ...before, clients: how(before.clients) })),
    /** Keeps what has become of the organization of a created sandbox. False for any other sandbox. */
    setChange: (sandbox: string, to: CreatedSandbox['change']): Promise<boolean> =>
      isDeepStrictEqual(known.get(sandbox)?.change, to)
        ? Promise.resolve(known.has(sandbox))
        : change(sandbox, ({ change: _former, ...before }) => ({ ...before, ...(to && { change: to }) })),
    finishDrops: () => tidyInTurn(deleteUnfinished),
    tidy,
    refresh,
    close: async () => {
      closed = true;
      timer?.cancel();
      if (parts.usedElsewhere !== undefined) return;
      for (const created of known.values()) if (usedAt(created) > created.usedAt) await keepUse(created);
    },
  };
};
