import {
  type Draft,
  DuplicateDocument,
  type Dump,
  type Key,
  type PagePosition,
  StoreError,
  type StoreTransaction,
} from '../../engine/sandbox/store.ts';
import { sizeOfJson, toKeptJson } from './kept-json.ts';
import type { Entry } from './memory-entry.ts';
import { MemoryReader } from './memory-reader.ts';
import { type MemoryRoom, type Table, keyListOf, putIn, replaceValue, repositoryOf, takeOut } from './memory-room.ts';
import { type Turn, failed, tooLate } from './turns.ts';
import { type Undo, rollback } from './undo.ts';

const DONE = Promise.resolve();

/** A write transaction: applies each step immediately and records how to undo it. */
export class MemoryTransaction extends MemoryReader implements StoreTransaction {
  readonly #checkMemory: () => void;
  readonly #undo: Undo = [];

  constructor(room: MemoryRoom, turn: Turn, checkMemory: () => void) {
    super(room, turn);
    this.#checkMemory = checkMemory;
  }

  /** Restores the state from before the transaction. */
  rollback(): void {
    rollback(this.#undo);
  }

  insert<T>(collection: string, make: (place: PagePosition) => Draft<T>): Promise<T> {
    if (this.turn.isOver) return tooLate();
    try {
      const position = (this.room.repositories.get(collection)?.last ?? 0) + 1;
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
      const repository = repositoryOf(this.room, collection);
      const entry = repository.byId.get(id);
      if (entry === undefined) throw new StoreError(`${collection} has no document ${id}`);
      const before = { ...entry };
      const kept = toKeptJson(value);
      replaceValue(repository, entry, { value: kept, size: sizeOfJson(kept) });
      this.#undo.push(() => {
        replaceValue(repository, entry, before);
      });
      this.#removeKeys(repository, removed, entry);
      this.#addKeys(repository, added, entry);
      this.#count(0, entry.size - before.size);
    });
  }

  remove(collection: string, id: string, keys: readonly Key[]): Promise<void> {
    return this.#settle(() => {
      const repository = repositoryOf(this.room, collection);
      const entry = repository.byId.get(id);
      if (entry === undefined) return;
      takeOut(repository, entry);
      this.#undo.push(() => {
        putIn(repository, entry);
      });
      this.#removeKeys(repository, keys, entry);
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
        const repository = repositoryOf(this.room, collection);
        this.#moveLast(repository, Math.max(repository.last, last));
      }
      for (const [id, bytes] of Object.entries(contents)) this.#setContent(id, bytes.slice());
    });
  }

  /** Runs synchronously; rejects with whatever it throws. */
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
    const repository = repositoryOf(room, collection);
    if (repository.byId.has(id)) throw new DuplicateDocument(`${collection} has a document ${id} already`);
    if (position <= repository.last) throw new StoreError(`position ${position} of ${collection} was given before`);
    this.#checkMemory();
    const kept = toKeptJson(value);
    const entry: Entry = { id, position, value: kept, size: sizeOfJson(kept) };
    const lastBefore = repository.last;
    putIn(repository, entry);
    repository.last = position;
    for (const { name, text } of keys) keyListOf(repository, name).add(text, entry);
    room.documents += 1;
    room.bytes += entry.size;
    // One undo step, because no part of a new document existed before.
    this.#undo.push(() => {
      room.documents -= 1;
      room.bytes -= entry.size;
      for (const { name, text } of keys) keyListOf(repository, name).remove(text, entry);
      repository.last = lastBefore;
      takeOut(repository, entry);
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

  #addKeys(repository: Table, keys: readonly Key[], entry: Entry): void {
    for (const { name, text } of keys) {
      const list = keyListOf(repository, name);
      if (list.add(text, entry)) this.#undo.push(() => list.remove(text, entry));
    }
  }

  #removeKeys(repository: Table, keys: readonly Key[], entry: Entry): void {
    for (const { name, text } of keys) {
      const list = keyListOf(repository, name);
      if (list.remove(text, entry)) this.#undo.push(() => list.add(text, entry));
    }
  }

  #moveLast(repository: Table, last: number): void {
    const before = repository.last;
    repository.last = last;
    this.#undo.push(() => {
      repository.last = before;
    });
  }
}
