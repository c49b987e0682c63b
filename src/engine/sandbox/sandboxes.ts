import { type Assumed, NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import type { Choices } from '../assumptions/assumption.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Observer } from '../ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import { problem } from '../problems/problem.ts';
import type { ChangeWatch, RecordChange } from './change-watch.ts';
import { createUnitOfWork } from './create-unit-of-work.ts';
import { type StaleSandboxGuard, createStaleSandboxGuard, replacedMeanwhile } from './stale-sandbox-guard.ts';
import type { OutboundSlots } from './outbound-slots.ts';
import type { OutboundTaskLimits, OutboundTasks } from './outbound-task.ts';
import { followShared } from './follow-shared.ts';
import type { JobHandlers } from './job-handlers.ts';
import type { LiveState } from './live-state.ts';
import { createLiveStateCarrier } from './live-state-carrier.ts';
import { organizationChanges } from './organization-change.ts';
import type { Quota } from './quota.ts';
import type { Replica } from './replica.ts';
import type { FanOut, Sandbox } from './sandbox.ts';
import { type FollowingSandbox, type SandboxParts, createSandbox } from './create-sandbox.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import {
  STATE,
  type SandboxContents,
  type SandboxState,
  states,
  toState,
  withState,
  stateIn,
  withoutState,
} from './sandbox-state.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import { type SharedAccess, WAIT_INSIDE, type WaitOutside } from './shared-access.ts';
import type { SlicedWork } from './sliced-work.ts';
import { dumpOfScratch } from './scratch-dump.ts';
import type { Dump, Store, StoreTransaction, Usage } from './store.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export type { SandboxOwner } from './sandbox-owner.ts';

/** The initial contents of a sandbox, also after a reset. */
export interface SandboxPlan {
  /** Seed of all random values in the sandbox. */
  readonly seed: string;
  /** False for an empty sandbox. */
  readonly withFixtures: boolean;
}

/** A beginning that was asked for: the same seed and time lead to the same contents. */
export interface Beginning {
  readonly seed: string;
  /** Milliseconds since the epoch. */
  readonly frozenAt: number;
}

/** The sandboxes in use, opened on first access. */
export interface Sandboxes {
  /** Synchronous if it is already in use. */
  readonly of: (owner: SandboxOwner) => Sandbox | Promise<Sandbox>;
  /** Persists the clock setting of a sandbox after a change; `isMoving` while a move of it goes on. */
  readonly keepClock: (sandbox: Sandbox, isMoving?: boolean) => Promise<void>;
  /** Runs a move of the clock after that of another process; moves in this process take turns themselves. */
  readonly inMove: <T>(sandbox: Sandbox, work: () => Promise<T>) => Promise<T>;
  readonly waitOutside: WaitOutside;
  /** Runs work that no request has asked for; where several processes use the store, as an exchange of its own. */
  readonly onItsOwn: <T>(owner: SandboxOwner, work: () => Promise<T>) => Promise<T>;
  /** Sets what is shared of sandboxes beside their documents. */
  readonly share: (states: readonly LiveState[]) => void;
  /** Sets and persists the choices of a sandbox. */
  readonly assume: (sandbox: Sandbox, choices: Choices) => Promise<void>;
  /** Resets to fixtures, seed and wall-clock time. */
  readonly reset: (owner: SandboxOwner, beginning?: Beginning) => Promise<Sandbox>;
  /** Opens a sandbox for jobs that no process looks after. */
  readonly runOrphaned: (owner: SandboxOwner) => Promise<void>;
  readonly contentsOf: (owner: SandboxOwner) => Promise<SandboxContents>;
  /** The initial contents of the sandbox, regenerated, with its creation time. */
  readonly beginningOf: (
    owner: SandboxOwner,
  ) => Promise<{ readonly createdAt: number; readonly contents: SandboxContents }>;
  /** Replaces the contents atomically. */
  readonly replace: (owner: SandboxOwner, contents: SandboxContents) => Promise<Sandbox>;
  /** Replaces the contents atomically with what `populate` makes at the present of the sandbox; its clock goes on. */
  readonly refill: (
    owner: SandboxOwner,
    beginning: { readonly seed: string; readonly populate: (work: UnitOfWork) => Promise<void> },
  ) => Promise<{ readonly sandbox: Sandbox; readonly dump: Dump }>;
  readonly usageOf: (owner: SandboxOwner) => Promise<Usage>;
  /** Deletes the contents of a sandbox permanently. */
  readonly forget: (owner: SandboxOwner) => Promise<void>;
  /** Closes a sandbox whose contents another process deletes. */
  readonly letGo: (owner: SandboxOwner) => Promise<void>;
  /** Wall-clock time of the last call that needed the sandbox; undefined if there was none since startup. */
  readonly usedAt: (sandbox: string) => number | undefined;
  /** By the UUID of their organization. */
  readonly inUse: ReadonlyMap<string, Sandbox>;
  readonly close: () => Promise<void>;
}

export interface SandboxesParts {
  readonly store: Store;
  readonly wall: Clock;
  /** Seed of all sandboxes without their own plan. */
  readonly seed: string;
  /** Undefined for a default sandbox: with fixtures, and a seed derived from its name. */
  readonly planOf?: (owner: SandboxOwner) => SandboxPlan | undefined;
  /** Whether the owner still exists; it may have been dropped while a call was in progress. */
  readonly exists?: (owner: SandboxOwner) => boolean;
  /**
   * Initial time of new sandboxes, frozen, in milliseconds since the epoch; undefined: the clock runs with the wall
   * clock.
   */
  readonly frozenAt?: number | undefined;
  /** Converts choices, or undefined for a new sandbox; if omitted, nothing is assumed. */
  readonly toAssumed?: (choices: Choices | undefined) => Assumed;
  readonly publicPath?: string;
  readonly quota: Quota;
  /** The quota of one sandbox if it is smaller, because other data of its owner takes up space. */
  readonly quotaOf?: (owner: SandboxOwner) => Promise<Quota>;
  readonly handlers: JobHandlers;
  readonly outboundTasks?: OutboundTasks;
  readonly slots?: OutboundSlots;
  readonly outboundTaskLimits?: OutboundTaskLimits;
  readonly fanOut?: FanOut;
  readonly slicedWork?: SlicedWork;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Inserts the fixtures of its owner into a new sandbox. */
  readonly populate: (work: UnitOfWork, owner: SandboxOwner) => Promise<void>;
  readonly emitted?: NonNullable<SandboxParts['emitted']>;
  readonly changes?: ChangeWatch;
  /** Completes every sandbox when it is opened, before its first use. */
  readonly opened?: (sandbox: Sandbox) => Promise<void>;
  /** Completes a sandbox whose contents were replaced, before its first use. */
  readonly replaced?: ((sandbox: Sandbox) => Promise<void>) | undefined;
  /** Undefined where the store is this process's own; then the next ones are not used. */
  readonly shared?: SharedAccess | undefined;
  readonly replica?: Replica | undefined;
  /** Called when other processes have changed a partition that is no sandbox; undefined: all of it. */
  readonly otherChanged?: (partition: string, changes: readonly RecordChange[] | undefined) => void;
  /** The owner of a sandbox that this process may not have opened; undefined for data that is no sandbox. */
  readonly ownerOf?: (sandbox: string) => SandboxOwner | undefined;
  /** Called under the lock of a sandbox in whose collections other processes have written. */
  readonly refreshed?: (sandbox: Sandbox, collections: ReadonlySet<string>) => void;
  /** Also called when a sandbox is opened, because its contents may have been changed by other means. */
  readonly organizationChanged?: NonNullable<SandboxParts['organizationChanged']>;
}

const NO_LIMIT: Quota = { documents: Infinity, bytes: Infinity };

/** A sandbox in use. */
interface Ready {
  readonly sandbox: FollowingSandbox;
  readonly staleSandboxGuard: StaleSandboxGuard;
  readonly owner: SandboxOwner;
}

export const createSandboxes = (parts: SandboxesParts): Sandboxes => {
  const { store, wall, shared } = parts;
  const ready = new Map<string, Ready>();
  const inUse = new Map<string, Sandbox>();
  const becoming = new Map<string, Promise<Sandbox>>();
  const usedAt = new Map<string, number>();
  /** Sandboxes whose organization another process has changed. */
  const organizationOf = new Set<string>();

  let carrier = createLiveStateCarrier([]);

  const planOf = (owner: SandboxOwner): SandboxPlan =>
    parts.planOf?.(owner) ?? { seed: `${parts.seed}/${owner.sandbox}`, withFixtures: true };

  const checkExists = (owner: SandboxOwner): void => {
    if (parts.exists?.(owner) === false)
      throw problem('sandbox-gone', { detail: `Sandbox ${owner.sandbox} no longer exists.` });
  };

  /** For initial contents, which are generated under the default assumptions. */
  const beginWork = (transaction: StoreTransaction, now: number, seed: string): UnitOfWork =>
    createUnitOfWork(
      transaction,
      now,
      { seed, publicPath: parts.publicPath, pauses: parts.slicedWork?.pauses },
      { jobsChanged: false, emitted: [] },
      NO_LIMIT,
    );

  /** Creates the initial contents. */
  const begin = async (
    transaction: StoreTransaction,
    owner: SandboxOwner,
    { at = wall.now(), beginning }: { readonly at?: number; readonly beginning?: Beginning | undefined } = {},
  ): Promise<SandboxState> => {
    const { seed, withFixtures } = { ...planOf(owner), ...(beginning && { seed: beginning.seed }) };
    const frozenAt = beginning?.frozenAt ?? parts.frozenAt;
    const work = beginWork(transaction, frozenAt ?? at, seed);
    if (withFixtures) await parts.populate(work, owner);
    return work.insert(states, () => ({
      clock: frozenAt === undefined ? { kind: 'running', offset: 0 } : { kind: 'frozen', at: frozenAt },
      seed,
      createdAt: at,
    }));
  };

  const prepare = async (owner: SandboxOwner, beginning?: Beginning): Promise<Sandbox> => {
    const id = owner.sandbox;
    checkExists(owner);
    const state = await store.transact(
      id,
      async (transaction) =>
        ((await transaction.get(states.name, STATE)) as SandboxState | undefined) ??
        begin(transaction, owner, { beginning }),
    );
    const staleSandboxGuard = createStaleSandboxGuard(id, store, parts.observer);
    const sandbox = createSandbox({
      ...parts,
      quota: (await parts.quotaOf?.(owner)) ?? parts.quota,
      id,
      organization: owner.uuid,
      seed: state.seed ?? planOf(owner).seed,
      clock: createSandboxClock(wall, state.clock),
      movedBy: state.movedBy,
      assumed: parts.toAssumed?.(state.assumed) ?? NOTHING_ASSUMED,
      store: staleSandboxGuard.store,
      observer: staleSandboxGuard.observer,
      keepClock,
    });
    await sandbox.refresh();
    await parts.organizationChanged?.(sandbox);
    await parts.opened?.(sandbox);
    ready.set(id, { sandbox, staleSandboxGuard, owner });
    inUse.set(sandbox.organization, sandbox);
    return sandbox;
  };

  const takeOut = (id: string): Ready | undefined => {
    const found = ready.get(id);
    ready.delete(id);
    if (found !== undefined) inUse.delete(found.sandbox.organization);
    return found;
  };

  /** Immediate: operations in progress are not awaited, since the guard rejects their effects. */
  const shut = (id: string): void => {
    const found = takeOut(id);
    found?.staleSandboxGuard.close();
    found?.sandbox.close();
  };

  /** Serializes the operations that open a sandbox; concurrent callers await the last one. */
  const become = (owner: SandboxOwner, work: () => Promise<Sandbox>): Promise<Sandbox> => {
    const id = owner.sandbox;
    const former = becoming.get(id);
    const promise = (former === undefined ? work() : former.then(work, work)).finally(() => {
      if (becoming.get(id) === promise) becoming.delete(id);
    });
    becoming.set(id, promise);
    return promise;
  };

  const change = (
    owner: SandboxOwner,
    by: 'reset' | 'import',
    fill: () => Promise<void>,
    beginning?: Beginning,
  ): Promise<Sandbox> =>
    become(owner, async () => {
      shut(owner.sandbox);
      await fill();
      const sandbox = await prepare(owner, beginning);
      await parts.replaced?.(sandbox);
      parts.changes?.tell({ kind: 'replaced', sandbox, by });
      return sandbox;
    });

  const keepClock = async (sandbox: Sandbox, isMoving = false): Promise<void> => {
    await sandbox.transact(async (work) => {
      const state = await work.get(states, STATE);
      if (state === undefined) return;
      const { movedBy: _, ...others } = state;
      const mark = isMoving && parts.replica !== undefined ? { movedBy: parts.replica.id } : {};
      await work.update(states, state, { ...others, ...mark, clock: sandbox.clock.setting() });
    });
  };

  const of = (owner: SandboxOwner): Sandbox | Promise<Sandbox> => {
    usedAt.set(owner.sandbox, wall.now());
    if (shared === undefined) return find(owner);
    return shared.enter(owner.sandbox).then(async () => {
      const sandbox = await find(owner);
      if (organizationOf.delete(owner.sandbox)) await parts.organizationChanged?.(sandbox);
      return sandbox;
    });
  };

  /** What was read of a sandbox that is being replaced is neither the former nor the new one. */
  const checkIsStill = (sandbox: Sandbox): void => {
    if (ready.get(sandbox.id)?.sandbox !== sandbox) throw replacedMeanwhile(sandbox.id);
  };

  const find = (owner: SandboxOwner): Sandbox | Promise<Sandbox> =>
    becoming.get(owner.sandbox) ?? ready.get(owner.sandbox)?.sandbox ?? become(owner, () => prepare(owner));

  shared?.follow(
    followShared({
      carrier: () => carrier,
      otherChanged: parts.otherChanged ?? (() => undefined),
      ownerOf: parts.ownerOf ?? (() => undefined),
      sandboxOf: (id) => ready.get(id)?.sandbox,
      replaced: shut,
      changed: (sandbox, changes) => {
        if (parts.changes?.isWatched(sandbox.organization) === true)
          parts.changes.tell({ kind: 'changed', sandbox, changes });
        if (changes.some(({ collection }) => collection === organizationChanges.name)) organizationOf.add(sandbox.id);
        parts.refreshed?.(sandbox, new Set(changes.map(({ collection }) => collection)));
      },
      assume: (sandbox, state) => {
        sandbox.assumed = parts.toAssumed?.(state.assumed) ?? NOTHING_ASSUMED;
      },
      wall,
    }),
  );

  const letGo: Sandboxes['letGo'] = async (owner) => {
    const id = owner.sandbox;
    shut(id);
    await becoming.get(id)?.catch(() => undefined);
    shut(id);
    usedAt.delete(id);
    carrier.forget(owner);
  };

  return {
    of,
    keepClock,
    inMove: (sandbox, work) => ready.get(sandbox.id)?.sandbox.inMove(work) ?? work(),
    waitOutside: shared?.release ?? WAIT_INSIDE,
    onItsOwn: (owner, work) =>
      shared === undefined
        ? work()
        : shared.apart(() =>
            shared.hold(async () => {
              await of(owner);
              return work();
            }),
          ),
    share: (states) => {
      carrier = createLiveStateCarrier(states);
    },
    assume: async (sandbox, choices) => {
      await sandbox.transact(async (work) => {
        const state = await work.get(states, STATE);
        if (state !== undefined) await work.update(states, state, { ...state, assumed: choices });
      });
      sandbox.assumed = parts.toAssumed?.(choices) ?? NOTHING_ASSUMED;
    },
    reset: (owner, beginning) =>
      change(owner, 'reset', () => store.clear(owner.sandbox, parts.slicedWork?.pauses()), beginning),
    runOrphaned: async (owner) => {
      await of(owner);
      await ready.get(owner.sandbox)?.sandbox.runOrphaned();
    },
    contentsOf: async (owner) => {
      const sandbox = await of(owner);
      const { clock } = sandbox;
      const dump = await store.dump(owner.sandbox, parts.slicedWork?.pauses());
      checkIsStill(sandbox);
      const { seed = planOf(owner).seed, assumed } = stateIn(dump) ?? {};
      const at = { now: clock.now(), frozen: clock.setting().kind === 'frozen' };
      return { seed, clock: at, assumed, dump: withoutState(dump) };
    },
    beginningOf: async (owner) => {
      const sandbox = await of(owner);
      const state = await store.read(owner.sandbox, (reader) => reader.get(states.name, STATE));
      checkIsStill(sandbox);
      const { createdAt, seed = planOf(owner).seed } = state as SandboxState;
      const dump = await dumpOfScratch(store, `$beginning/${owner.sandbox}`, (transaction) =>
        begin(transaction, owner, { at: createdAt }),
      );
      const clock = { now: parts.frozenAt ?? createdAt, frozen: parts.frozenAt !== undefined };
      return { createdAt, contents: { seed, clock, dump: withoutState(dump) } };
    },
    replace: (owner, contents) =>
      change(owner, 'import', async () => {
        const dump = withState(contents.dump, toState(contents, wall.now()));
        await store.replace(owner.sandbox, dump, parts.slicedWork?.pauses());
      }),
    refill: async (owner, { seed, populate }) => {
      const { clock } = await of(owner);
      const now = clock.now();
      const dump = await dumpOfScratch(store, `$refill/${owner.sandbox}`, (transaction) =>
        populate(beginWork(transaction, now, seed)),
      );
      const sandbox = await change(owner, 'import', () => {
        const state = { clock: clock.setting(), seed, createdAt: wall.now() };
        return store.replace(owner.sandbox, withState(dump, state), parts.slicedWork?.pauses());
      });
      return { sandbox, dump };
    },
    usageOf: ({ sandbox }) =>
      store.read(sandbox, async (reader) => {
        const { documents, bytes } = await reader.usage();
        return { documents, bytes };
      }),
    forget: async (owner) => {
      await letGo(owner);
      await store.clear(owner.sandbox, parts.slicedWork?.pauses());
    },
    letGo,
    usedAt: (sandbox) => usedAt.get(sandbox),
    inUse,
    close: async () => {
      await Promise.allSettled(becoming.values());
      for (const id of [...ready.keys()]) takeOut(id)?.sandbox.close();
      await store.close();
    },
  };
};
