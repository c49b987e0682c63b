import { NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import type { Choices } from '../assumptions/assumption.ts';
import type { RecordChange } from './change-watch.ts';
import { followShared } from './follow-shared.ts';
import { holdSandbox } from './hold-sandbox.ts';
import { type Beginning, type InitialContentsParts, createInitialContents } from './initial-contents.ts';
import type { LiveState } from './live-state.ts';
import { createLiveStateCarrier } from './live-state-carrier.ts';
import { type OpenSandboxesParts, createOpenSandboxes } from './open-sandboxes.ts';
import { organizationChanges } from './organization-change.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxOwner } from './sandbox-owner.ts';
import { STATE, states } from './sandbox-state.ts';
import { WAIT_INSIDE, type WaitOutside } from './shared-access.ts';
import type { Usage } from './store.ts';
import { type WholeContents, createWholeContents } from './whole-contents.ts';

export type { SandboxOwner } from './sandbox-owner.ts';

/** The sandboxes in use, opened on first access. */
export interface Sandboxes extends WholeContents {
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
  /** Called when other processes have changed a partition that is no sandbox; undefined: all of it. */
  readonly otherChanged?: (partition: string, changes: readonly RecordChange[] | undefined) => void;
  /** The owner of a sandbox that this process may not have opened; undefined for data that is no sandbox. */
  readonly ownerOf?: (sandbox: string) => SandboxOwner | undefined;
  /** Called under the lock of a sandbox in whose collections other processes have written. */
  readonly refreshed?: (sandbox: Sandbox, collections: ReadonlySet<string>) => void;
}

export const createSandboxes = (parts: SandboxesParts): Sandboxes => {
  const { store, wall, shared } = parts;
  const usedAt = new Map<string, number>();
  /** Sandboxes whose organization another process has changed. */
  const organizationOf = new Set<string>();

  let carrier = createLiveStateCarrier([]);

  const keepClock = async (sandbox: Sandbox, isMoving = false): Promise<void> => {
    await sandbox.transact(async (work) => {
      const state = await work.get(states, STATE);
      if (state === undefined) return;
      const { movedBy: _, ...others } = state;
      const mark = isMoving && parts.replica !== undefined ? { movedBy: parts.replica.id } : {};
      await work.update(states, state, { ...others, ...mark, clock: sandbox.clock.setting() });
    });
  };

  const initial = createInitialContents(parts);
  const open = createOpenSandboxes(parts, initial, keepClock);

  const of = (owner: SandboxOwner): Sandbox | Promise<Sandbox> => {
    usedAt.set(owner.sandbox, wall.now());
    if (shared === undefined) return open.find(owner);
    return holdSandbox(shared, owner.sandbox, async () => {
      const sandbox = await open.find(owner);
      if (organizationOf.delete(owner.sandbox)) await parts.organizationChanged?.(sandbox);
      await parts.entered?.(sandbox);
      return sandbox;
    });
  };

  shared?.follow(
    followShared({
      carrier: () => carrier,
      otherChanged: parts.otherChanged ?? (() => undefined),
      ownerOf: parts.ownerOf ?? (() => undefined),
      sandboxOf: open.opened,
      replaced: open.shut,
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
    await open.letGo(owner.sandbox);
    usedAt.delete(owner.sandbox);
    carrier.forget(owner);
  };

  return {
    of,
    keepClock,
    inMove: (sandbox, work) => open.opened(sandbox.id)?.inMove(work) ?? work(),
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
      open.change(owner, 'reset', () => store.clear(owner.sandbox, parts.slicedWork?.pauses()), beginning),
    runOrphaned: async (owner) => {
      await of(owner);
      await open.opened(owner.sandbox)?.runOrphaned();
    },
    ...createWholeContents({ ...parts, initial, open, of }),
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
    inUse: open.inUse,
    close: async () => {
      await open.close();
      await store.close();
    },
  };
};
