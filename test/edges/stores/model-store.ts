import {
  DuplicateDocument,
  type Key,
  type ListQuery,
  type NewDocument,
  type Store,
  type StoreReader,
  type StoreTransaction,
} from '../../../src/engine/sandbox/store.ts';
import { parseOwnJson, stringifyJson } from '../../../src/kernel/json.ts';

interface Collection {
  last: number;
  documents: NewDocument[];
}

interface State {
  readonly collections: Map<string, Collection>;
  readonly contents: Map<string, Uint8Array>;
}

/** What a store promises, said as plainly as can be: every transaction works on a copy of everything. */
export const createModelStore = (): Store => {
  const states = new Map<string, State>();
  const stateOf = (sandbox: string): State => states.get(sandbox) ?? { collections: new Map(), contents: new Map() };
  return {
    transact: async (sandbox, work) => {
      const copy = structuredClone(stateOf(sandbox));
      const result = await work(createModelTransaction(copy));
      states.set(sandbox, copy);
      return result;
    },
    read: async (sandbox, work) => work(createModelReader(stateOf(sandbox))),
    dump: (sandbox) => createModelReader(stateOf(sandbox)).dump(),
    replace: async (sandbox, dump) => {
      const fresh: State = { collections: new Map(), contents: new Map() };
      await createModelTransaction(fresh).restore(dump);
      states.set(sandbox, fresh);
    },
    clear: (sandbox) => {
      states.delete(sandbox);
      return Promise.resolve();
    },
    check: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
};

const hasKey = ({ keys }: NewDocument, { name, text }: Key): boolean =>
  keys.some((key) => key.name === name && key.text === text);

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const rank = (value: unknown): number =>
  value === undefined || value === null ? 0 : typeof value === 'string' ? 2 : 1;

const compareMembers = (a: unknown, b: unknown): number => {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (rank(a) !== 1 || rank(b) !== 1) return rank(a) - rank(b);
  const [one, other] = [a as number, b as number];
  return one < other ? -1 : Number(one > other);
};

const valueOf = ({ value }: NewDocument): unknown => value;

/* oxlint-disable typescript/require-await -- contents are read elsewhere */
const createModelReader = ({ collections, contents }: State): StoreReader => {
  const documents = (collection: string): readonly NewDocument[] => collections.get(collection)?.documents ?? [];
  const list = (collection: string, { keys, sortBy }: ListQuery): NewDocument[] => {
    const found = documents(collection).filter((document) => keys.every((key) => hasKey(document, key)));
    const member = ({ value }: NewDocument): unknown => (value as Record<string, unknown>)[sortBy ?? ''];
    return sortBy === undefined ? found : found.sort((a, b) => compareMembers(member(a), member(b)));
  };
  const inOrderOf = (collection: string, name: string): unknown[] =>
    documents(collection)
      .flatMap(({ keys, value }) => {
        const texts = new Set(keys.filter((key) => key.name === name).map(({ text }) => text));
        return [...texts].map((text) => ({ text, value }));
      })
      .sort((a, b) => compareTexts(a.text, b.text))
      .map(({ value }) => value);
  return {
    get: (collection, id) => documents(collection).find((document) => document.id === id)?.value,
    find: (collection, key, limit) =>
      documents(collection)
        .filter((document) => hasKey(document, key))
        .slice(0, limit)
        .map(valueOf),
    lowest: (collection, name, limit) => inOrderOf(collection, name).slice(0, limit),
    list: (collection, query) => {
      const found = list(collection, query);
      if (query.descending) found.reverse();
      return { values: found.slice(query.offset, query.offset + query.limit).map(valueOf), total: found.length };
    },
    usage: () => ({
      documents: [...collections.keys()].reduce((sum, name) => sum + documents(name).length, 0),
      bytes: NaN,
    }),
    content: async (id) => contents.get(id),
    dump: async () => ({
      collections: Object.fromEntries([...collections].map(([name, each]) => [name, each.documents])),
      positions: Object.fromEntries([...collections].map(([name, { last }]) => [name, last])),
      contents: Object.fromEntries(contents),
    }),
  };
};

const createModelTransaction = (state: State): StoreTransaction => {
  const { collections, contents } = state;
  const collectionOf = (name: string): Collection => {
    const collection = collections.get(name) ?? { last: 0, documents: [] };
    collections.set(name, collection);
    return collection;
  };
  const insert = (name: string, document: NewDocument): void => {
    const known = collections.get(name);
    if (known?.documents.some(({ id }) => id === document.id) === true) throw new DuplicateDocument('twice');
    const collection = collectionOf(name);
    collection.documents.push({ ...document, value: parseOwnJson(stringifyJson(document.value)) });
    collection.last = document.position;
  };
  return {
    ...createModelReader(state),
    insert: (collection, make) => {
      const position = (collections.get(collection)?.last ?? 0) + 1;
      const { id, value, keysOf } = make({ position, usage: { documents: NaN, bytes: NaN } });
      insert(collection, { id, position, value, keys: keysOf?.(value as never) ?? [] });
      return value;
    },
    update: (name, id, value, keysOf) => {
      const keys = keysOf?.(value as never) ?? [];
      const collection = collectionOf(name);
      collection.documents = collection.documents.map((document) =>
        document.id === id ? { ...document, value: parseOwnJson(stringifyJson(value)), keys } : document,
      );
    },
    remove: (name, id) => {
      const collection = collections.get(name);
      if (collection !== undefined)
        collection.documents = collection.documents.filter((document) => document.id !== id);
    },
    putContent: (id, bytes) => void contents.set(id, bytes),
    removeContent: (id) => void contents.delete(id),
    restore: async (dump) => {
      for (const [name, documents] of Object.entries(dump.collections))
        for (const document of documents) insert(name, document);
      for (const [name, last] of Object.entries(dump.positions)) collectionOf(name).last = last;
      for (const [id, bytes] of Object.entries(dump.contents)) contents.set(id, bytes);
    },
  };
};
/* oxlint-enable typescript/require-await */
