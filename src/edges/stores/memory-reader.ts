import type { Dump, Key, NewDocument, StoreReader } from '../../engine/sandbox/store.ts';
import type { Entry } from './memory-entry.ts';
import { type MemoryRoom, type Shelf, entriesUnder, listEntries } from './memory-room.ts';
import { toSortedRecord } from './order-of-values.ts';
import { type Turn, checkTurn } from './turns.ts';

/* eslint-disable @typescript-eslint/require-await -- the port is asynchronous for stores that are elsewhere */
export const createMemoryReader = (room: MemoryRoom, turn: Turn): StoreReader => {
  const shelf = (collection: string): Shelf | undefined => {
    checkTurn(turn);
    return room.shelves.get(collection);
  };
  return {
    get: async (collection, id) => shelf(collection)?.byId.get(id)?.value,
    find: async (collection, key, limit = Infinity) => {
      const found = shelf(collection);
      return found === undefined
        ? []
        : entriesUnder(found, key)
            .page(0, limit, false)
            .map(({ value }) => value);
    },
    first: async (collection, name) => shelf(collection)?.keyLists.get(name)?.first?.value,
    list: async (collection, query) => {
      const found = shelf(collection);
      return found === undefined ? { values: [], total: 0 } : listEntries(found, query);
    },
    nextPosition: async (collection) => (shelf(collection)?.last ?? 0) + 1,
    usage: async () => {
      checkTurn(turn);
      return { documents: room.documents, bytes: room.bytes };
    },
    // A copy: bytes cannot be frozen.
    content: async (id) => {
      checkTurn(turn);
      return room.contents.get(id)?.slice();
    },
    dump: async () => {
      checkTurn(turn);
      return dumpRoom(room);
    },
  };
};
/* eslint-enable @typescript-eslint/require-await */

const dumpRoom = ({ shelves, contents }: MemoryRoom): Dump => {
  const used = [...shelves].filter(([, { last }]) => last > 0);
  return {
    collections: toSortedRecord(used.map(([collection, shelf]) => [collection, dumpShelf(shelf)])),
    positions: toSortedRecord(used.map(([collection, { last }]) => [collection, last])),
    contents: toSortedRecord([...contents].map(([id, bytes]) => [id, bytes.slice()])),
  };
};

const dumpShelf = ({ inOrder, keyLists }: Shelf): NewDocument[] => {
  const keys = new Map<Entry, Key[]>();
  for (const [name, list] of keyLists)
    for (const [text, entry] of list) {
      const of = keys.get(entry);
      if (of === undefined) keys.set(entry, [{ name, text }]);
      else of.push({ name, text });
    }
  return [...inOrder].map((entry) => ({
    id: entry.id,
    position: entry.position,
    value: entry.value,
    keys: keys.get(entry) ?? [],
  }));
};
