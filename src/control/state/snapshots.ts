import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { suggest } from '../../engine/matching/nearest.ts';
import { invalidMember, plainProblem, problem } from '../../engine/problems/problem.ts';
import { quotaExceeded } from '../../engine/problems/refusals.ts';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Quota } from '../../engine/sandbox/quota.ts';
import type { SandboxOwner } from '../../engine/sandbox/sandbox.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { toSentence } from '../../kernel/sentence.ts';
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

/** Named states of a sandbox, stored beside its data, so that resets and imports do not affect them. */
export type Snapshots = ReturnType<typeof createSnapshots>;

/** Maximum number of snapshots, so that lists remain manageable. */
const MOST_SNAPSHOTS = 20;

/** A name that no sandbox can have. */
const partitionOf = (sandbox: string): string => `$snapshots/${sandbox}`;

const keyOf = (sandbox: string, name: string): string => JSON.stringify([sandbox, name]);

export const createSnapshots = ({
  store,
  pauses,
  quota,
  clock,
  readyMade,
}: {
  readonly store: Store;
  readonly pauses: () => Pause;
  /** Quota of a sandbox including its snapshots. */
  readonly quota: Quota;
  /** Wall-clock time source. */
  readonly clock: Clock;
  /** The names of ready-made snapshots, which none of a sandbox can have. */
  readonly readyMade: () => Promise<readonly string[]>;
}) => {
  /** Bytes by sandbox. */
  const held = new Map<string, number>();
  /** Stored snapshots that are being streamed, by sandbox and name. */
  const streamed = new Map<string, WeakRef<Uint8Array>>();

  const notesOf = ({ sandbox }: SandboxOwner) =>
    createDirectory<SnapshotNote>(store, { name: 'snapshots', idOf: ({ name }) => name }, partitionOf(sandbox));

  /** Oldest first. */
  const list = (owner: SandboxOwner): Promise<readonly SnapshotNote[]> => notesOf(owner).all();

  const bytesOf = async (owner: SandboxOwner): Promise<number> => {
    const bytes = bytesIn(await list(owner));
    held.set(owner.sandbox, bytes);
    return bytes;
  };

  const changed = async (owner: SandboxOwner, name: string): Promise<void> => {
    streamed.delete(keyOf(owner.sandbox, name));
    await bytesOf(owner);
  };

  const names = async (owner: SandboxOwner | undefined): Promise<readonly string[]> => [
    ...(owner === undefined ? [] : await list(owner)).map(({ name }) => name),
    ...(await readyMade()),
  ];

  const checkOwn = async (name: string): Promise<void> => {
    if ((await readyMade()).includes(name))
      throw plainProblem(
        409,
        `The snapshot "${name}" is ready-made: it can be restored, but neither replaced, deleted nor read. Restore it and take one under another name.`,
      );
  };

  const unknown = async (owner: SandboxOwner, name: string): Promise<Error> =>
    problem(
      'not-found',
      `Sandbox ${owner.sandbox} has no snapshot "${name.slice(0, 64)}": ${toSentence(suggest(name, await names(owner)))}`,
    );

  /** The packed document, one copy for all who read it at the same time; throws 404 with similar names. */
  const read = async (owner: SandboxOwner, name: string): Promise<Uint8Array> => {
    const key = keyOf(owner.sandbox, name);
    const known = streamed.get(key)?.deref();
    if (known !== undefined) return known;
    await checkOwn(name);
    const packed = await store.read(partitionOf(owner.sandbox), (reader) => reader.content(name));
    if (packed === undefined) throw await unknown(owner, name);
    streamed.set(key, new WeakRef(packed));
    return packed;
  };

  return {
    list,
    /** Of the snapshots of a sandbox, if one is named, and of the ready-made ones. */
    names,
    /** Throws 409 for a ready-made one. */
    checkOwn,
    read,
    /** The document as text in pieces, expanded as they are read: many slow readers cost one copy of it as stored. */
    stream: async (owner: SandboxOwner, name: string): Promise<AsyncIterable<Uint8Array>> =>
      expandInPieces(await read(owner, name)),
    /** `own`: the bytes of the sandbox itself. `isNew` is false if a snapshot of this name was replaced. */
    put: async (
      owner: SandboxOwner,
      draft: Omit<SnapshotNote, 'bytes' | 'takenAt'>,
      packed: Uint8Array,
      own: number,
    ): Promise<{ readonly note: SnapshotNote; readonly isNew: boolean }> => {
      const { name } = draft;
      const note: SnapshotNote = { ...draft, takenAt: clock.now(), bytes: packed.byteLength };
      const isNew = await notesOf(owner).change(({ get, all, remove, add }, transaction) => {
        const former = get(name);
        // Removed and added again, so that the newest is last.
        remove(name);
        checkRoom(all(), { quota, own, more: note.bytes });
        add(() => note);
        transaction.putContent(name, packed);
        return former === undefined;
      });
      await changed(owner, name);
      return { note, isNew };
    },
    remove: async (owner: SandboxOwner, name: string): Promise<void> => {
      await checkOwn(name);
      const found = await notesOf(owner).change(({ get, remove }, transaction) => {
        const note = get(name);
        remove(name);
        transaction.removeContent(name);
        return note;
      });
      await changed(owner, name);
      if (found === undefined) throw await unknown(owner, name);
    },
    /** Deletes all snapshots permanently. */
    clear: async ({ sandbox }: SandboxOwner) => {
      await store.clear(partitionOf(sandbox), pauses());
      streamed.clear();
      held.delete(sandbox);
    },
    /** Total bytes of all snapshots. */
    bytesOf,
    /** Quota of a sandbox without its snapshots, for as long as it is open here. */
    quotaOf: async (owner: SandboxOwner): Promise<Quota> => {
      // Another server may have been the home meanwhile.
      streamed.clear();
      await bytesOf(owner);
      return {
        ...quota,
        get usedBeside() {
          return held.get(owner.sandbox) ?? 0;
        },
      };
    },
  };
};

/** Also applied to names from programs. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const checkName = (name: string): void => {
  if (!NAME.test(name))
    throw invalidMember(
      'name',
      'is no name for a snapshot',
      name,
      `A snapshot is named with letters, digits, dots, hyphens and underscores, 64 at most; "${name.slice(0, 80)}" is no such name.`,
    );
};

const checkRoom = (
  others: readonly SnapshotNote[],
  { quota, own, more }: { readonly quota: Quota; readonly own: number; readonly more: number },
): void => {
  if (others.length >= MOST_SNAPSHOTS)
    throw plainProblem(
      409,
      `This sandbox has ${others.length} snapshots, which is the maximum: delete one (DELETE /__admin/state/snapshots/{name}), or take this one under the name of another.`,
    );
  const ofOthers = bytesIn(others);
  if (own + ofOthers + more > quota.bytes)
    throw quotaExceeded({
      type: 'storage-full',
      quota: { name: 'bytes', limit: quota.bytes, used: own + ofOthers, setting: '--limits sandbox-bytes' },
      detail: `This sandbox may hold ${quota.bytes} bytes with its snapshots: it holds ${own}, its snapshots ${ofOthers}, and this one would take ${more} more. Delete one, or raise --limits sandbox-bytes.`,
    });
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
