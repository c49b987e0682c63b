import { isDeepStrictEqual } from 'node:util';
import type { Collection } from './collection.ts';
import type { Store, StoreReader, StoreTransaction } from './store.ts';

/**
 * What belongs to no sandbox (the list of created ones, links, clients, keys), under a name that no sandbox can have. All
 * servers of a store read it, each change is made by its home: what is decided is decided on what a change reads.
 */
export const DIRECTORY = '$directory';

/** One kind of records of the directory, or of a partition beside a sandbox, which no reset affects. */
export interface Directory<T> {
  readonly get: (id: string) => Promise<T | undefined>;
  /** Oldest first. */
  readonly all: () => Promise<readonly T[]>;
  /** As a whole or, if it throws, not at all. */
  readonly change: <R>(work: (records: DirectoryRecords<T>, transaction: StoreTransaction) => R) => Promise<R>;
  /** Undefined if there is no such record, or `how` wants none of it. */
  readonly revise: (id: string, how: (before: T) => T | undefined) => Promise<T | undefined>;
}

interface DirectoryRecords<T> {
  readonly get: (id: string) => T | undefined;
  readonly all: () => readonly T[];
  /** Adds what `make` returns for a number that is never assigned twice. */
  readonly add: (make: (position: number) => T) => T;
  /** Adds the record, or replaces the one with its id. */
  readonly put: (record: T) => void;
  readonly remove: (id: string) => void;
}

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };

export const createDirectory = <T>(
  store: Store,
  { name, idOf }: Omit<Collection<T>, 'keysOf'>,
  partition = DIRECTORY,
): Directory<T> => {
  const get = (reader: StoreReader, id: string) => reader.get(name, id) as T | undefined;
  const all = (reader: StoreReader) => reader.list(name, ALL).values as readonly T[];
  const change: Directory<T>['change'] = (work) =>
    store.transact(partition, (transaction) => {
      const add = (make: (position: number) => T): T =>
        transaction.insert(name, ({ position }) => {
          const value = make(position);
          return { id: idOf(value), value };
        });
      const records: DirectoryRecords<T> = {
        get: (id) => get(transaction, id),
        all: () => all(transaction),
        add,
        put: (record) => {
          const before = get(transaction, idOf(record));
          if (before === undefined) add(() => record);
          else if (!isDeepStrictEqual(before, record)) transaction.update(name, idOf(record), record);
        },
        remove: (id) => {
          transaction.remove(name, id);
        },
      };
      return work(records, transaction);
    });
  return {
    get: (id) => store.read(partition, (reader) => get(reader, id)),
    all: () => store.read(partition, all),
    change,
    revise: (id, how) =>
      change((records) => {
        const before = records.get(id);
        const after = before && how(before);
        if (after !== undefined) records.put(after);
        return after;
      }),
  };
};
