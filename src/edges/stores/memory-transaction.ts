import {
  type Draft,
  DuplicateDocument,
  type Dump,
  type Key,
  type Place,
  StoreError,
  type StoreTransaction,
} from '../../engine/sandbox/store.ts';
import { sizeOfJson, toKeptJson } from './kept-json.ts';
import type { Entry } from './memory-entry.ts';
import { MemoryReader } from './memory-reader.ts';
import { type MemoryRoom, type Shelf, keyListOf, putIn, replaceValue, shelfOf, takeOut } from './memory-room.ts';
import { type Turn, failed, tooLate } from './turns.ts';
import { type Undo, takeBack } from './undo.ts';

const DONE = Promise.resolve();

/** A piece of work that writes: at once, and with a note of how each step is taken back. */
export class MemoryTransaction extends MemoryReader implements StoreTransaction {
  readonly #checkMemory: () => void;
  readonly #undo: Undo = [];

  constructor(room: MemoryRoom, turn: Turn, checkMemory: () => void) {
    super(room, turn);
    this.#checkMemory = checkMemory;
  }

  /** Puts everything back as it was before. */
  takeBack(): void {
    takeBack(this.#undo);
  }

  insert<T>(collection: string, make: (place: Place) => Draft<T>): Promise<T> {
    if (this.turn.isOver) return tooLate();
    try {
      const position = (this.room.shelves.get(collection)?.last ?? 0) + 1;
      const draft = make({ position, usage: this.room });
      this.#put(collection, position, draft);
      return Promise.resolve(draft.value);
    } catch (error) {
      return failed(error);
    }
  }

  update(
    collection: string,
    id: string,
    value: unknown,
    { removed, added }: { readonly removed: readonly Key[]; readonly added: readonly Key[] },
  ): Promise<void> {
    return this.#settle(() => {
      const shelf = shelfOf(this.room, collection);
      const entry = shelf.byId.get(id);
      if (entry === undefined) throw new StoreError(`${collection} has no document ${id}`);
      const before = { ...entry };
      const kept = toKeptJson(value);
      replaceValue(shelf, entry, { value: kept, size: sizeOfJson(kept) });
      this.#undo.push(() => {
        replaceValue(shelf, entry, before);
      });
      this.#removeKeys(shelf, removed, entry);
      this.#addKeys(shelf, added, entry);
      this.#count(0, entry.size - before.size);
    });
  }

  remove(collection: string, id: string, keys: readonly Key[]): Promise<void> {
    return this.#settle(() => {
      const shelf = shelfOf(this.room, collection);
      const entry = shelf.byId.get(id);
      if (entry === undefined) return;
      takeOut(shelf, entry);
      this.#undo.push(() => {
        putIn(shelf, entry);
      });
      this.#removeKeys(shelf, keys, entry);
      this.#count(-1, -entry.size);
    });
  }

  putContent(id: string, bytes: Uint8Array): Promise<void> {
    return this.#settle(() => {
      this.#setContent(id, bytes.slice());
    });
  }

  removeContent(id: string): Promise<void> {
    return this.#settle(() => {
      this.#setContent(id, undefined);
    });
  }

  restore({ collections, contents, positions }: Dump): Promise<void> {
    return this.#settle(() => {
      for (const [collection, documents] of Object.entries(collections))
        for (const document of documents) this.#put(collection, document.position, document);
      for (const [collection, last] of Object.entries(positions)) {
        const shelf = shelfOf(this.room, collection);
        this.#moveLast(shelf, Math.max(shelf.last, last));
      }
      for (const [id, bytes] of Object.entries(contents)) this.#setContent(id, bytes.slice());
    });
  }

  /** Does something now; what it throws is the answer. */
  #settle(act: () => void): Promise<void> {
    if (this.turn.isOver) return tooLate();
    try {
      act();
      return DONE;
    } catch (error) {
      return failed(error);
    }
  }

  #put(collection: string, position: number, { id, value, keys }: Draft<unknown>): void {
    const { room } = this;
    const shelf = shelfOf(room, collection);
    if (shelf.byId.has(id)) throw new DuplicateDocument(`${collection} has a document ${id} already`);
    if (position <= shelf.last) throw new StoreError(`position ${position} of ${collection} was given before`);
    this.#checkMemory();
    const kept = toKeptJson(value);
    const entry: Entry = { id, position, value: kept, size: sizeOfJson(kept) };
    const lastBefore = shelf.last;
    putIn(shelf, entry);
    shelf.last = position;
    for (const { name, text } of keys) keyListOf(shelf, name).add(text, entry);
    room.documents += 1;
    room.bytes += entry.size;
    // Together: nothing of a new document was there before.
    this.#undo.push(() => {
      room.documents -= 1;
      room.bytes -= entry.size;
      for (const { name, text } of keys) keyListOf(shelf, name).remove(text, entry);
      shelf.last = lastBefore;
      takeOut(shelf, entry);
    });
  }

  #setContent(id: string, bytes: Uint8Array | undefined): void {
    const { contents } = this.room;
    const before = contents.get(id);
    if (bytes === undefined) contents.delete(id);
    else contents.set(id, bytes);
    this.#undo.push(() => {
      if (before === undefined) contents.delete(id);
      else contents.set(id, before);
    });
    this.#count(0, (bytes?.byteLength ?? 0) - (before?.byteLength ?? 0));
  }

  #count(documents: number, bytes: number): void {
    const { room } = this;
    room.documents += documents;
    room.bytes += bytes;
    this.#undo.push(() => {
      room.documents -= documents;
      room.bytes -= bytes;
    });
  }

  #addKeys(shelf: Shelf, keys: readonly Key[], entry: Entry): void {
    for (const { name, text } of keys) {
      const list = keyListOf(shelf, name);
      if (list.add(text, entry)) this.#undo.push(() => list.remove(text, entry));
    }
  }

  #removeKeys(shelf: Shelf, keys: readonly Key[], entry: Entry): void {
    for (const { name, text } of keys) {
      const list = keyListOf(shelf, name);
      if (list.remove(text, entry)) this.#undo.push(() => list.add(text, entry));
    }
  }

  #moveLast(shelf: Shelf, last: number): void {
    const before = shelf.last;
    shelf.last = last;
    this.#undo.push(() => {
      shelf.last = before;
    });
  }
}
