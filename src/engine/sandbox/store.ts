import type { Pause } from '../../kernel/time-slices.ts';

/**
 * The storage of sandboxes. One port, several backends; `test/edges/stores/store-conformance.ts` specifies their
 * behaviour. A backend handles documents, keys and contents, without domain knowledge.
 *
 * A sandbox is in memory while it is worked on: what reads and changes it is synchronous, and only contents are read from
 * where they are kept. A failure of the backend (a full disk, a closed store, incorrect use by the caller) is a
 * {@link StoreError}.
 */
export interface Store {
  /**
   * Runs `work` in an exclusive transaction on the data of one sandbox: committed as a whole, or rolled back if it
   * throws. The writes of a resolved transaction survive the end of the process if the backend is persistent.
   *
   * Work that takes long may await its pauses: until it ends, other work on the sandbox waits. It must use its transaction
   * no more when it has ended, and not await other work on the same sandbox: that would deadlock, which nothing detects.
   */
  readonly transact: <T>(sandbox: string, work: (transaction: StoreTransaction) => T | Promise<T>) => Promise<T>;
  /** Runs `work` on one committed snapshot of the sandbox. */
  readonly read: <T>(sandbox: string, work: (reader: StoreReader) => T | Promise<T>) => Promise<T>;
  /** Everything in a sandbox, for an export. Pauses between documents; other work waits only until they are copied. */
  readonly dump: (sandbox: string, pause?: Pause, copied?: () => void) => Promise<Dump>;
  /**
   * Replaces everything in a sandbox, including positions, with a `dump`. Atomic, even if the process ends in the
   * middle. Pauses between documents: what is written to the sandbox meanwhile may be lost.
   */
  readonly replace: (sandbox: string, dump: Dump, pause?: Pause) => Promise<void>;
  /** Deletes everything in a sandbox, including positions. */
  readonly clear: (sandbox: string, pause?: Pause) => Promise<void>;
  /** Why nothing can be written at the moment; undefined if it can. */
  readonly check: () => Promise<StoreFault | undefined>;
  /** A copy of all data, to be read once; undefined for a store that does not keep its data. */
  readonly backUp?: () => Promise<AsyncIterable<Uint8Array>>;
  /** Waits for running work, then closes the store; later calls are rejected. */
  readonly close: () => Promise<void>;
}

/**
 * Values are JSON; integers beyond 2^53 are BigInts. Values are returned as a JSON round trip would yield them (members
 * that are undefined are omitted), and what is read is frozen. A value that is written belongs to the store: its writer
 * must not change it afterwards, and no store has to notice if it does. Names, ids and keys are arbitrary strings, sorted by code points.
 */
export interface StoreReader {
  readonly get: (collection: string, id: string) => unknown;
  /** The values under a key, oldest first. */
  readonly find: (collection: string, key: Key, limit?: number) => readonly unknown[];
  /** The values with the lowest keys of a name, in order; of equal keys the older first. Each document has one such key. */
  readonly lowest: (collection: string, name: string, limit: number) => readonly unknown[];
  readonly list: (collection: string, query: ListQuery) => Page<unknown>;
  readonly usage: () => Usage;
  readonly content: (id: string) => Promise<Uint8Array | undefined>;
  /** Everything in the sandbox. Pauses between documents. */
  readonly dump: (pause?: Pause) => Promise<Dump>;
}

export interface StoreTransaction extends StoreReader {
  /**
   * Adds the document that `make` creates for its position, and returns its value. Throws {@link DuplicateDocument},
   * without any change, if the collection already contains the id.
   */
  readonly insert: <T>(
    collection: string,
    make: (place: {
      /** 1 for the first document of the collection; never reused. */
      readonly position: number;
      /** The usage of the sandbox without the document. */
      readonly usage: Usage;
    }) => Draft<T>,
  ) => T;
  /** Replaces a value, keeping its position. Throws if there is none. */
  readonly update: (collection: string, id: string, value: unknown, keysOf?: KeysOf) => void;
  /** No effect if there is none. */
  readonly remove: (collection: string, id: string) => void;
  readonly putContent: (id: string, bytes: Uint8Array) => void;
  readonly removeContent: (id: string) => void;
  /** Restores a `dump` into an empty sandbox. */
  readonly restore: (dump: Dump, pause?: Pause) => Promise<void>;
}

/** An index entry: a string under a name. A document can be found by each of its keys. */
export interface Key {
  readonly name: string;
  readonly text: string;
}

/** The keys of a document follow from its value: they are not kept beside it, which would take a third more memory. */
export type KeysOf = (value: never) => readonly Key[];

/** A document to be added. */
export interface Draft<T> {
  readonly id: string;
  readonly value: T;
  /** If omitted, it has none. */
  readonly keysOf?: KeysOf | undefined;
}

/** A document of a dump. */
export interface NewDocument {
  readonly id: string;
  /** Greater than all other positions of the collection at the time of insertion. */
  readonly position: number;
  readonly value: unknown;
  readonly keys: readonly Key[];
}

export interface ListQuery {
  /** Documents must have all of these keys. */
  readonly keys: readonly Key[];
  /**
   * A top-level member of the value: missing and null sort before numbers, numbers before strings, equal values by age.
   * Undefined sorts by age.
   */
  readonly sortBy: string | undefined;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly values: readonly T[];
  /** The number of all matches, regardless of the limit. */
  readonly total: number;
}

export interface Usage {
  readonly documents: number;
  /** Approximate size of the documents and contents, without keys. */
  readonly bytes: number;
}

export interface Dump {
  readonly collections: Readonly<Record<string, readonly NewDocument[]>>;
  readonly contents: Readonly<Record<string, Uint8Array>>;
  /** The last assigned position by collection: positions of removed documents are not reused. */
  readonly positions: Readonly<Record<string, number>>;
}

export class DuplicateDocument extends Error {
  override readonly name = 'DuplicateDocument';
}

/** The message may be shown to the operator of the server, and names the remedy if there is one. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly fault: StoreFault;

  constructor(
    message: string,
    { fault = 'other', cause }: { readonly fault?: StoreFault; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** The sandbox is at another server, or about to be. */
export class SandboxMoved extends StoreError {
  constructor(message: string) {
    super(message, { fault: 'unreachable' });
  }
}

/**
 * A full disk, a file that cannot be written, and a database that is away are faults of the surroundings, which end without
 * a restart.
 */
export type StoreFault = 'full' | 'unwritable' | 'unreachable' | 'other';
