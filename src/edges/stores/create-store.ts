import { type Dump, SandboxMoved, type Store, type StoreReader } from '../../engine/sandbox/store.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import { Partition } from './partition.ts';
import { type Persistence, createNotes, type Notes, hasData } from './persistence.ts';
import { type ReadContent, Reader, Transaction, fillPartition } from './transaction.ts';
import { createTransactionQueues } from './transaction-queues.ts';

const MEBIBYTE = 1_048_576;

/** Changes after which the memory is looked at again. */
const OFTEN = 100;

const GIVEN_UP = new SandboxMoved('another server has taken over the sandbox');

/**
 * Works on sandboxes in memory, and may keep them elsewhere. What a transaction or a reader has seen is durable before it is
 * told its result (the output gate of Cloudflare's Durable Objects); meanwhile the next transaction of the same sandbox begins.
 * If a flush fails, the sandboxes in it are dropped and loaded again: nobody was told of what is lost.
 *
 * (Why not SQLite in memory: a commit there costs more the larger the data is, 30 microseconds at 1,000 orders and 110 at
 * 100,000, and a page of documents must be parsed on each read.)
 */
export const createStore = (
  parts: {
    /** Undefined: nothing outlives the process. */
    readonly persistence?: Persistence;
    /** When a flush begins. */
    readonly nextTurn?: NextTurn | undefined;
    /** Of transactions that wait for each other, and of long work. */
    readonly pauses?: (() => Pause) | undefined;
    /** Bytes that documents may take in memory where they are kept elsewhere, beside the sandboxes that are in use. */
    readonly memory?: number | undefined;
    /** What all sandboxes may take where nothing is kept elsewhere. */
    readonly account?: MemoryAccount | undefined;
    /** When a sandbox in which something was written has its next job, in wall-clock milliseconds; Infinity: never. */
    readonly nextDue?: (sandbox: string, collections: readonly string[], reader: StoreReader) => number | undefined;
    /** Called when something was written in a sandbox, which is not durable yet. */
    readonly noted?: (sandbox: string) => void;
  } = {},
) => {
  const { persistence, nextTurn = queueMicrotask, pauses = () => NO_PAUSE, memory = 256 * MEBIBYTE, account } = parts;
  const queues = createTransactionQueues(pauses);
  /** Those used last are at the end. */
  const partitions = new Map<string, Partition>();
  let failure: unknown = GIVEN_UP;
  let changes = 0;

  const committer = createCommitter({
    flush: async (notes) => persistence?.flush(notes) ?? [],
    lost: (sandbox, error = GIVEN_UP) => {
      failure = error;
      partitions.delete(sandbox);
      return error;
    },
    nextTurn,
  });

  const partitionOf = (sandbox: string): Partition | Promise<Partition> => {
    if (persistence === undefined) return getOrInsert(partitions, sandbox, () => new Partition(account));
    const found = partitions.get(sandbox);
    if (found === undefined) return load(sandbox, persistence);
    partitions.delete(sandbox);
    partitions.set(sandbox, found);
    return found;
  };

  const load = async (sandbox: string, persistence: Persistence): Promise<Partition> => {
    const pause = pauses();
    for (;;) {
      const { contents, isStill, ...documents } = await persistence.load(sandbox, pause);
      const partition = await fillPartition(documents, contents, pause);
      if (isStill?.() === false) continue;
      partitions.set(sandbox, partition);
      makeRoom();
      return partition;
    }
  };

  /** What was seen of a partition that was dropped meanwhile, or changed in it, is lost. */
  const checkKept = (sandbox: string, partition: Partition): void => {
    persistence?.isSure?.();
    if (partitions.get(sandbox) !== partition) throw failure;
  };

  const contentsOf = (sandbox: string) => persistence && ((id: string) => persistence.readContent(sandbox, id));

  const checkSure = (): void => {
    if (persistence?.isSure?.() === false) throw failure;
  };

  /** Works on a sandbox in its turn; settles once all that the work has seen is durable. */
  const use = <R extends Reader, T>(
    sandbox: string,
    Use: new (partition: Partition, readContent?: ReadContent) => R,
    work: (reader: R) => T | Promise<T>,
  ): Promise<T> => {
    let durable: Promise<void> | undefined;
    const result = queues.take(sandbox, async () => {
      // What is dropped is loaded again.
      persistence?.isSure?.();
      const found = partitionOf(sandbox);
      const partition = found instanceof Partition ? found : await found;
      const reader = new Use(partition, contentsOf(sandbox));
      try {
        const worked = work(reader);
        const seen = worked instanceof Promise ? await worked : worked;
        checkKept(sandbox, partition);
        if (reader instanceof Transaction) note(sandbox, partition, reader);
        return seen;
      } catch (error) {
        if (reader instanceof Transaction) reader.rollback();
        throw error;
      } finally {
        reader.end();
        checkKept(sandbox, partition);
        durable = persistence && committer.durable(sandbox);
      }
    });
    const gated = async (): Promise<T> => {
      try {
        return await result;
      } finally {
        await durable;
        if (durable !== undefined) checkSure();
      }
    };
    return persistence === undefined ? result : gated();
  };

  /** Drops those that were used least recently, each in its turn: they are loaded again when they are needed. */
  const makeRoom = (): void => {
    let used = 0;
    for (const partition of partitions.values()) used += bytesOf(partition);
    // The one used last stays.
    let others = partitions.size - 1;
    for (const [sandbox, partition] of partitions) {
      if (used <= memory || others-- <= 0) return;
      used -= bytesOf(partition);
      const drop = async (): Promise<void> => {
        await committer.durable(sandbox);
        partitions.delete(sandbox);
      };
      // Where the flush fails, it is dropped as well.
      queues.take(sandbox, drop).catch(() => undefined);
    }
  };

  /** Forgets a sandbox at once: those who work on it are told why. */
  const drop = (sandbox: string, error: unknown): void => {
    failure = error;
    partitions.delete(sandbox);
    committer.forget(sandbox, error);
  };

  const note = (sandbox: string, partition: Partition, transaction: Transaction): void => {
    const notes = persistence && transaction.notes();
    if (notes === undefined) return;
    notes.due = parts.nextDue?.(sandbox, [...notes.documents.keys()], transaction);
    committer.note(sandbox, notes);
    parts.noted?.(sandbox);
    // Contents are in memory until they can be read where they are kept.
    const release = (): void => {
      for (const [id, bytes] of notes.contents)
        if (bytes !== undefined && partition.contents.get(id) === bytes) partition.contents.set(id, bytes.byteLength);
    };
    if (notes.contents.size > 0) void committer.durable(sandbox)?.then(release, () => undefined);
    if (++changes % OFTEN === 0) makeRoom();
  };

  const read: Store['read'] = (sandbox, work) => use(sandbox, Reader, work);

  /** Without data, the sandbox leaves nothing behind. */
  const replace = async (sandbox: string, dump: Dump | undefined, pause = NO_PAUSE): Promise<void> => {
    // Whatever does not fit is found before anything is written.
    const partition =
      dump && (await fillPartition(dump, contentsIn(dump), persistence === undefined ? pause : pauses(), account));
    const exchangeInTurn = (exchange: () => Promise<void>): Promise<void> =>
      queues.take(sandbox, async () => {
        await committer.settled(sandbox);
        await exchange();
        if (persistence === undefined) partitions.get(sandbox)?.free();
        partitions.delete(sandbox);
        if (partition !== undefined) partitions.set(sandbox, partition);
      });
    const due =
      partition === undefined
        ? Infinity
        : parts.nextDue?.(sandbox, [...partition.tables.keys()], new Reader(partition));
    await (persistence?.replace(sandbox, { dump, due }, pause, exchangeInTurn) ??
      exchangeInTurn(() => Promise.resolve()));
    if (persistence !== undefined) makeRoom();
  };

  /** Bytes where all are in memory; else how many there are. */
  const contentsIn = ({ contents }: Dump) =>
    Object.entries(contents).map(([id, bytes]) => [id, persistence === undefined ? bytes : bytes.byteLength] as const);

  const transact: Store['transact'] = (sandbox, work) => use(sandbox, Transaction, work);

  return {
    transact,
    read,
    // Others wait for the copy alone.
    dump: async (sandbox: string, pause?: Pause, copied?: () => void) => {
      const make = await use(sandbox, Reader, (reader) => reader.copy(pause, copied));
      return make();
    },
    replace,
    clear: (sandbox: string, pause?: Pause) => replace(sandbox, undefined, pause),
    check: persistence?.check ?? (() => Promise.resolve(undefined)),
    ...(persistence && { backUp: persistence.backUp }),
    close: async (): Promise<void> => {
      await queues.close();
      await committer.idle();
      await persistence?.close();
      partitions.clear();
    },
    /** Has something written of a sandbox that is no document: nobody waits for it. */
    touch: (sandbox: string): void => {
      committer.note(sandbox, createNotes());
    },
    /** Forgets sandboxes, at least one, once all their work is durable; `work` runs while nothing else works on them. */
    release: async (sandboxes: readonly string[], work: () => Promise<void>): Promise<void> => {
      const [begun, over] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      let missing = sandboxes.length;
      const waits = sandboxes.map((sandbox) =>
        queues.take(sandbox, async () => {
          await committer.settled(sandbox)?.catch(() => undefined);
          if (--missing === 0) begun.resolve(undefined);
          await over.promise;
        }),
      );
      await begun.promise;
      try {
        await work();
      } finally {
        for (const sandbox of sandboxes) drop(sandbox, GIVEN_UP);
        over.resolve(undefined);
        await Promise.all(waits);
      }
    },
    drop,
    inMemory: (): readonly string[] => [...partitions.keys()],
  };
};

/** Stores everything in this process, for its lifetime. */
export const createMemoryStore = (account?: MemoryAccount, pauses?: () => Pause): Store =>
  createStore({ account, pauses });

/** A small document with its keys and its places in indexes takes three times its JSON (Node 24). */
const HEAP = 3;

/** An empty sandbox takes memory, too: there may be thousands of names. */
const EMPTY = 1024;

const bytesOf = ({ bytes, contentBytes }: Partition): number => EMPTY + HEAP * (bytes - contentBytes);

interface Flush {
  readonly notes: Map<string, Notes>;
  /** What those are told who wait for these sandboxes. */
  readonly lost: Map<string, unknown>;
  readonly ended: PromiseWithResolvers<void>;
}

/**
 * Writes what transactions have changed, one flush at a time for all sandboxes: while one is under way, later changes gather in
 * the next (group commit).
 */
const createCommitter = ({
  flush,
  lost,
  nextTurn,
}: Pick<Persistence, 'flush'> & {
  /** Called before those who wait are told: what was noted of a sandbox could not be written. Returns what they are told. */
  readonly lost: (sandbox: string, error: unknown) => unknown;
  readonly nextTurn: NextTurn;
}) => {
  let gathering: Flush | undefined;
  let underWay: Flush | undefined;

  /** Forgets what has gathered of a sandbox; those who wait for it are told why. */
  const forget = (sandbox: string, error: unknown): void => {
    if (gathering?.notes.delete(sandbox) === true) gathering.lost.set(sandbox, error);
  };

  const begin = async (): Promise<void> => {
    if (gathering === undefined || underWay !== undefined) return;
    underWay = gathering;
    gathering = undefined;
    const { notes, lost: told, ended } = underWay;
    /** What has gathered meanwhile may rest on what was lost. */
    const lose = (sandbox: string, error?: unknown): void => {
      const reason = lost(sandbox, error);
      told.set(sandbox, reason);
      forget(sandbox, reason);
    };
    try {
      for (const sandbox of await flush(notes)) lose(sandbox);
    } catch (error) {
      for (const sandbox of notes.keys()) lose(sandbox, error);
    }
    underWay = undefined;
    ended.resolve();
    void begin();
  };

  const whenDurable = (sandbox: string, isMeant: (notes: Notes) => boolean): Promise<void> | undefined => {
    const flushing = [gathering, underWay].find((one) => {
      const notes = one?.notes.get(sandbox);
      return notes !== undefined && isMeant(notes);
    });
    const durable = flushing?.ended.promise.then(() => {
      if (flushing.lost.has(sandbox)) throw flushing.lost.get(sandbox);
    });
    // Those who wait are told; perhaps nobody does.
    durable?.catch(() => undefined);
    return durable;
  };

  return {
    note: (sandbox: string, notes: Notes): void => {
      if (gathering === undefined) {
        gathering = { notes: new Map(), lost: new Map(), ended: Promise.withResolvers() };
        nextTurn(() => void begin());
      }
      const former = gathering.notes.get(sandbox);
      if (former === undefined) gathering.notes.set(sandbox, notes);
      else addTo(former, notes);
    },
    /** Settles when the data that was noted of a sandbox is durable, or lost; undefined if there is nothing to wait for. */
    durable: (sandbox: string) => whenDurable(sandbox, hasData),
    /** The same for all that was noted, also what nobody else waits for. */
    settled: (sandbox: string) => whenDurable(sandbox, () => true),
    forget,
    /** Resolves when nothing is left to write. */
    idle: async (): Promise<void> => {
      for (let last; (last = gathering ?? underWay) !== undefined;) await last.ended.promise;
    },
  };
};

const addTo = (former: Notes, { documents, positions, contents, due }: Notes): void => {
  for (const [collection, noted] of documents) {
    const all = former.documents.get(collection);
    if (all === undefined) former.documents.set(collection, noted);
    else for (const [id, document] of noted) all.set(id, document);
  }
  for (const [collection, last] of positions) former.positions.set(collection, last);
  for (const [id, bytes] of contents) former.contents.set(id, bytes);
  if (due !== undefined) former.due = due;
};
