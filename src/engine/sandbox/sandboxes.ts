import type { Clock } from '../../kernel/clock.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';
import type { Choices } from '../assumptions/register.ts';
import { type Beginning, type InitialContentsParts, createInitialContents } from './initial-contents.ts';
import { type Job, CLAIMED, jobs } from './job.ts';
import { type LiveParts, createLiveStateCarrier } from './live-state.ts';
import { type OpenSandboxesParts, createOpenSandboxes } from './open-sandboxes.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import {
  type SandboxContents,
  type SandboxState,
  STATE,
  stateIn,
  states,
  toState,
  withState,
  withoutState,
} from './sandbox-state.ts';
import type { Sandbox, SandboxOwner } from './sandbox.ts';
import { type SharedAccess, NOTHING_LIVE } from './shared-access.ts';
import type { Dump, Store, StoreReader, StoreTransaction, Usage } from './store.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export type { SandboxOwner } from './sandbox.ts';

/** The sandboxes in use, opened on first access. */
export type Sandboxes = ReturnType<typeof createSandboxes>;

export interface SandboxesParts extends OpenSandboxesParts, InitialContentsParts {
  /** An empty store of its own, whose contents are thrown away. */
  readonly createScratch: () => Pick<Store, 'transact'>;
  /** Undefined where the store is this process's own. */
  readonly shared?: SharedAccess | undefined;
  /** Ends what goes on in a sandbox before this process leaves it to another. */
  readonly leaving: (sandbox: string) => Promise<void>;
}

/** Milliseconds that outbound tasks under way have before the sandbox is left. */
const LEAVING = 1000;

export const createSandboxes = (parts: SandboxesParts) => {
  const { store, wall, shared, ownerOf } = parts;
  const usedAt = new Map<string, number>();
  const initial = createInitialContents(parts);
  const open = createOpenSandboxes(parts, initial);
  const pause = () => parts.slicedWork.pauses();
  let carrier = createLiveStateCarrier({ logs: [], states: [] });

  /** Synchronous if it is already in use. */
  const of = (owner: SandboxOwner): Sandbox | Promise<Sandbox> => {
    usedAt.set(owner.sandbox, wall.now());
    const leaving = open.opened(owner.sandbox) === undefined ? shared?.settled(owner.sandbox) : undefined;
    return leaving === undefined ? open.find(owner) : leaving.then(() => open.find(owner));
  };

  // Carries what is live of sandboxes from one home to the next, and closes those whose home is another server.
  shared?.follow({
    nextDue: (collections, reader) =>
      collections.includes(jobs.name) || collections.includes(states.name) ? dueOf(reader, wall) : undefined,
    save: (id, isAll) => {
      const owner = ownerOf(id);
      return owner === undefined ? NOTHING_LIVE : carrier.save(owner, isAll);
    },
    *came(id, texts) {
      const owner = ownerOf(id);
      if (owner !== undefined) yield* carrier.load(owner, texts);
    },
    usedAt: (id) => usedAt.get(id),
    leaving: async (id) => {
      await parts.leaving(id);
      await open.opened(id)?.finish(LEAVING);
      await open.letGo(id);
    },
    left: (id) => {
      void parts.leaving(id);
      void open.letGo(id);
      const owner = ownerOf(id);
      // What goes on in it, such as a show that plays by itself, goes on at its new home.
      if (owner !== undefined) runAtOnce(carrier.load(owner, NOTHING_LIVE));
    },
  });

  const changeState = (sandbox: Sandbox, changes: Partial<SandboxState>): Promise<void> =>
    sandbox.transact((work) => {
      const state = work.get(states, STATE);
      if (state !== undefined) work.update(states, state, { ...state, ...changes });
    });

  /** Closes a sandbox whose contents another process deletes. */
  const letGo = async (owner: SandboxOwner): Promise<void> => {
    await open.letGo(owner.sandbox);
    usedAt.delete(owner.sandbox);
    carrier.drop(owner);
  };

  /** What `fill` writes in an empty sandbox. */
  const dumpOf = (fill: (transaction: StoreTransaction) => Promise<unknown>): Promise<Dump> =>
    parts.createScratch().transact('', async (transaction) => {
      await fill(transaction);
      return transaction.dump();
    });

  /** `renew`: what is done of live states in place of their reset. */
  const replaceBy = (
    owner: SandboxOwner,
    dump: () => Dump,
    renew = () => {
      carrier.reset(owner, 'import');
    },
  ): Promise<Sandbox> => open.change(owner, 'import', () => store.replace(owner.sandbox, dump(), pause()), renew);

  return {
    of,
    /** The clock of a sandbox, which another process may have open. */
    clockOf: async (owner: SandboxOwner): Promise<Clock> => {
      const id = owner.sandbox;
      if (shared === undefined || (await shared.seek(id)) === undefined) return (await of(owner)).clock;
      const state = (await shared.peek(id, states.name, STATE)) as SandboxState | undefined;
      return createSandboxClock(wall, state?.clock ?? { kind: 'running', offset: 0 });
    },
    /** Persists the clock setting of a sandbox after a change. */
    keepClock: (sandbox: Sandbox): Promise<void> => changeState(sandbox, { clock: sandbox.clock.setting() }),
    /** Sets what is kept of sandboxes beside their documents. */
    share: (live: LiveParts): void => {
      carrier = createLiveStateCarrier(live);
    },
    /** Sets and persists the choices of a sandbox. */
    assume: async (sandbox: Sandbox, choices: Choices): Promise<void> => {
      await changeState(sandbox, { assumed: choices });
      sandbox.assumed = parts.toAssumed(choices);
    },
    /** Resets to fixtures, seed and wall-clock time. */
    reset: (owner: SandboxOwner, beginning?: Beginning): Promise<Sandbox> =>
      open.change(
        owner,
        'reset',
        () => store.clear(owner.sandbox, pause()),
        () => {
          carrier.reset(owner, 'reset');
        },
        beginning,
      ),
    contentsOf: async (owner: SandboxOwner): Promise<SandboxContents> => {
      const sandbox = await of(owner);
      const { clock } = sandbox;
      let [now, frozen] = [0, false];
      const dump = await store.dump(owner.sandbox, pause(), () => {
        now = clock.now();
        frozen = clock.setting().kind === 'frozen';
      });
      open.checkIsStill(sandbox);
      const { seed = initial.planOf(owner).seed, assumed } = stateIn(dump) ?? {};
      return { seed, clock: { now, frozen }, assumed, dump: withoutState(dump) };
    },
    /** The initial contents of the sandbox, regenerated, with its creation time. */
    beginningOf: async (
      owner: SandboxOwner,
    ): Promise<{ readonly createdAt: number; readonly contents: SandboxContents }> => {
      const sandbox = await of(owner);
      const state = await store.read(owner.sandbox, (reader) => reader.get(states.name, STATE));
      open.checkIsStill(sandbox);
      const { createdAt, populatedAt, seed = initial.planOf(owner).seed } = state as SandboxState;
      const dump = await dumpOf((transaction) => initial.begin(transaction, owner, { at: populatedAt ?? createdAt }));
      const clock = { now: parts.frozenAt ?? createdAt, frozen: parts.frozenAt !== undefined };
      return { createdAt, contents: { seed, clock, dump: withoutState(dump) } };
    },
    /** Replaces the contents atomically. `renew`: what is done of live states in place of their reset. */
    replace: (owner: SandboxOwner, contents: SandboxContents, renew?: () => void): Promise<Sandbox> =>
      replaceBy(owner, () => withState(contents.dump, toState(contents, wall.now())), renew),
    /** Replaces the contents atomically with what `populate` makes at the present of the sandbox; its clock goes on. */
    refill: async (
      owner: SandboxOwner,
      { seed, populate }: { readonly seed: string; readonly populate: (work: UnitOfWork) => Promise<void> },
    ): Promise<{ readonly sandbox: Sandbox; readonly dump: Dump }> => {
      const { clock } = await of(owner);
      const now = clock.now();
      const dump = await dumpOf((transaction) => populate(initial.beginWork(transaction, now, seed)));
      const state = (): SandboxState => ({ clock: clock.setting(), seed, createdAt: wall.now() });
      return { sandbox: await replaceBy(owner, () => withState(dump, state())), dump };
    },
    usageOf: ({ sandbox }: SandboxOwner): Promise<Usage> => store.read(sandbox, (reader) => reader.usage()),
    /** Deletes the contents of a sandbox permanently. */
    forget: async (owner: SandboxOwner): Promise<void> => {
      await letGo(owner);
      await store.clear(owner.sandbox, pause());
      // Of calls that were in progress, something may have come since.
      carrier.drop(owner);
    },
    letGo,
    /** Wall-clock time of the last call that needed the sandbox; undefined if there was none since startup. */
    usedAt: (sandbox: string): number | undefined => usedAt.get(sandbox),
    /** By the UUID of their organization. */
    inUse: open.inUse as ReadonlyMap<string, Sandbox>,
    close: async (): Promise<void> => {
      await open.close();
      await store.close();
    },
  };
};

const dueOf = (reader: StoreReader, wall: Clock): number => {
  const state = reader.get(states.name, STATE) as SandboxState | undefined;
  if (state === undefined) return Infinity;
  const [isClaimed] = reader.find(jobs.name, CLAIMED, 1);
  // Whose home ends has it done by the next one at once.
  return isClaimed === undefined ? dueIn(reader, state, wall) : wall.now();
};

/** In wall-clock milliseconds; a frozen clock fires only what is due already. */
const dueIn = (reader: StoreReader, state: SandboxState, wall: Clock): number => {
  const job = reader.lowest(jobs.name, 'due', 1)[0] as Job | undefined;
  if (job === undefined) return Infinity;
  const clock = createSandboxClock(wall, state.clock);
  if (state.clock.kind === 'frozen' && job.dueAt > clock.now()) return Infinity;
  return Math.max(wall.now(), clock.toWallTime(job.dueAt));
};
