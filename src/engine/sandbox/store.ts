/**
 * Where sandboxes keep their data. One port, several backends; `test/edges/stores/store-conformance.ts` says what each
 * of them has to do. A backend knows documents, keys and contents, nothing of the trade.
 *
 * Every function is asynchronous because a backend may be another machine; the embedded ones answer at once. What a
 * backend cannot do (a full disk, a closed store, a mistake of the caller's) is a {@link StoreError}.
 */
export interface Store {
  /**
   * Runs `work` alone on the data of one sandbox: all of it is kept, or, when it throws, none. Whatever a resolved
   * transaction wrote survives the end of the process, where the backend survives it at all.
   *
   * Work waits for what it asks of its transaction, and asks it nothing after its end. It begins no other work on the
   * same store, which would wait for its own end: that is rejected.
   */
  readonly transact: <T>(sandbox: string, work: (transaction: StoreTransaction) => Promise<T>) => Promise<T>;
  /** Runs `work` on one committed state of the sandbox. */
  readonly read: <T>(sandbox: string, work: (reader: StoreReader) => Promise<T>) => Promise<T>;
  /**
   * Puts what `dump` gave in the place of everything that a sandbox holds, positions too: all of it or nothing, also when
   * the process ends in the middle of it.
   */
  readonly replace: (sandbox: string, dump: Dump) => Promise<void>;
  /** Forgets everything of a sandbox, positions too. */
  readonly clear: (sandbox: string) => Promise<void>;
  /** Ends after the work that has begun; there is none after it. */
  readonly close: () => Promise<void>;
}

/**
 * Values are JSON; integers beyond 2^53 are BigInts. They come out as JSON would bring them back (a member that is
 * undefined is none), and are frozen. Names, ids and keys are any text; texts stand in the order of their code points.
 */
export interface StoreReader {
  readonly get: (collection: string, id: string) => Promise<unknown>;
  /** The values under a key, oldest first. */
  readonly find: (collection: string, key: Key, limit?: number) => Promise<readonly unknown[]>;
  /** The value with the lowest key of a name, of several the oldest; undefined when there is none. */
  readonly first: (collection: string, name: string) => Promise<unknown>;
  readonly list: (collection: string, query: ListQuery) => Promise<ListResult>;
  readonly usage: () => Promise<Usage>;
  readonly content: (id: string) => Promise<Uint8Array | undefined>;
  /** Everything of the sandbox, for an export. */
  readonly dump: () => Promise<Dump>;
}

export interface StoreTransaction extends StoreReader {
  /**
   * Adds the document that `make` makes for its place, and returns its value. Throws {@link DuplicateDocument}, and
   * changes nothing, when the collection has the id already. (One call and not three, for the place, the usage and the
   * document: each call that is waited for costs a request a percent of its time, and a backend elsewhere a journey.)
   */
  readonly insert: <T>(collection: string, make: (place: PagePosition) => Draft<T>) => Promise<T>;
  /** Replaces a value, in its place; `removed` and `added` are the difference of its keys. Throws when there is none. */
  readonly update: (
    collection: string,
    id: string,
    value: unknown,
    keys: { readonly removed: readonly Key[]; readonly added: readonly Key[] },
  ) => Promise<void>;
  /** Removes a document and its keys, which are all of its keys; nothing happens when there is none. */
  readonly remove: (collection: string, id: string, keys: readonly Key[]) => Promise<void>;
  readonly putContent: (id: string, bytes: Uint8Array) => Promise<void>;
  readonly removeContent: (id: string) => Promise<void>;
  /** Puts back what `dump` gave, into an empty sandbox. */
  readonly restore: (dump: Dump) => Promise<void>;
}

/** A document is found under each of its keys; a key is a text under a name. */
export interface Key {
  readonly name: string;
  readonly text: string;
}

/** A document that is about to be added. */
export interface Draft<T> {
  readonly id: string;
  readonly value: T;
  readonly keys: readonly Key[];
}

/** Where a document will stand. */
export interface PagePosition {
  /** 1 for the first document of the collection, and never the same twice. */
  readonly position: number;
  /** What the sandbox takes up without it. */
  readonly usage: Usage;
}

/** A document of a dump. */
export interface NewDocument extends Draft<unknown> {
  /** Beyond every other that the collection had when it was added. */
  readonly position: number;
}

export interface ListQuery {
  /** The document has all of these. */
  readonly keys: readonly Key[];
  /**
   * A member of the value on its top level: missing and null before numbers before texts, equal ones by age. Undefined
   * sorts by age.
   */
  readonly sortBy: string | undefined;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface ListResult {
  readonly values: readonly unknown[];
  /** Of all that match, not only of those within the limit. */
  readonly total: number;
}

export interface Usage {
  readonly documents: number;
  /** About as many as the documents and contents take up, without keys. */
  readonly bytes: number;
}

export interface Dump {
  readonly collections: Readonly<Record<string, readonly NewDocument[]>>;
  readonly contents: Readonly<Record<string, Uint8Array>>;
  /** The last position that was ever given, by collection: removed documents do not make room for new ones. */
  readonly positions: Readonly<Record<string, number>>;
}

export class DuplicateDocument extends Error {
  override readonly name = 'DuplicateDocument';
}

/** The message is fit to be shown to whoever runs the server, and names the remedy where there is one. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
