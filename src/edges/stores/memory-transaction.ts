import {
  DuplicateDocument,
  type Key,
  type NewDocument,
  StoreError,
  type StoreTransaction,
} from '../../engine/sandbox/store.ts';
import { sizeOfJson, toKeptJson } from './kept-json.ts';
import type { Entry } from './memory-entry.ts';
import { createMemoryReader } from './memory-reader.ts';
import { type MemoryRoom, type Shelf, keyListOf, putIn, replaceValue, shelfOf, takeOut } from './memory-room.ts';
import { type Turn, checkTurn } from './turns.ts';
import type { Undo } from './undo.ts';

/* eslint-disable @typescript-eslint/require-await -- the port is asynchronous for stores that are elsewhere */
export const createMemoryTransaction = (
  room: MemoryRoom,
  undo: Undo,
  turn: Turn,
  checkMemory: () => void,
): StoreTransaction => {
  const count = (documents: number, bytes: number): void => {
    room.documents += documents;
    room.bytes += bytes;
    undo.push(() => {
      room.documents -= documents;
      room.bytes -= bytes;
    });
  };

  const addKeys = (shelf: Shelf, keys: readonly Key[], entry: Entry): void => {
    for (const { name, text } of keys) {
      const list = keyListOf(shelf, name);
      if (list.add(text, entry)) undo.push(() => list.remove(text, entry));
    }
  };

  const removeKeys = (shelf: Shelf, keys: readonly Key[], entry: Entry): void => {
    for (const { name, text } of keys) {
      const list = keyListOf(shelf, name);
      if (list.remove(text, entry)) undo.push(() => list.add(text, entry));
    }
  };

  const moveLast = (shelf: Shelf, last: number): void => {
    const before = shelf.last;
    shelf.last = last;
    undo.push(() => {
      shelf.last = before;
    });
  };

  const put = (collection: string, { id, position, value, keys }: NewDocument): void => {
    const shelf = shelfOf(room, collection);
    if (shelf.byId.has(id)) throw new DuplicateDocument(`${collection} has a document ${id} already`);
    if (position <= shelf.last) throw new StoreError(`position ${position} of ${collection} was given before`);
    checkMemory();
    const kept = toKeptJson(value);
    const entry: Entry = { id, position, value: kept, size: sizeOfJson(kept) };
    putIn(shelf, entry);
    undo.push(() => {
      takeOut(shelf, entry);
    });
    moveLast(shelf, position);
    addKeys(shelf, keys, entry);
    count(1, entry.size);
  };

  const putContent = (id: string, bytes: Uint8Array | undefined): void => {
    const before = room.contents.get(id);
    if (bytes === undefined) room.contents.delete(id);
    else room.contents.set(id, bytes);
    undo.push(() => {
      if (before === undefined) room.contents.delete(id);
      else room.contents.set(id, before);
    });
    count(0, (bytes?.byteLength ?? 0) - (before?.byteLength ?? 0));
  };

  return {
    ...createMemoryReader(room, turn),
    insert: async (collection, document) => {
      checkTurn(turn);
      put(collection, document);
    },
    update: async (collection, id, value, { removed, added }) => {
      checkTurn(turn);
      const shelf = shelfOf(room, collection);
      const entry = shelf.byId.get(id);
      if (entry === undefined) throw new StoreError(`${collection} has no document ${id}`);
      const before = { ...entry };
      const kept = toKeptJson(value);
      replaceValue(shelf, entry, { value: kept, size: sizeOfJson(kept) });
      undo.push(() => {
        replaceValue(shelf, entry, before);
      });
      removeKeys(shelf, removed, entry);
      addKeys(shelf, added, entry);
      count(0, entry.size - before.size);
    },
    remove: async (collection, id, keys) => {
      checkTurn(turn);
      const shelf = shelfOf(room, collection);
      const entry = shelf.byId.get(id);
      if (entry === undefined) return;
      takeOut(shelf, entry);
      undo.push(() => {
        putIn(shelf, entry);
      });
      removeKeys(shelf, keys, entry);
      count(-1, -entry.size);
    },
    putContent: async (id, bytes) => {
      checkTurn(turn);
      putContent(id, bytes.slice());
    },
    removeContent: async (id) => {
      checkTurn(turn);
      putContent(id, undefined);
    },
    restore: async ({ collections, contents, positions }) => {
      checkTurn(turn);
      for (const [collection, documents] of Object.entries(collections))
        for (const document of documents) put(collection, document);
      for (const [collection, last] of Object.entries(positions)) {
        const shelf = shelfOf(room, collection);
        moveLast(shelf, Math.max(shelf.last, last));
      }
      for (const [id, bytes] of Object.entries(contents)) putContent(id, bytes.slice());
    },
  };
};
/* eslint-enable @typescript-eslint/require-await */
