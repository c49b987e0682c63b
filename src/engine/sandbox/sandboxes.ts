import type { Clock } from '../../kernel/clock.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';
import { type Choices, NOTHING_ASSUMED } from '../assumptions/register.ts';
import { type Beginning, type InitialContentsParts, createInitialContents } from './initial-contents.ts';
import { type Job, CLAIMED, jobs } from './job.ts';
import { type LiveParts, type LiveStateCarrier, NO_LIVE_STATES, createLiveStateCarrier } from './live-state.ts';
import { type OpenSandboxesParts, createOpenSandboxes } from './open-sandboxes.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import { type SandboxState, STATE, states } from './sandbox-state.ts';
import type { Sandbox, SandboxOwner } from './sandbox.ts';
import { type SharedAccess, type SharedFollower, NOTHING_LIVE } from './shared-access.ts';
import type { Store, StoreReader, Usage } from './store.ts';
import { type WholeContents, createWholeContents } from './whole-contents.ts';

export type { SandboxOwner } from './sandbox.ts';

/** The sandboxes in use, opened on first access. */
export interface Sandboxes extends WholeContents {
  /** Synchronous if it is already in use. */
  readonly of: (owner: SandboxOwner) => Sandbox | Promise<Sandbox>;
  /** The clock of a sandbox, which another process may have open. */
  readonly clockOf: (owner: SandboxOwner) => Promise<Clock>;
  /** Persists the clock setting of a sandbox after a change. */
  readonly keepClock: (sandbox: Sandbox) => Promise<void>;
  /** Sets what is kept of sandboxes beside their documents. */
  readonly share: (parts: LiveParts) => void;
  /** Sets and persists the choices of a sandbox. */
  readonly assume: (sandbox: Sandbox, choices: Choices) => Promise<void>;
  /** Resets to fixtures, seed and wall-clock time. */
  readonly reset: (owner: SandboxOwner, beginning?: Beginning) => Promise<Sandbox>;
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

export interface SandboxesParts extends OpenSandboxesParts, InitialContentsParts {
  /** An empty store of its own, whose contents are thrown away. */
  readonly createScratch: () => Pick<Store, 'transact'>;
  /** Undefined where the store is this process's own. */
  readonly shared?: SharedAccess | undefined;
  /** Ends what goes on in a sandbox before this process leaves it to another. */
  readonly leaving?: (sandbox: string) => Promise<void>;
  /** The owner of a sandbox that this process may not have opened; undefined for data that is no sandbox. */
  readonly ownerOf?: (sandbox: string) => SandboxOwner | undefined;
}

/** Milliseconds that outbound tasks under way have before the sandbox is left. */
const LEAVING = 1000;

export const createSandboxes = (parts: SandboxesParts): Sandboxes => {
  const { store, wall, shared } = parts;
  const usedAt = new Map<string, number>();

  let carrier = NO_LIVE_STATES;

  const keepClock = async (sandbox: Sandbox): Promise<void> => {
    await sandbox.transact((work) => {
      const state = work.get(states, STATE);
      if (state !== undefined) work.update(states, state, { ...state, clock: sandbox.clock.setting() });
    });
  };

  const initial = createInitialContents(parts);
  const open = createOpenSandboxes(parts, initial);

  const of = (owner: SandboxOwner): Sandbox | Promise<Sandbox> => {
    usedAt.set(owner.sandbox, wall.now());
    const leaving = open.opened(owner.sandbox) === undefined ? shared?.settled(owner.sandbox) : undefined;
    return leaving === undefined ? open.find(owner) : leaving.then(() => open.find(owner));
  };

  shared?.follow(
    followShared({
      carrier: () => carrier,
      ownerOf: parts.ownerOf ?? (() => undefined),
      leaving: async (id) => {
        await parts.leaving?.(id);
        await open.opened(id)?.finish(LEAVING);
        await open.letGo(id);
      },
      left: (id) => {
        void parts.leaving?.(id);
        void open.letGo(id);
      },
      usedAt: (id) => usedAt.get(id),
      wall,
    }),
  );

  const letGo: Sandboxes['letGo'] = async (owner) => {
    await open.letGo(owner.sandbox);
    usedAt.delete(owner.sandbox);
    carrier.drop(owner);
  };

  return {
    of,
    clockOf: async (owner) => {
      const id = owner.sandbox;
      if (shared === undefined || (await shared.seek(id)) === undefined) return (await of(owner)).clock;
      const state = (await shared.peek(id, states.name, STATE)) as SandboxState | undefined;
      return createSandboxClock(wall, state?.clock ?? { kind: 'running', offset: 0 });
    },
    keepClock,
    share: (live) => {
      carrier = createLiveStateCarrier(live);
    },
    assume: async (sandbox, choices) => {
      await sandbox.transact((work) => {
        const state = work.get(states, STATE);
        if (state !== undefined) work.update(states, state, { ...state, assumed: choices });
      });
      sandbox.assumed = parts.toAssumed?.(choices) ?? NOTHING_ASSUMED;
    },
    reset: (owner, beginning) =>
      open.change(owner, 'reset', {
        fill: () => store.clear(owner.sandbox, parts.slicedWork?.pauses()),
        beginning,
        renew: () => {
          carrier.reset(owner, 'reset');
        },
      }),
    ...createWholeContents({
      ...{ ...parts, initial, open, of },
      renew: (owner) => {
        carrier.reset(owner, 'import');
      },
    }),
    usageOf: ({ sandbox }) =>
      store.read(sandbox, (reader) => {
        const { documents, bytes } = reader.usage();
        return { documents, bytes };
      }),
    forget: async (owner) => {
      await letGo(owner);
      await store.clear(owner.sandbox, parts.slicedWork?.pauses());
      // Of calls that were in progress, something may have come since.
      carrier.drop(owner);
    },
    letGo,
    usedAt: (sandbox) => usedAt.get(sandbox),
    inUse: open.inUse,
    close: async () => {
      await open.close();
      await store.close();
    },
  };
};

interface FollowSharedParts {
  readonly carrier: () => LiveStateCarrier;
  readonly ownerOf: (sandbox: string) => SandboxOwner | undefined;
  /** Ends what goes on in a sandbox that is about to be left. */
  readonly leaving: (sandbox: string) => Promise<void>;
  /** Closes a sandbox that is open in this process, or is being opened. */
  readonly left: (id: string) => void;
  readonly usedAt: SharedFollower['usedAt'];
  readonly wall: Clock;
}

/** Carries what is live of sandboxes from one home to the next, and closes those whose home is another server. */
const followShared = ({ carrier, ownerOf, leaving, left, usedAt, wall }: FollowSharedParts): SharedFollower => ({
  nextDue: (collections, reader) =>
    collections.includes(jobs.name) || collections.includes(states.name) ? dueOf(reader, wall) : undefined,
  save: (id, isAll) => {
    const owner = ownerOf(id);
    return owner === undefined ? NOTHING_LIVE : carrier().save(owner, isAll);
  },
  *came(id, texts) {
    const owner = ownerOf(id);
    if (owner !== undefined) yield* carrier().load(owner, texts);
  },
  usedAt,
  leaving,
  left: (id) => {
    left(id);
    const owner = ownerOf(id);
    // What goes on in it, such as a show that plays by itself, goes on at its new home.
    if (owner !== undefined) runAtOnce(carrier().load(owner, NOTHING_LIVE));
  },
});

const dueOf = (reader: StoreReader, wall: Clock): number => {
  const state = reader.get(states.name, STATE) as SandboxState | undefined;
  if (state === undefined) return Infinity;
  const [isClaimed] = reader.find(jobs.name, CLAIMED, 1);
  // Whose home ends has it done by the next one at once.
  return isClaimed === undefined ? dueIn(reader, state, wall) : wall.now();
};

/** In wall-clock milliseconds; a frozen clock fires only what is due already. */
const dueIn = (reader: StoreReader, state: SandboxState, wall: Clock): number => {
  const job = reader.first(jobs.name, 'due') as Job | undefined;
  if (job === undefined) return Infinity;
  const clock = createSandboxClock(wall, state.clock);
  if (state.clock.kind === 'frozen' && job.dueAt > clock.now()) return Infinity;
  return Math.max(wall.now(), clock.toWallTime(job.dueAt));
};
