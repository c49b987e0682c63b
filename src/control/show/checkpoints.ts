import type { Journal } from '../../engine/journal/journal.ts';
import { type Ring, createRing, shortenLargest } from '../../engine/journal/ring.ts';
import {
  type LiveState,
  type LiveLog,
  type SavedLiveStates,
  loadLiveStates,
  saveLiveStates,
} from '../../engine/sandbox/live-state.ts';
import type { SandboxOwner, Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import { type StateDocument, pack, toContents, unpack } from '../state/state-document.ts';
import type { States } from '../state/states.ts';
import { MOST_STORY_STEPS } from '../storyboards/storyboard.ts';

/** What a sandbox was like before a step of a show. */
interface Checkpoint {
  /** Greater than those of all before. */
  readonly position: number;
  readonly packed: Uint8Array;
  /** Bytes. */
  readonly weight: number;
}

interface Contents {
  readonly state: StateDocument;
  /** What is kept of the sandbox beside its documents. */
  readonly beside: SavedLiveStates;
  /** Position in the journal. */
  readonly journal: number;
}

const MEBIBYTE = 1_048_576;

/**
 * Bytes of the checkpoints of one show, and of all in the memory of a process. Without its checkpoint, a step is restored by
 * playing up to it again.
 */
const CHECKPOINT_LIMITS = { own: 4 * MEBIBYTE, all: 64 * MEBIBYTE };

/** Some steps are played again. */
const RING = { items: 2 * MOST_STORY_STEPS, weight: CHECKPOINT_LIMITS.own };

const QUICKLY = 1;

export type CheckpointLog = ReturnType<typeof createCheckpointLog>;

/** The checkpoints of each sandbox: a log beside its documents. `memory`: bytes that the process has for all of them. */
export const createCheckpointLog = (memory: number) => {
  const rings = new Map<string, Ring<Checkpoint>>();
  /** Position up to which the log of an organization was taken. */
  const takenTo = new Map<string, number>();
  let positions = 0;

  const makeRoom = (): void => {
    for (;;) {
      const all = [...rings.values()];
      if (all.reduce((sum, ring) => sum + ring.weight(), 0) <= Math.min(CHECKPOINT_LIMITS.all, memory)) return;
      shortenLargest(all);
    }
  };

  const add = (organization: string, position: number, packed: Uint8Array): void => {
    const ring = getOrInsert(rings, organization, () => createRing<Checkpoint>(RING));
    ring.add({ position, packed, weight: packed.byteLength });
    makeRoom();
  };

  const clear = (organization: string): void => {
    rings.delete(organization);
    takenTo.delete(organization);
  };

  return {
    /** Returns its position. */
    add: ({ uuid }: SandboxOwner, packed: Uint8Array): number => {
      add(uuid, ++positions, packed);
      return positions;
    },
    /** Undefined if there was no room for it. */
    find: ({ uuid }: SandboxOwner, position: number): Uint8Array | undefined => {
      const [found] = rings.get(uuid)?.after(position - 1) ?? [];
      return found?.position === position ? found.packed : undefined;
    },
    /** Drops this one and all later ones. */
    dropSince: ({ uuid }: SandboxOwner, position: number): void => rings.get(uuid)?.dropAfter(position - 1),
    clear,
    log: {
      name: 'checkpoints',
      take: ({ uuid }) => {
        const ring = rings.get(uuid);
        const fresh = ring?.after(takenTo.get(uuid) ?? 0) ?? [];
        const number = fresh.at(-1)?.position;
        if (ring === undefined || number === undefined) return undefined;
        takenTo.set(uuid, number);
        const value = fresh.map(({ position, packed }) => [position, Buffer.from(packed).toString('base64')]);
        return { number, from: ring.oldest(), value };
      },
      *load({ uuid }, pieces) {
        clear(uuid);
        const last = pieces.at(-1)?.number ?? 0;
        positions = Math.max(positions, last);
        for (const { value } of pieces) {
          for (const [position, packed] of value as [number, string][])
            add(uuid, position, Buffer.from(packed, 'base64'));
          yield;
        }
        takenTo.set(uuid, last);
      },
      reset: ({ uuid }) => {
        clear(uuid);
      },
      drop: ({ uuid }) => {
        clear(uuid);
      },
    } satisfies LiveLog,
  };
};

export type Checkpoints = ReturnType<typeof createCheckpoints>;

interface CheckpointsParts {
  readonly checkpoints: CheckpointLog;
  readonly states: States;
  readonly sandboxes: Sandboxes;
  readonly run: RunInSlices;
  /** What a step restores beside the documents of the sandbox. */
  readonly beside: readonly LiveState[];
  readonly journal: Journal;
}

export const createCheckpoints = ({ checkpoints, states, sandboxes, run, beside, journal }: CheckpointsParts) => ({
  /** Returns its position. */
  take: async (owner: Organization): Promise<number> => {
    const { content } = await states.export(owner, (state): Contents => ({
      state,
      beside: saveLiveStates(beside, owner),
      journal: journal.position(owner.uuid),
    }));
    return checkpoints.add(owner, await pack(content.body, QUICKLY));
  },
  /** False if it was dropped. */
  restore: async (owner: Organization, position: number): Promise<boolean> => {
    const packed = checkpoints.find(owner, position);
    if (packed === undefined) return false;
    // The server has written it itself, for this sandbox: there is nothing to validate.
    const contents = await unpack<Contents>(packed, run);
    await sandboxes.replace(owner, await run(toContents(contents.state)), () => {
      journal.undoSince(owner.uuid, contents.journal);
      loadLiveStates(beside, owner, contents.beside);
    });
    checkpoints.dropSince(owner, position);
    return true;
  },
  clear: ({ uuid }: Organization) => {
    checkpoints.clear(uuid);
  },
});
