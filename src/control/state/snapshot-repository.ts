import { Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gzip } from 'node:zlib';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';

/** Metadata of a snapshot. */
export interface SnapshotNote {
  readonly name: string;
  /** Milliseconds since the epoch, wall time. */
  readonly takenAt: number;
  /** State of the sandbox clock. */
  readonly clock: { readonly now: number; readonly frozen: boolean };
  readonly documents: number;
  readonly contents: number;
  /** Size as stored. */
  readonly bytes: number;
}

/** Stores snapshots beside the sandbox data, so that resets and imports do not affect them. */
export type SnapshotRepository = ReturnType<typeof createSnapshotRepository>;

export interface SnapshotUsage {
  readonly count: number;
  readonly bytes: number;
}

const compress = promisify(gzip);
const expand = promisify(gunzip);

const notes = defineCollection<SnapshotNote>('snapshots', ({ name }) => name);

/** A name that no sandbox can have. */
const PARTITIONS = '$snapshots/';

const partitionOf = (sandbox: string): string => PARTITIONS + sandbox;

const keyOf = (sandbox: string, name: string): string => JSON.stringify([sandbox, name]);

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;

export const createSnapshotRepository = (store: Store, pauses?: () => Pause) => {
  const held = new Map<string, number>();
  /** Stored snapshots that are being streamed, by sandbox and name. */
  const streamed = new Map<string, WeakRef<Uint8Array>>();

  /** Oldest first. */
  const list = async (sandbox: string): Promise<readonly SnapshotNote[]> => {
    const { values } = await store.read(partitionOf(sandbox), (reader) => reader.list(notes.name, ALL));
    return values as readonly SnapshotNote[];
  };

  const count = async (sandbox: string): Promise<void> => {
    held.set(sandbox, bytesIn(await list(sandbox)));
  };

  const stored = (sandbox: string, name: string): Promise<Uint8Array | undefined> =>
    store.read(partitionOf(sandbox), (reader) => reader.content(name));

  /** A copy for all who stream it at the same time. */
  const shared = async (sandbox: string, name: string): Promise<Uint8Array | undefined> => {
    const key = keyOf(sandbox, name);
    const known = streamed.get(key)?.deref();
    if (known !== undefined) return known;
    const bytes = await stored(sandbox, name);
    if (bytes !== undefined) streamed.set(key, new WeakRef(bytes));
    return bytes;
  };

  return {
    list,
    /** The document as text; undefined if there is no such snapshot. */
    read: async (sandbox: string, name: string): Promise<Uint8Array | undefined> => {
      const bytes = await stored(sandbox, name);
      return bytes === undefined ? undefined : expand(bytes);
    },
    /**
     * The same in pieces, expanded as they are read: many slow readers of a large snapshot cost one copy of it as stored.
     */
    stream: async (sandbox: string, name: string): Promise<AsyncIterable<Uint8Array> | undefined> => {
      const bytes = await shared(sandbox, name);
      return bytes === undefined ? undefined : expandInPieces(bytes);
    },
    /**
     * Calls `check` with the number and bytes of the other snapshots; it throws to refuse. `isNew` is false if a snapshot
     * of this name was replaced.
     */
    put: async (
      sandbox: string,
      draft: Omit<SnapshotNote, 'bytes'>,
      text: string | Uint8Array,
      check: (others: SnapshotUsage, bytes: number) => void,
    ): Promise<{ readonly note: SnapshotNote; readonly isNew: boolean }> => {
      const kept = await compress(text);
      const note: SnapshotNote = { ...draft, bytes: kept.byteLength };
      const { name } = note;
      const isNew = await store.transact(partitionOf(sandbox), (transaction) => {
        const all = transaction.list(notes.name, ALL).values as readonly SnapshotNote[];
        const others = all.filter((other) => other.name !== name);
        check({ count: others.length, bytes: bytesIn(others) }, note.bytes);
        // Removed and inserted again, so that the newest is last.
        transaction.remove(notes.name, name);
        transaction.insert(notes.name, () => ({ id: name, value: note }));
        transaction.putContent(name, kept);
        return others.length === all.length;
      });
      streamed.delete(keyOf(sandbox, name));
      await count(sandbox);
      return { note, isNew };
    },
    remove: async (sandbox: string, name: string): Promise<boolean> => {
      const wasThere = await store.transact(partitionOf(sandbox), (transaction) => {
        if (transaction.get(notes.name, name) === undefined) return false;
        transaction.remove(notes.name, name);
        transaction.removeContent(name);
        return true;
      });
      streamed.delete(keyOf(sandbox, name));
      await count(sandbox);
      return wasThere;
    },
    /** Deletes all snapshots permanently. */
    clear: async (sandbox: string) => {
      await store.clear(partitionOf(sandbox), pauses?.());
      streamed.clear();
      held.delete(sandbox);
    },
    /** Total bytes of all snapshots; available once `prepare` has resolved. */
    bytesOf: (sandbox: string): number => held.get(sandbox) ?? 0,
    prepare: (sandbox: string): Promise<void> => {
      // Another server may have been the home meanwhile.
      streamed.clear();
      return count(sandbox);
    },
  };
};

/** Pieces are expanded when they are pulled, and no longer once the reader has left. */
const expandInPieces = (bytes: Uint8Array): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(slicesOf(bytes)), createGunzip(), () => undefined);

const STORED_PIECE = 16_384;

function* slicesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += STORED_PIECE)
    yield bytes.subarray(start, start + STORED_PIECE);
}

const bytesIn = (all: readonly SnapshotNote[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0);
