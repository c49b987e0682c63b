import type { Clock } from '../../kernel/clock.ts';
import { NOTHING_ASSUMED } from '../assumptions/register.ts';
import { SandboxWork } from './create-unit-of-work.ts';
import { type SandboxState, states } from './sandbox-state.ts';
import type { SlicedWork } from './sliced-work.ts';
import type { Dump, StoreTransaction } from './store.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import { type Job, jobs } from './job.ts';
import type { SandboxOwner } from './sandbox.ts';

/** A beginning that was asked for: the same seed and time lead to the same contents. */
export interface Beginning {
  readonly seed: string;
  /** Milliseconds since the epoch. */
  readonly frozenAt: number;
}

export interface InitialContentsParts {
  readonly wall: Clock;
  /** Seed of all sandboxes without their own plan. */
  readonly seed: string;
  /**
   * The contents of a sandbox, also after a reset: empty, or with fixtures. Undefined for a default sandbox: with fixtures, and
   * a seed derived from its name.
   */
  readonly planOf: (owner: SandboxOwner) => { readonly seed: string; readonly withFixtures: boolean } | undefined;
  /**
   * Initial time of new sandboxes, frozen, in milliseconds since the epoch; undefined: the clock runs with the wall
   * clock.
   */
  readonly frozenAt?: number | undefined;
  readonly publicPath: string;
  readonly slicedWork: SlicedWork;
  /** Inserts the fixtures of its owner into a new sandbox. */
  readonly populate: (work: UnitOfWork, owner: SandboxOwner) => void | Promise<void>;
  /** How the sandboxes of a process share their initial contents. */
  readonly sharing: {
    /** What the contents depend on besides seed and time; undefined for a sandbox that does not share them. */
    readonly keyOf: (owner: SandboxOwner) => string | undefined;
    /**
     * On a clock that nobody sets, no two sandboxes begin at the same time. A sandbox may then begin with contents that were
     * made so many milliseconds ago. Zero for any other clock.
     */
    readonly maxAge: number;
  };
}

export const createInitialContents = (parts: InitialContentsParts) => {
  const { wall } = parts;

  const planOf = (owner: SandboxOwner) =>
    parts.planOf(owner) ?? { seed: `${parts.seed}/${owner.sandbox}`, withFixtures: true };

  /** For initial contents, which are generated under the default assumptions. */
  const beginWork = (transaction: StoreTransaction, now: number, seed: string) =>
    new SandboxWork(
      transaction,
      now,
      { seed, assumed: NOTHING_ASSUMED, publicPath: parts.publicPath, pauses: parts.slicedWork.pauses },
      { jobsChanged: false, emitted: [] },
    );

  /** Creates the initial contents. `at`: the creation time; now if it is omitted. */
  const begin = async (
    transaction: StoreTransaction,
    owner: SandboxOwner,
    { at, beginning }: { readonly at?: number; readonly beginning?: Beginning | undefined } = {},
  ): Promise<SandboxState> => {
    const { seed, withFixtures, frozenAt } = { frozenAt: parts.frozenAt, ...planOf(owner), ...beginning };
    const wallNow = at ?? wall.now();
    const now = frozenAt ?? wallNow;
    const work = beginWork(transaction, now, seed);
    const fill = (): Promise<number> => {
      const key = parts.sharing.keyOf(owner);
      return fillPrepared(
        transaction,
        () => parts.populate(work, owner),
        key && JSON.stringify([key, seed, parts.publicPath]),
        now,
        at === undefined && frozenAt === undefined ? parts.sharing.maxAge : 0,
      );
    };
    const populatedAt = withFixtures ? await fill() : now;
    return work.insert(states, () => ({
      clock: frozenAt === undefined ? { kind: 'running', offset: 0 } : { kind: 'frozen', at: frozenAt },
      seed,
      createdAt: wallNow,
      ...(populatedAt === now ? {} : { populatedAt }),
    }));
  };

  return { planOf, beginWork, begin };
};

interface Prepared {
  /** The present for which they were made. */
  readonly at: number;
  readonly dump: Dump;
}

const MOST_PREPARED = 16;

/** Of all servers of the process: making contents takes longer than the rest of a start, copying them a millisecond. */
const prepared = createBoundedCache<Prepared>(MOST_PREPARED);

/** Fills an empty sandbox with prepared contents, any other by `populate`; returns the present for which they were made. */
const fillPrepared = async (
  transaction: StoreTransaction,
  populate: () => void | Promise<void>,
  key: string | undefined,
  now: number,
  maxAge: number,
): Promise<number> => {
  // Records may have been placed in a store before its sandbox begins: what was made beside them is not for others.
  if (key === undefined || transaction.usage().documents > 0) {
    await populate();
    return now;
  }
  const place = maxAge === 0 ? `${key} ${now}` : key;
  const found = prepared.get(place);
  if (found !== undefined && isUsable(found, now, maxAge)) {
    await transaction.restore(found.dump);
    return found.at;
  }
  await populate();
  prepared.set(place, { at: now, dump: await transaction.dump() });
  return now;
};

/** If a job had been due since then, the sandbox would no longer be as it was made. */
const isUsable = ({ at, dump }: Prepared, now: number, maxAge: number): boolean =>
  now === at ||
  (now > at &&
    now <= at + maxAge &&
    (dump.collections[jobs.name] ?? []).every(({ value }) => (value as Job).dueAt > now));
