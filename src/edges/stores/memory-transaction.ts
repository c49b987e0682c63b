import {
  type Draft,
  DuplicateDocument,
  type Dump,
  type Key,
  type PagePosition,
  StoreError,
  type StoreTransaction,
} from '../../engine/sandbox/store.ts';
import { outOfMemory } from '../../engine/sandbox/quota.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import { NO_PAUSE } from '../../kernel/time-slices.ts';
import { toKept } from './kept-json.ts';
import type { Entry } from './memory-key-list.ts';
import { MemoryReader } from './memory-reader.ts';
import {
  type Elsewhere,
  type MemoryPartition,
  type Table,
  type WriteSet,
  keyListOf,
  putIn,
  replaceValue,
  tableOf,
  takeOut,
} from './memory-partition.ts';
import { type QueuedTransaction, checkOpen } from './transaction-queues.ts';

/**
 * Bytes by which a document may grow however full the memory is: what is there can still be changed, and the work of the server
 * goes on. Beyond it, small records would become large ones without limit.
 */
const SMALL_CHANGE = 1024;

/**
 * A write transaction: applies each step immediately and records how to undo it, and, where the data is kept elsewhere, what
 * has to be written there.
 */
export class MemoryTransaction extends MemoryReader implements StoreTransaction {
  readonly #memory: MemoryAccount | undefined;
  readonly #writes: WriteSet | undefined;
  /** Steps that undo what was done, to be run from the last to the first. */
  readonly #undo: (() => unknown)[] = [];

  constructor(
    partition: MemoryPartition,
    transaction: QueuedTransaction,
    { memory, elsewhere }: { readonly memory?: MemoryAccount | undefined; readonly elsewhere?: Elsewhere },
  ) {
    super(partition, transaction, elsewhere);
    this.#memory = memory;
    this.#writes = elsewhere?.writes;
  }

  /** Restores the state from before the transaction. */
  rollback(): void {
    for (const step of this.#undo.reverse()) step();
  }

  insert<T>(collection: string, make: (place: PagePosition) => Draft<T>): T {
    checkOpen(this.transaction);
    const position = (this.partition.tables.get(collection)?.last ?? 0) + 1;
    const draft = make({ position, usage: this.partition });
    this.#put(collection, position, draft);
    return draft.value;
  }

  update(
    collection: string,
    id: string,
    value: unknown,
    { removed, added }: { readonly removed: readonly Key[]; readonly added: readonly Key[] },
  ): void {
    checkOpen(this.transaction);
    const table = tableOf(this.partition, collection);
    const entry = table.byId.get(id);
    if (entry === undefined) throw new StoreError(`${collection} has no document ${id}`);
    const before = { ...entry };
    const kept = toKept(value);
    if (kept.size - entry.size > SMALL_CHANGE) this.#checkRoom(kept.size - entry.size);
    replaceValue(table, entry, kept);
    this.#undo.push(() => {
      replaceValue(table, entry, before);
      entry.keys = before.keys;
    });
    this.#removeKeys(table, removed, entry);
    this.#addKeys(table, added, entry);
    this.#count(0, entry.size - before.size);
    if (this.#writes === undefined) return;
    this.#note(collection, id);
    if (removed.length > 0 || added.length > 0) entry.keys = changedKeys(before.keys ?? [], removed, added);
  }

  remove(collection: string, id: string, keys: readonly Key[]): void {
    checkOpen(this.transaction);
    const table = tableOf(this.partition, collection);
    const entry = table.byId.get(id);
    if (entry === undefined) return;
    takeOut(table, entry);
    this.#undo.push(() => {
      putIn(table, entry);
    });
    this.#removeKeys(table, keys, entry);
    this.#count(-1, -entry.size);
    this.#note(collection, id);
  }

  putContent(id: string, bytes: Uint8Array): void {
    checkOpen(this.transaction);
    this.#putContent(id, bytes);
  }

  removeContent(id: string): void {
    checkOpen(this.transaction);
    this.#setContent(id, undefined);
  }

  async restore({ collections, contents, positions }: Dump, pause = NO_PAUSE): Promise<void> {
    checkOpen(this.transaction);
    for (const [collection, documents] of Object.entries(collections))
      for (const document of documents) {
        this.#put(collection, document.position, document);
        this.#checkRoom(0);
        const turn = pause();
        if (turn !== undefined) await turn;
      }
    for (const [collection, last] of Object.entries(positions)) {
      const table = tableOf(this.partition, collection);
      this.#moveLast(table, Math.max(table.last, last));
      this.#note(collection);
    }
    for (const [id, bytes] of Object.entries(contents)) {
      this.#putContent(id, bytes);
      const turn = pause();
      if (turn !== undefined) await turn;
    }
  }

  #put(collection: string, position: number, { id, value, keys }: Draft<unknown>): void {
    const { partition } = this;
    const table = tableOf(partition, collection);
    if (table.byId.has(id)) throw new DuplicateDocument(`${collection} has a document ${id} already`);
    if (position <= table.last) throw new StoreError(`position ${position} of ${collection} was given before`);
    const kept = toKept(value);
    const { value: own, size } = kept;
    const entry: Entry = { id, position, value: own, size, isFrozen: false, keys: this.#writes && keys };
    const lastBefore = table.last;
    putIn(table, entry);
    table.last = position;
    for (const { name, text } of keys) keyListOf(table, name).add(text, entry);
    this.#add(1, entry.size);
    // One undo step, because no part of a new document existed before.
    this.#undo.push(() => {
      this.#add(-1, -entry.size);
      for (const { name, text } of keys) keyListOf(table, name).remove(text, entry);
      table.last = lastBefore;
      takeOut(table, entry);
    });
    this.#note(collection, id);
  }

  /** A document that has to be written, or only the last position of its collection. */
  #note(collection: string, id?: string): void {
    const documents = this.#writes?.documents;
    if (documents === undefined) return;
    const ids = documents.get(collection) ?? new Set();
    documents.set(collection, ids);
    if (id !== undefined) ids.add(id);
  }

  #putContent(id: string, bytes: Uint8Array): void {
    this.#checkRoom(bytes.byteLength);
    // A copy of its own even if it is a Buffer, whose `slice` shares its memory with a whole request.
    this.#setContent(id, new Uint8Array(bytes));
  }

  #setContent(id: string, bytes: Uint8Array | undefined): void {
    const { partition } = this;
    const { contents } = partition;
    const before = contents.get(id);
    if (bytes === undefined && before === undefined) return;
    if (bytes === undefined) contents.delete(id);
    else contents.set(id, this.elsewhere === undefined ? bytes : bytes.byteLength);
    this.#writes?.contents.set(id, bytes);
    const difference = (bytes?.byteLength ?? 0) - sizeOf(before);
    partition.contentBytes += difference;
    this.#undo.push(() => {
      partition.contentBytes -= difference;
      if (before === undefined) contents.delete(id);
      else contents.set(id, before);
    });
    this.#count(0, difference);
  }

  /** New documents of clients are checked by their quota, and those of the server always find room. */
  #checkRoom(more: number): void {
    const memory = this.#memory;
    if (memory?.hasRoomFor(this.partition.bytes, more) === false) throw outOfMemory(memory.limit);
  }

  #count(documents: number, bytes: number): void {
    this.#add(documents, bytes);
    this.#undo.push(() => {
      this.#add(-documents, -bytes);
    });
  }

  #add(documents: number, bytes: number): void {
    const { partition } = this;
    partition.documents += documents;
    partition.bytes += bytes;
    this.#memory?.count(bytes);
  }

  #addKeys(table: Table, keys: readonly Key[], entry: Entry): void {
    for (const { name, text } of keys) {
      const list = keyListOf(table, name);
      if (list.add(text, entry)) this.#undo.push(() => list.remove(text, entry));
    }
  }

  #removeKeys(table: Table, keys: readonly Key[], entry: Entry): void {
    for (const { name, text } of keys) {
      const list = keyListOf(table, name);
      if (list.remove(text, entry)) this.#undo.push(() => list.add(text, entry));
    }
  }

  #moveLast(table: Table, last: number): void {
    const before = table.last;
    table.last = last;
    this.#undo.push(() => {
      table.last = before;
    });
  }
}

const sizeOf = (content: Uint8Array | number | undefined): number =>
  typeof content === 'number' ? content : (content?.byteLength ?? 0);

const isSame = (one: Key, other: Key): boolean => one.name === other.name && one.text === other.text;

const changedKeys = (former: readonly Key[], removed: readonly Key[], added: readonly Key[]): readonly Key[] => {
  const left = former.filter((key) => !removed.some((gone) => isSame(gone, key)));
  return [...left, ...added.filter((key) => !left.some((old) => isSame(old, key)))];
};
