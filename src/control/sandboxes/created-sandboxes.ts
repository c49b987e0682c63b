import type { Observer } from '../../engine/ports/ports.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import type { SandboxPlan } from '../../engine/sandbox/initial-contents.ts';
import type { SandboxOwner, Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory, ClientEntry } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { createTurns } from '../../kernel/turns.ts';
import {
  type CreatedSandbox,
  type SandboxLimits,
  endFor,
  full,
  idOf,
  latestEndOf,
  notVisited,
  tooManyOfLink,
  visitedLike,
} from './created-sandbox.ts';
import { type NewClient, type SandboxWish, makeSandbox } from './make-sandbox.ts';
import { openKnownSandboxes } from './known-sandboxes.ts';
import type { Replica } from '../../engine/sandbox/shared-access.ts';

/** Response for a new sandbox: the only one that contains its secrets. */
export interface Creation {
  readonly organization: Organization;
  /** At least one client. */
  readonly clients: readonly NewClient[];
}

/** Sandboxes created and dropped at runtime. */
export type CreatedSandboxes = Awaited<ReturnType<typeof openCreatedSandboxes>>;

type ChangeClients = (present: readonly ClientEntry[]) => readonly ClientEntry[];

/** Milliseconds since the epoch, wall time. */
export interface SandboxLife {
  readonly usedAt: number;
  /** When it expires: if idle, or if it is a visitor's in any case; undefined if it never expires. */
  readonly endsAt: number | undefined;
  /** Until when a visitor's sandbox can be kept; undefined for any other. */
  readonly latestEndsAt: number | undefined;
}

export interface CreatedSandboxesParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  /** This process among those that share the store; undefined if there are none. */
  readonly replica?: Replica | undefined;
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

export const openCreatedSandboxes = async (parts: CreatedSandboxesParts) => {
  const { limits, clock, observer } = parts;
  let uses: ReadonlyMap<string, number> = new Map();
  let timer: Timer | undefined;
  let closed = false;

  const known = await openKnownSandboxes({
    ...parts,
    changed: () => {
      rewind();
    },
  });

  /** Learns when other processes used sandboxes, for `lifeOf`. */
  const learnUses = async (): Promise<void> => {
    const ids = known.all().map(idOf);
    if (parts.usedElsewhere !== undefined && ids.length > 0) uses = await parts.usedElsewhere(ids);
  };

  const usedAt = (created: CreatedSandbox): number =>
    Math.max(created.usedAt, parts.sandboxes().usedAt(idOf(created)) ?? 0, uses.get(idOf(created)) ?? 0);

  const hasEnded = ({ visit }: CreatedSandbox): boolean => visit !== undefined && visit.endsAt <= clock.now();

  const idleOf = (created: CreatedSandbox): number => clock.now() - usedAt(created);

  const keepUse = (created: CreatedSandbox): Promise<boolean> =>
    known.change(idOf(created), (before) => ({ ...before, usedAt: usedAt(created) }));

  const inTurn = createTurns();
  /** Deletes what drops have left behind. */
  const finishDrops = (): Promise<void> => inTurn(known.finishDrops);
  /** Drops expired sandboxes and persists when the others were used. */
  const tidy = (): Promise<void> =>
    inTurn(async () => {
      await known.finishDrops();
      await learnUses();
      for (const created of known.all()) {
        if (hasEnded(created) || idleOf(created) >= limits.timeToLive) await known.drop(idOf(created));
        // What several processes use, the store itself keeps the use of.
        else if (parts.usedElsewhere === undefined && usedAt(created) - created.usedAt >= COARSE)
          await keepUse(created);
      }
    });

  const makeRoom = async (): Promise<void> => {
    // Another process may have taken the place: what it added has to be known to find the oldest.
    if (parts.usedElsewhere !== undefined) await known.refresh();
    const [oldest] = [...known.all()].sort((a, b) => usedAt(a) - usedAt(b));
    if (oldest === undefined || idleOf(oldest) < limits.minIdle) throw full(limits, oldest && usedAt(oldest));
    await known.drop(idOf(oldest));
  };

  /** Undefined if there is no room. */
  const tryToAdd = async (wish: SandboxWish): Promise<Creation | undefined> => {
    let newClients: readonly NewClient[] = [];
    const check = (others: readonly CreatedSandbox[]): void => {
      if (wish.visitor === undefined) return;
      const visits = visitedLike(others, wish.visitor);
      if (visits.length >= limits.perLink) throw tooManyOfLink(visits, limits.perLink, clock.now());
    };
    const created = await known.add({ most: limits.count, check }, (position, isTaken) => {
      const made = makeSandbox(wish, {
        random: parts.randomAt(position),
        seedOf: parts.seedOf,
        chance: parts.chance,
        now: clock.now(),
        visits: limits.visits,
        isTaken,
      });
      newClients = made.clients;
      return made.created;
    });
    if (created === undefined) return undefined;
    const organization = parts.clients.findBySandbox(idOf(created));
    if (organization === undefined) throw new Error(`sandbox ${idOf(created)} is not known`);
    return { organization, clients: newClients };
  };

  const create = async (wish: SandboxWish): Promise<Creation> => {
    await tidy();
    for (;;) {
      const creation = await tryToAdd(wish);
      if (creation !== undefined) return creation;
      await makeRoom();
    }
  };

  /** Until the next round, or the end of a visitor's sandbox before it. */
  const untilNext = (): number => {
    const ends = known.all().flatMap(({ visit }) => (visit === undefined ? [] : [visit.endsAt - clock.now()]));
    return Math.max(Math.min(ROUND, ...ends), SOONEST);
  };

  const wind = (): void => {
    timer = parts.after(untilNext(), () => {
      tidy()
        .catch((error: unknown) => {
          observer.failed(error, '');
        })
        .finally(() => {
          if (!closed) wind();
        });
    });
  };
  wind();

  const rewind = (): void => {
    if (closed) return;
    timer?.cancel();
    wind();
  };

  /** Moves the end of a visitor's sandbox; 409 if it is not one. */
  const keep = async (sandbox: string): Promise<void> => {
    if (known.find(sandbox)?.visit === undefined) throw notVisited(sandbox);
    await known.change(sandbox, (before) => {
      if (before.visit === undefined) return before;
      const endsAt = endFor(before.createdAt, clock.now(), limits.visits);
      // A clock that was set back, or a shorter limit, takes nothing away from the visitor.
      return endsAt <= before.visit.endsAt ? before : { ...before, visit: { ...before.visit, endsAt } };
    });
  };

  return {
    create,
    find: known.find,
    count: () => known.all().length,
    /** Those that count for the same quota as a visitor's sandbox, itself included; undefined for any other. */
    countLike: (sandbox: string): number | undefined => {
      const visit = known.find(sandbox)?.visit;
      return visit && visitedLike(known.all(), visit).length;
    },
    /** Drops a sandbox with all its data; false if it does not exist. */
    drop: known.drop,
    lifeOf: (created: CreatedSandbox): SandboxLife => {
      const used = usedAt(created);
      const endsAt = Math.min(used + limits.timeToLive, created.visit?.endsAt ?? Infinity);
      return {
        usedAt: used,
        endsAt: endsAt === Infinity ? undefined : endsAt,
        latestEndsAt: created.visit && latestEndOf(created.createdAt, limits.visits),
      };
    },
    learnUses,
    keep,
    /** Changes the clients of a created sandbox; `change` decides on what is stored. False for any other sandbox. */
    changeClients: (sandbox: string, how: ChangeClients) =>
      known.change(sandbox, (before) => ({ ...before, clients: how(before.clients) })),
    planOf: ({ sandbox }: SandboxOwner): SandboxPlan | undefined => {
      const created = known.find(sandbox);
      return created === undefined ? undefined : { seed: created.seed, withFixtures: created.withFixtures };
    },
    finishDrops,
    tidy,
    /** Learns what other processes created, changed and dropped. */
    refresh: known.refresh,
    close: async () => {
      closed = true;
      timer?.cancel();
      if (parts.usedElsewhere !== undefined) return;
      for (const created of known.all()) if (usedAt(created) > created.usedAt) await keepUse(created);
    },
  };
};
