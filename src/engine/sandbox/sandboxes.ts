import { type Assumed, NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import type { Choices } from '../assumptions/assumption.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Observer } from '../ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import { problem } from '../problems/problem.ts';
import { createUnitOfWork } from './create-unit-of-work.ts';
import { type StaleSandboxGuard, createStaleSandboxGuard } from './stale-sandbox-guard.ts';
import type { OutboundTasks } from './outbound-task.ts';
import type { JobHandlers } from './job-handlers.ts';
import type { Quota } from './quota.ts';
import type { FanOut, Sandbox } from './sandbox.ts';
import { type SandboxParts, createSandbox } from './create-sandbox.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import {
  STATE,
  type SandboxContents,
  type SandboxState,
  states,
  toState,
  withState,
  withoutState,
} from './sandbox-state.ts';
import type { Semaphore } from './semaphore.ts';
import type { Dump, Store, StoreTransaction, Usage } from './store.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Who a sandbox is made for: an organization, with whatever its fixtures are chosen by. */
export interface SandboxOwner {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** UUID of the organization. */
  readonly uuid: string;
}

/** How a sandbox begins, and begins again after a reset. */
export interface SandboxPlan {
  /** Where everything that is drawn in it starts from. */
  readonly seed: string;
  /** An empty one has no fixtures. */
  readonly withFixtures: boolean;
}

/** The sandboxes that are in use, made ready when somebody first needs them. */
export interface Sandboxes {
  /** At once when it is in use already. */
  readonly of: (owner: SandboxOwner) => Sandbox | Promise<Sandbox>;
  /** Keeps how the clock of a sandbox stands, after it was set. */
  readonly keepClock: (sandbox: Sandbox) => Promise<void>;
  /** Sets the switches of a sandbox, and keeps how they stand. */
  readonly assume: (sandbox: Sandbox, choices: Choices) => Promise<void>;
  /** Back to its fixtures, its seed and the wall's time. */
  readonly reset: (owner: SandboxOwner) => Promise<Sandbox>;
  readonly contentsOf: (owner: SandboxOwner) => Promise<SandboxContents>;
  /** What the sandbox held when it was new, made once more, and when that was. */
  readonly beginningOf: (
    owner: SandboxOwner,
  ) => Promise<{ readonly createdAt: number; readonly contents: SandboxContents }>;
  /** Puts other contents in the place of its own: all of them, or none. */
  readonly replace: (owner: SandboxOwner, contents: SandboxContents) => Promise<Sandbox>;
  readonly usageOf: (owner: SandboxOwner) => Promise<Usage>;
  /** Empties a sandbox for good. */
  readonly forget: (owner: SandboxOwner) => Promise<void>;
  /** Wall time of the last call that needed the sandbox; undefined when there was none since the start. */
  readonly usedAt: (sandbox: string) => number | undefined;
  /** Those that are in use, by the UUID of their organization. */
  readonly inUse: ReadonlyMap<string, Sandbox>;
  readonly close: () => Promise<void>;
}

export interface SandboxesParts {
  readonly store: Store;
  readonly wall: Clock;
  /** Where chance starts from in all sandboxes that have no plan of their own. */
  readonly seed: string;
  /** Undefined for a sandbox that begins as usual: with a seed of its own, made from its name, and with fixtures. */
  readonly planOf?: (owner: SandboxOwner) => SandboxPlan | undefined;
  /** Whether there still is such an owner; a call may have been on its way when it was dropped. */
  readonly exists?: (owner: SandboxOwner) => boolean;
  /** Where the clock of a new sandbox stands; undefined: it runs with the wall's. Milliseconds since the epoch. */
  readonly frozenAt?: number | undefined;
  /** By choices, or as a new sandbox begins; nothing is assumed without it. */
  readonly toAssumed?: (choices: Choices | undefined) => Assumed;
  readonly quota: Quota;
  /** What one sandbox may hold, where that is less: something else of its owner takes up room. */
  readonly quotaOf?: (owner: SandboxOwner) => Promise<Quota>;
  readonly handlers: JobHandlers;
  readonly outboundTasks?: OutboundTasks;
  readonly semaphore?: Semaphore;
  readonly fanOut?: FanOut;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Puts the fixtures of its owner into a new sandbox. */
  readonly populate: (work: UnitOfWork, owner: SandboxOwner) => Promise<void>;
  readonly emitted?: NonNullable<SandboxParts['emitted']>;
  /** Hears of it when a sandbox is made ready, too: what it holds may have been put there by other means. */
  /** Sees to what every sandbox has, before anybody uses it. */
  readonly opened?: (sandbox: Sandbox) => Promise<void>;
  readonly organizationChanged?: NonNullable<SandboxParts['organizationChanged']>;
}

const NO_LIMIT: Quota = { documents: Infinity, bytes: Infinity };

/** A sandbox that is in use. */
interface Ready {
  readonly sandbox: Sandbox;
  readonly staleSandboxGuard: StaleSandboxGuard;
}

export const createSandboxes = (parts: SandboxesParts): Sandboxes => {
  const { store, wall } = parts;
  const ready = new Map<string, Ready>();
  const inUse = new Map<string, Sandbox>();
  const becoming = new Map<string, Promise<Sandbox>>();
  const usedAt = new Map<string, number>();

  const planOf = (owner: SandboxOwner): SandboxPlan =>
    parts.planOf?.(owner) ?? { seed: `${parts.seed}/${owner.sandbox}`, withFixtures: true };

  const checkExists = (owner: SandboxOwner): void => {
    if (parts.exists?.(owner) === false)
      throw problem('sandbox-gone', { detail: `Sandbox ${owner.sandbox} no longer exists.` });
  };

  /** What a new sandbox begins with. */
  const begin = async (transaction: StoreTransaction, owner: SandboxOwner, at = wall.now()): Promise<SandboxState> => {
    const { seed, withFixtures } = planOf(owner);
    const traces = { jobsChanged: false, emitted: [] };
    const { frozenAt } = parts;
    // What happened before anybody moved a switch is told as it was chosen.
    const work = createUnitOfWork(transaction, frozenAt ?? at, { seed, quota: NO_LIMIT, traces });
    if (withFixtures) await parts.populate(work, owner);
    return work.insert(states, () => ({
      clock: frozenAt === undefined ? { kind: 'running', offset: 0 } : { kind: 'frozen', at: frozenAt },
      seed,
      createdAt: at,
    }));
  };

  const prepare = async (owner: SandboxOwner): Promise<Sandbox> => {
    const id = owner.sandbox;
    checkExists(owner);
    const state = await store.transact(
      id,
      async (transaction) =>
        ((await transaction.get(states.name, STATE)) as SandboxState | undefined) ?? begin(transaction, owner),
    );
    const staleSandboxGuard = createStaleSandboxGuard(id, store, parts.observer);
    const sandbox = createSandbox({
      ...parts,
      quota: (await parts.quotaOf?.(owner)) ?? parts.quota,
      id,
      organization: owner.uuid,
      seed: state.seed ?? planOf(owner).seed,
      clock: createSandboxClock(wall, state.clock),
      assumed: parts.toAssumed?.(state.assumed) ?? NOTHING_ASSUMED,
      store: staleSandboxGuard.store,
      observer: staleSandboxGuard.observer,
    });
    await sandbox.refresh();
    await parts.organizationChanged?.(sandbox);
    await parts.opened?.(sandbox);
    ready.set(id, { sandbox, staleSandboxGuard });
    inUse.set(sandbox.organization, sandbox);
    return sandbox;
  };

  const takeOut = (id: string): Ready | undefined => {
    const found = ready.get(id);
    ready.delete(id);
    if (found !== undefined) inUse.delete(found.sandbox.organization);
    return found;
  };

  /** At once: what is under way there is not waited for, since nothing that it does passes any more. */
  const shut = (id: string): void => {
    const found = takeOut(id);
    found?.staleSandboxGuard.close();
    found?.sandbox.close();
  };

  /** Makes a sandbox ready, one way or another; whoever wants it meanwhile waits for the last of these. */
  const become = (owner: SandboxOwner, work: () => Promise<Sandbox>): Promise<Sandbox> => {
    const id = owner.sandbox;
    const former = becoming.get(id);
    const promise = (former === undefined ? work() : former.then(work, work)).finally(() => {
      if (becoming.get(id) === promise) becoming.delete(id);
    });
    becoming.set(id, promise);
    return promise;
  };

  const change = (owner: SandboxOwner, fill: () => Promise<void>): Promise<Sandbox> =>
    become(owner, async () => {
      shut(owner.sandbox);
      await fill();
      return prepare(owner);
    });

  const of = (owner: SandboxOwner): Sandbox | Promise<Sandbox> => {
    usedAt.set(owner.sandbox, wall.now());
    return becoming.get(owner.sandbox) ?? ready.get(owner.sandbox)?.sandbox ?? become(owner, () => prepare(owner));
  };

  return {
    of,
    keepClock: async (sandbox) => {
      await sandbox.transact(async (work) => {
        const state = await work.get(states, STATE);
        if (state !== undefined) await work.update(states, state, { ...state, clock: sandbox.clock.setting() });
      });
    },
    assume: async (sandbox, choices) => {
      await sandbox.transact(async (work) => {
        const state = await work.get(states, STATE);
        if (state !== undefined) await work.update(states, state, { ...state, assumed: choices });
      });
      sandbox.assumed = parts.toAssumed?.(choices) ?? NOTHING_ASSUMED;
    },
    reset: (owner) => change(owner, () => store.clear(owner.sandbox)),
    contentsOf: async (owner) => {
      const { clock } = await of(owner);
      return store.read(owner.sandbox, async (reader) => {
        const state = ((await reader.get(states.name, STATE)) ?? {}) as Partial<SandboxState>;
        const { seed = planOf(owner).seed, assumed } = state;
        const dump = withoutState(await reader.dump());
        return { seed, clock: { now: clock.now(), frozen: clock.setting().kind === 'frozen' }, assumed, dump };
      });
    },
    beginningOf: async (owner) => {
      await of(owner);
      const { createdAt, seed = planOf(owner).seed } = (await store.read(owner.sandbox, (reader) =>
        reader.get(states.name, STATE),
      )) as SandboxState;
      let dump: Dump | undefined;
      // Played beside the sandbox, and taken back at once.
      const undone = new Error('undone');
      await store
        .transact(`$beginning/${owner.sandbox}`, async (transaction) => {
          await begin(transaction, owner, createdAt);
          dump = withoutState(await transaction.dump());
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      if (dump === undefined) throw new Error(`the beginning of sandbox ${owner.sandbox} was not played`);
      const clock = { now: parts.frozenAt ?? createdAt, frozen: parts.frozenAt !== undefined };
      return { createdAt, contents: { seed, clock, dump } };
    },
    replace: (owner, contents) =>
      change(owner, async () => {
        await store.replace(owner.sandbox, withState(contents.dump, toState(contents, wall.now())));
      }),
    usageOf: ({ sandbox }) =>
      store.read(sandbox, async (reader) => {
        const { documents, bytes } = await reader.usage();
        return { documents, bytes };
      }),
    forget: async ({ sandbox: id }) => {
      shut(id);
      await becoming.get(id)?.catch(() => undefined);
      shut(id);
      usedAt.delete(id);
      await store.clear(id);
    },
    usedAt: (sandbox) => usedAt.get(sandbox),
    inUse,
    close: async () => {
      await Promise.allSettled(becoming.values());
      for (const id of [...ready.keys()]) takeOut(id)?.sandbox.close();
      await store.close();
    },
  };
};
