import { afterEach, beforeEach } from '@jest/globals';
import type { Key, NewDocument, Store, StoreReader, StoreTransaction } from '../../../src/engine/sandbox/store.ts';

/** A store as the conformance suite needs it. */
interface Backend {
  /** Opens the same data again and again, where they survive; there is one open store at a time. */
  readonly open: () => Promise<Store>;
  /** What was kept is there after `close` and `open`. */
  readonly survives: boolean;
  /** How many random histories are played; each call of a remote store takes a network round trip. */
  readonly histories?: number;
  readonly remove: () => Promise<void>;
}

export type CreateBackend = () => Promise<Backend>;

/** A store that is fresh for each test. */
export interface Fresh {
  readonly store: Store;
  readonly survives: boolean;
  /** Closes the store and opens it again. */
  readonly reopen: () => Promise<void>;
}

export const freshForEachTest = (create: CreateBackend): Fresh => {
  let backend: Backend;
  let store: Store;
  beforeEach(async () => {
    backend = await create();
    store = await backend.open();
  });
  afterEach(async () => {
    await store.close();
    await backend.remove();
  });
  return {
    get store() {
      return store;
    },
    get survives() {
      return backend.survives;
    },
    reopen: async () => {
      if (!backend.survives) return;
      await store.close();
      store = await backend.open();
    },
  };
};

export const SANDBOX = 'demo';

export const transact = <T>({ store }: Fresh, work: (transaction: StoreTransaction) => T | Promise<T>): Promise<T> =>
  store.transact(SANDBOX, work);

export const read = <T>({ store }: Fresh, work: (reader: StoreReader) => T | Promise<T>): Promise<T> =>
  store.read(SANDBOX, work);

export const key = (name: string, text: string): Key => ({ name, text });

/** Inserts where the next document stands. */
export const insert = async (
  transaction: StoreTransaction,
  collection: string,
  id: string,
  { value = { id }, keys = [] }: Partial<Pick<NewDocument, 'value' | 'keys'>> = {},
): Promise<void> => {
  await transaction.insert(collection, () => ({ id, value, keysOf: () => keys }));
};

/** Where the next document of a collection will stand: 1 for the first, and never the same twice. */
export const nextPosition = async (reader: StoreReader, collection: string): Promise<number> =>
  ((await reader.dump()).positions[collection] ?? 0) + 1;

/** The whole list, oldest first. */
export const EVERYTHING = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: 1_000_000 } as const;
