import { type Dump, type Store, StoreError, type StoreReader } from '../../engine/sandbox/store.ts';
import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import { createCommitter } from './committer.ts';
import { valueOf } from './memory-key-list.ts';
import { type ContentSource, type MemoryPartition, type WriteSet, createMemoryPartition } from './memory-partition.ts';
import { MemoryReader, dumpPartition } from './memory-reader.ts';
import { MemoryTransaction } from './memory-transaction.ts';
import type { NotedDocument, Notes, Persistence } from './persistence.ts';
import { type QueuedTransaction, createTransactionQueues } from './transaction-queues.ts';

interface KeptStoreParts {
  readonly persistence: Persistence;
  readonly nextTurn: NextTurn;
  /** Of transactions that wait for each other, and of long work. */
  readonly pauses?: (() => Pause) | undefined;
  /** Bytes that documents may take in memory, beside the sandboxes that are in use. */
  readonly memory?: number | undefined;
  /** When a sandbox in which something was written has its next job, in wall-clock milliseconds; Infinity: never. */
  readonly nextDue?:
    | ((sandbox: string, collections: readonly string[], reader: StoreReader) => number | undefined)
    | undefined;
  /** Called when something was written in a sandbox, which is not durable yet. */
  readonly noted?: ((sandbox: string) => void) | undefined;
}

interface KeptStore extends Store {
  /** Has something written of a sandbox that is no document: nobody waits for it. */
  readonly touch: (sandbox: string) => void;
  /** Forgets sandboxes, at least one, once all their work is durable; `work` runs while nothing else works on them. */
  readonly release: (sandboxes: readonly string[], work: () => Promise<void>) => Promise<void>;
  /** Forgets a sandbox at once: those who work on it are told why. */
  readonly drop: (sandbox: string, error: unknown) => void;
  readonly inMemory: () => readonly string[];
}

const MEBIBYTE = 1_048_576;

/** Transactions after which the memory is looked at again. */
const OFTEN = 100;

const GIVEN_UP = new StoreError('another server has taken over the sandbox', { fault: 'unreachable' });

/**
 * Works on sandboxes in memory and keeps them elsewhere. What a transaction or a reader has seen is durable before it is told its
 * result (the output gate of Cloudflare's Durable Objects); meanwhile the next transaction of the same sandbox begins. If a
 * flush fails, the sandboxes in it are dropped and loaded again: nobody was told of what is lost.
 */
export const createKeptStore = (parts: KeptStoreParts): KeptStore => {
  const { persistence, nextTurn, pauses = () => NO_PAUSE, memory = 256 * MEBIBYTE, nextDue } = parts;
  const queues = createTransactionQueues(pauses);
  /** Those used last are at the end. */
  const copies = new Map<string, MemoryPartition>();
  let failure: unknown = GIVEN_UP;
  let transactions = 0;

  const committer = createCommitter({
    flush: persistence.flush,
    lost: (sandbox, error = GIVEN_UP) => {
      failure = error;
      copies.delete(sandbox);
      return error;
    },
    nextTurn,
  });

  const copyOf = (sandbox: string): MemoryPartition | Promise<MemoryPartition> => {
    const known = copies.get(sandbox);
    if (known === undefined) return load(sandbox);
    copies.delete(sandbox);
    copies.set(sandbox, known);
    return known;
  };

  const load = async (sandbox: string): Promise<MemoryPartition> => {
    const pause = pauses();
    for (;;) {
      const { contents, isStill, ...documents } = await persistence.load(sandbox, pause);
      const copy = await toCopy(documents, contents, pause);
      if (isStill?.() === false) continue;
      copies.set(sandbox, copy);
      makeRoom();
      return copy;
    }
  };

  const checkSure = (): void => {
    if (persistence.isSure?.() === false) throw failure;
  };

  /** What was seen of a copy that was dropped meanwhile, or changed in it, is lost. */
  const checkKept = (sandbox: string, copy: MemoryPartition): void => {
    persistence.isSure?.();
    if (copies.get(sandbox) !== copy) throw failure;
  };

  /** Works on a sandbox in its turn; settles once all that the work has seen is durable. */
  const seeing = async <T>(
    sandbox: string,
    work: (copy: MemoryPartition, queued: QueuedTransaction) => T | Promise<T>,
  ): Promise<T> => {
    let durable: Promise<void> | undefined;
    const seen = async (queued: QueuedTransaction): Promise<T> => {
      // What is dropped is loaded again.
      persistence.isSure?.();
      const copy = await copyOf(sandbox);
      const end = (): void => {
        checkKept(sandbox, copy);
        durable = committer.durable(sandbox);
      };
      try {
        const result = await work(copy, queued);
        end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    };
    try {
      return await queues.take(sandbox, seen);
    } finally {
      await durable;
      if (durable !== undefined) checkSure();
    }
  };

  /** Drops those that were used least recently, each in its turn: they are loaded again when they are needed. */
  const makeRoom = (): void => {
    let used = 0;
    for (const copy of copies.values()) used += bytesOf(copy);
    // The one used last stays.
    let others = copies.size - 1;
    for (const [sandbox, copy] of copies) {
      if (used <= memory || others-- <= 0) return;
      used -= bytesOf(copy);
      const drop = async (): Promise<void> => {
        await committer.durable(sandbox);
        copies.delete(sandbox);
      };
      // Where the flush fails, it is dropped as well.
      queues.take(sandbox, drop).catch(() => undefined);
    }
  };

  const drop: KeptStore['drop'] = (sandbox, error) => {
    failure = error;
    copies.delete(sandbox);
    committer.forget(sandbox, error);
  };

  const sourceOf = (sandbox: string, { contents }: MemoryPartition): ContentSource => {
    const read = async (id: string): Promise<Uint8Array | undefined> =>
      committer.contentOf(sandbox, id)?.slice() ?? (await persistence.readContent(sandbox, id));
    return {
      read,
      readAll: async () => {
        const all = new Map<string, Uint8Array>();
        const pause = pauses();
        for (const id of contents.keys()) {
          const bytes = await read(id);
          if (bytes !== undefined) all.set(id, bytes);
          await pause();
        }
        return all;
      },
    };
  };

  const dueIn = (sandbox: string, copy: MemoryPartition): number | undefined =>
    nextDue?.(sandbox, [...copy.tables.keys()], readerOf(copy, { isOver: false }));

  /** Without data, the sandbox leaves nothing behind. */
  const replace = async (sandbox: string, data: Dump | undefined, pause = NO_PAUSE): Promise<void> => {
    // Whatever does not fit is found before anything is written.
    const copy = data && (await toCopy(data, sizesIn(data), pauses()));
    const due = copy === undefined ? Infinity : dueIn(sandbox, copy);
    const prepared = await persistence.prepare(data, pause);
    try {
      await queues.take(sandbox, async () => {
        await committer.settled(sandbox);
        await prepared.exchange(sandbox, due);
        copies.delete(sandbox);
        if (copy !== undefined) copies.set(sandbox, copy);
      });
    } finally {
      await prepared.tidy();
    }
    makeRoom();
  };

  return {
    transact: (sandbox, work) =>
      seeing(sandbox, async (copy, queued) => {
        const writes = createWriteSet();
        const elsewhere = { writes, source: sourceOf(sandbox, copy) };
        const transaction = new MemoryTransaction(copy, queued, { elsewhere });
        try {
          const result = await work(transaction);
          checkKept(sandbox, copy);
          if (writes.documents.size > 0 || writes.contents.size > 0) {
            const due = nextDue?.(sandbox, [...writes.documents.keys()], transaction);
            committer.note(sandbox, { ...toNotes(copy, writes), due });
            parts.noted?.(sandbox);
          }
          if (++transactions % OFTEN === 0) makeRoom();
          return result;
        } catch (error) {
          transaction.rollback();
          throw error;
        }
      }),
    read: (sandbox, work) => seeing(sandbox, (copy, queued) => work(readerOf(copy, queued, sourceOf(sandbox, copy)))),
    dump: (sandbox, pause) =>
      seeing(sandbox, (copy) => dumpPartition(copy, { writes: undefined, source: sourceOf(sandbox, copy) }, pause)),
    replace,
    clear: (sandbox, pause) => replace(sandbox, undefined, pause),
    touch: (sandbox) => {
      committer.note(sandbox, { documents: new Map(), positions: new Map(), contents: new Map() });
    },
    release: async (sandboxes, work) => {
      let begin: () => void = () => undefined;
      let end: () => void = () => undefined;
      const isBegun = new Promise<void>((resolve) => (begin = resolve));
      const isOver = new Promise<void>((resolve) => (end = resolve));
      let missing = sandboxes.length;
      const waits = sandboxes.map((sandbox) =>
        queues.take(sandbox, async () => {
          await committer.settled(sandbox)?.catch(() => undefined);
          if (--missing === 0) begin();
          await isOver;
        }),
      );
      await isBegun;
      try {
        await work();
      } finally {
        for (const sandbox of sandboxes) drop(sandbox, GIVEN_UP);
        end();
        await Promise.all(waits);
      }
    },
    inMemory: () => [...copies.keys()],
    drop,
    check: persistence.check,
    backUp: persistence.backUp,
    close: async () => {
      await queues.close();
      await committer.idle();
      await persistence.close();
    },
  };
};

const NO_SOURCE: ContentSource = {
  read: () => Promise.resolve(undefined),
  readAll: () => Promise.resolve(new Map()),
};

/** Without a source, its contents cannot be read. */
export const readerOf = (copy: MemoryPartition, reading: QueuedTransaction, source = NO_SOURCE): StoreReader =>
  new MemoryReader(copy, reading, { writes: undefined, source });

const createWriteSet = (): WriteSet => ({ documents: new Map(), contents: new Map() });

/** A small document with its keys and its places in indexes takes three times its JSON (Node 24). */
const HEAP = 3;

/** An empty sandbox takes memory, too: there may be thousands of names. */
const EMPTY = 1024;

const bytesOf = ({ bytes, contentBytes }: MemoryPartition): number => EMPTY + HEAP * (bytes - contentBytes);

const sizesIn = ({ contents }: Dump): readonly (readonly [id: string, bytes: number])[] =>
  Object.entries(contents).map(([id, { byteLength }]) => [id, byteLength]);

/** `sizes`: bytes of the contents. */
export const toCopy = async (
  { collections, positions }: Pick<Dump, 'collections' | 'positions'>,
  sizes: Iterable<readonly [id: string, bytes: number]>,
  pause: Pause,
): Promise<MemoryPartition> => {
  const copy = createMemoryPartition();
  const elsewhere = { writes: createWriteSet(), source: NO_SOURCE };
  await new MemoryTransaction(copy, { isOver: false }, { elsewhere }).restore(
    { collections, positions, contents: {} },
    pause,
  );
  for (const [id, bytes] of sizes) {
    copy.contents.set(id, bytes);
    copy.contentBytes += bytes;
    copy.bytes += bytes;
  }
  return copy;
};

/** What the documents are now: the next transaction may change them before they are written. */
const toNotes = ({ tables }: MemoryPartition, writes: WriteSet): Notes => {
  const notes: Notes = { documents: new Map(), positions: new Map(), contents: writes.contents };
  for (const [collection, ids] of writes.documents) {
    const table = tables.get(collection);
    const noted = new Map<string, NotedDocument | undefined>();
    for (const id of ids) {
      const entry = table?.byId.get(id);
      noted.set(id, entry && { position: entry.position, value: valueOf(entry), keys: entry.keys ?? [] });
    }
    notes.documents.set(collection, noted);
    notes.positions.set(collection, table?.last ?? 0);
  }
  return notes;
};
