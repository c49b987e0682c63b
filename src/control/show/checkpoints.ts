import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Journal } from '../../engine/journal/journal.ts';
import {
  type LiveState,
  type SavedLiveStates,
  loadLiveStates,
  saveLiveStates,
} from '../../engine/sandbox/live-state.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Organization } from '../../identity/organization.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { ExportState } from '../state/state-exchange.ts';
import { parseState } from '../state/snapshots.ts';
import { toContents } from '../state/state-document.ts';
import type { Checkpoint, CheckpointContents, Show } from './show.ts';
import type { Shows } from './shows.ts';
import type { SandboxOwner } from '../../engine/sandbox/sandbox.ts';

export type Checkpoints = ReturnType<typeof createCheckpoints>;

interface CheckpointsParts {
  readonly exportState: ExportState;
  readonly sandboxes: Pick<Sandboxes, 'replace'>;
  readonly shows: Pick<Shows, 'all'>;
  readonly store: CheckpointStore;
  readonly run: RunInSlices;
  /** What the organization has outside its sandbox. */
  readonly beside: readonly LiveState[];
  readonly journal: Pick<Journal, 'position' | 'undoSince'>;
  /** Bytes that the process has for all checkpoints in its memory. */
  readonly memory: number;
}

const MEBIBYTE = 1_048_576;

/**
 * Bytes of the checkpoints of one show, and of all in the memory of a process. Without its checkpoint, a step is restored by
 * playing up to it again.
 */
const CHECKPOINT_LIMITS = { own: 4 * MEBIBYTE, all: 64 * MEBIBYTE };

const compress = promisify(gzip);
const expand = promisify(gunzip);

const QUICKLY = { level: 1 };

export const createCheckpoints = (parts: CheckpointsParts) => {
  const { exportState, sandboxes, shows, store, run, beside, journal } = parts;
  return {
    /** Replaces one of the same `id`. */
    take: async (owner: Organization, id: string): Promise<Checkpoint> => {
      const { content } = await exportState(owner);
      const saved = JSON.stringify(saveLiveStates(beside, owner));
      const position = journal.position(owner.uuid);
      const [state, outside] = await Promise.all([compress(content.body, QUICKLY), compress(saved, QUICKLY)]);
      return store.put(owner, id, { state, beside: outside, position });
    },
    /** Undefined if it was dropped. */
    read: store.read,
    restore: async (owner: Organization, { state, beside: outside, position }: CheckpointContents) => {
      // The server has written it itself, for this sandbox: there is nothing to validate.
      const document = await run(parseState(await expand(state)));
      const saved = JSON.parse((await expand(outside)).toString('utf8')) as SavedLiveStates;
      await sandboxes.replace(owner, await run(toContents(document)), () => {
        journal.undoSince(owner.uuid, position);
        loadLiveStates(beside, owner, saved);
      });
    },
    /** Drops the oldest ones where there are too many bytes of them. */
    makeRoom: ({ sandbox }: Organization, show: Show) => {
      while (bytesOf(show) > CHECKPOINT_LIMITS.own) {
        const checkpoint = dropOldest(show);
        if (checkpoint !== undefined) store.drop(sandbox, checkpoint);
      }
      if (!store.isInMemory) return;
      const others = (): number => [...shows.all()].reduce((sum, one) => sum + bytesOf(one), 0);
      while (others() > Math.min(CHECKPOINT_LIMITS.all, parts.memory)) {
        const largest = [...shows.all()].reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
        if (dropOldest(largest) === undefined) return;
      }
    },
    /** Drops those of a show that has ended. */
    clear: ({ sandbox }: Organization) => store.clear(sandbox),
  };
};

const bytesOf = ({ played }: Show): number => played.reduce((sum, { before }) => sum + (before?.bytes ?? 0), 0);

const dropOldest = ({ played }: Show): Checkpoint | undefined => {
  const oldest = played.find(({ before }) => before !== undefined);
  const checkpoint = oldest?.before;
  if (oldest !== undefined) oldest.before = undefined;
  return checkpoint;
};

/** Where checkpoints are kept. */
export type CheckpointStore = ReturnType<typeof createStoredCheckpoints>;

/** In the show itself, which is in the memory of this process. */
export const CHECKPOINTS_IN_MEMORY: CheckpointStore = {
  isInMemory: true,
  put: (_owner, id, contents) =>
    Promise.resolve({ id, bytes: contents.state.byteLength + contents.beside.byteLength, contents }),
  read: (_owner, { contents }) => Promise.resolve(contents),
  drop: () => undefined,
  clear: () => Promise.resolve(),
};

/** A name that no sandbox can have. */
const partitionOf = (sandbox: string): string => `$show/${sandbox}`;

const namesOf = (id: string): readonly [state: string, beside: string] => [`${id}/state`, `${id}/beside`];

/** Digits of the position before the rest. */
const POSITION_BYTES = 20;

/** Keeps checkpoints beside the sandboxes, for every process that uses the store. */
export const createStoredCheckpoints = (store: Pick<Store, 'transact' | 'read' | 'clear'>) => {
  /** Removed with the next one of their sandbox. */
  const dropped = new Map<string, string[]>();
  return {
    /** Whether they take memory of this process. */
    isInMemory: false,
    /** Replaces one of the same `id`. */
    put: async (
      { sandbox }: SandboxOwner,
      id: string,
      { state, beside, position }: CheckpointContents,
    ): Promise<Checkpoint> => {
      const [stateName, besideName] = namesOf(id);
      const at = Buffer.from(String(position).padEnd(POSITION_BYTES));
      const gone = dropped.get(sandbox) ?? [];
      dropped.delete(sandbox);
      await store.transact(partitionOf(sandbox), (transaction) => {
        for (const name of gone.flatMap(namesOf)) transaction.removeContent(name);
        transaction.putContent(stateName, state);
        transaction.putContent(besideName, Buffer.concat([at, beside]));
      });
      return { id, bytes: state.byteLength + beside.byteLength };
    },
    /** Undefined if there is none any more. */
    read: async ({ sandbox }: SandboxOwner, { id }: Checkpoint): Promise<CheckpointContents | undefined> => {
      const [state, second] = await store.read(partitionOf(sandbox), async (reader) => {
        const [stateName, besideName] = namesOf(id);
        return [await reader.content(stateName), await reader.content(besideName)] as const;
      });
      if (state === undefined || second === undefined) return undefined;
      const position = Number(Buffer.from(second.subarray(0, POSITION_BYTES)).toString());
      return { state, beside: second.subarray(POSITION_BYTES), position };
    },
    drop: (sandbox: string, { id }: Checkpoint) => {
      getOrInsert(dropped, sandbox, () => []).push(id);
    },
    /** Drops all of a sandbox. */
    clear: async (sandbox: string) => {
      dropped.delete(sandbox);
      await store.clear(partitionOf(sandbox));
    },
  };
};
