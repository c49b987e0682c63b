import {
  type Draft,
  DuplicateDocument,
  type Dump,
  type Key,
  type KeysOf,
  type ListQuery,
  type Page,
  StoreError,
  type StoreReader,
  type StoreTransaction,
  type Usage,
} from '../../engine/sandbox/store.ts';
import { outOfMemory } from '../../engine/sandbox/quota.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import { NO_PAUSE, type Pause, runWith } from '../../kernel/time-slices.ts';
import { toKept, type Entry, Partition, type Table, keysOf, valueOf } from './partition.ts';
import { type Notes, createNotes } from './persistence.ts';
import { SortedList, toSortedRecord } from './sorted-list.ts';

/** Reads a content that is kept elsewhere. */
export type ReadContent = (id: string) => Promise<Uint8Array | undefined>;

const NONE: readonly unknown[] = [];

/** A read transaction. */
export class Reader implements StoreReader {
  readonly #partition: Partition;
  readonly #readContent: ReadContent | undefined;
  #isOver = false;

  constructor(partition: Partition, readContent?: ReadContent) {
    this.#partition = partition;
    this.#readContent = readContent;
  }

  /** Refuses all further use. */
  end(): void {
    this.#isOver = true;
  }

  protected get partition(): Partition {
    if (this.#isOver) throw new StoreError('a transaction was used after its end: something in it was not waited for');
    return this.#partition;
  }

  get(collection: string, id: string): unknown {
    const entry = this.partition.tables.get(collection)?.byId.get(id);
    return entry && valueOf(entry);
  }

  find(collection: string, { name, text }: Key, limit = Infinity): readonly unknown[] {
    const found = this.partition.tables.get(collection)?.keyList(name).under(text);
    if (found === undefined) return NONE;
    return found instanceof SortedList ? found.page(0, limit, false).map(valueOf) : [valueOf(found)];
  }

  lowest(collection: string, name: string, limit: number): readonly unknown[] {
    return this.partition.tables.get(collection)?.keyList(name).lowest(limit).map(valueOf) ?? NONE;
  }

  list(collection: string, query: ListQuery): Page<unknown> {
    return this.partition.tables.get(collection)?.list(query) ?? { values: NONE, total: 0 };
  }

  usage(): Usage {
    const { documents, bytes } = this.partition;
    return { documents, bytes };
  }

  async content(id: string): Promise<Uint8Array | undefined> {
    const content = this.partition.contents.get(id);
    // A copy, because bytes cannot be frozen.
    return typeof content === 'number' ? this.#readContent?.(id) : content?.slice();
  }

  /** What makes a dump of the present, also after the end of the transaction. */
  async copy(pause = NO_PAUSE, copied?: () => void): Promise<() => Promise<Dump>> {
    const { partition } = this;
    const toDocuments = await runWith(pause, partition.copy());
    const contents: [string, Uint8Array][] = [];
    for (const id of partition.contents.keys()) {
      const bytes = await this.content(id);
      if (bytes !== undefined) contents.push([id, bytes]);
      await pause();
    }
    copied?.();
    return async () => ({ ...(await runWith(pause, toDocuments())), contents: toSortedRecord(contents) });
  }

  async dump(pause?: Pause): Promise<Dump> {
    const make = await this.copy(pause);
    return make();
  }
}

/**
 * Bytes by which a document may grow however full the memory is: what is there can still be changed, and the work of the server
 * goes on. Beyond it, small records would become large ones without limit.
 */
const SMALL_CHANGE = 1024;

/** What was done to a collection, and how to undo it. */
interface Change {
  readonly collection: string;
  readonly table: Table;
  /** Undefined if only the last position has moved. */
  readonly id?: string;
  readonly former?: Entry | undefined;
  readonly formerLast: number;
}

/** A write transaction: applies each step immediately. */
export class Transaction extends Reader implements StoreTransaction {
  readonly #changes: Change[] = [];
  readonly #formerContents = new Map<string, Uint8Array | number | undefined>();

  /** Restores the state from before the transaction. */
  rollback(): void {
    const { partition } = this;
    for (const { table, id, former, formerLast } of this.#changes.reverse()) {
      if (id !== undefined) partition.set(table, id, former);
      table.last = formerLast;
    }
    for (const [id, former] of this.#formerContents) partition.setContent(id, former);
  }

  /** What has become of all that was changed; undefined if nothing was. */
  notes(): Notes | undefined {
    if (this.#changes.length === 0 && this.#formerContents.size === 0) return undefined;
    const notes = createNotes();
    for (const { collection, table, id } of this.#changes) {
      const noted = getOrInsert(notes.documents, collection, () => new Map());
      const entry = id === undefined ? undefined : table.byId.get(id);
      // The next transaction may change it before it is written.
      if (id !== undefined)
        noted.set(id, entry && { position: entry.position, value: entry.value, keys: keysOf(entry) });
      notes.positions.set(collection, table.last);
    }
    for (const id of this.#formerContents.keys())
      notes.contents.set(id, this.partition.contents.get(id) as Uint8Array | undefined);
    return notes;
  }

  insert<T>(collection: string, make: (place: { position: number; usage: Usage }) => Draft<T>): T {
    const { partition } = this;
    const position = (partition.tables.get(collection)?.last ?? 0) + 1;
    const draft = make({ position, usage: partition });
    this.#insert(collection, position, draft);
    return draft.value;
  }

  update(collection: string, id: string, value: unknown, of?: KeysOf): void {
    const table = this.partition.table(collection);
    const entry = table.byId.get(id);
    if (entry === undefined) throw new StoreError(`${collection} has no document ${id}`);
    const kept = toKept(value);
    if (kept.size - entry.size > SMALL_CHANGE) this.#checkRoom(kept.size - entry.size);
    this.#set(collection, id, {
      id,
      position: entry.position,
      value: kept.value,
      size: kept.size,
      isFrozen: false,
      keysOf: of,
    });
  }

  remove(collection: string, id: string): void {
    if (this.partition.tables.get(collection)?.byId.has(id) === true) this.#set(collection, id, undefined);
  }

  putContent(id: string, bytes: Uint8Array): void {
    this.#checkRoom(bytes.byteLength);
    // A copy of its own even if it is a Buffer, whose `slice` shares its memory with a whole request.
    this.#setContent(id, new Uint8Array(bytes));
  }

  removeContent(id: string): void {
    if (this.partition.contents.has(id)) this.#setContent(id, undefined);
  }

  async restore({ collections, contents, positions }: Dump, pause = NO_PAUSE): Promise<void> {
    for (const [collection, documents] of Object.entries(collections))
      for (const document of documents) {
        this.#insert(collection, document.position, { ...document, keysOf: () => document.keys });
        this.#checkRoom(0);
        const turn = pause();
        if (turn !== undefined) await turn;
      }
    for (const [collection, last] of Object.entries(positions)) {
      const table = this.partition.table(collection);
      this.#changes.push({ collection, table, formerLast: table.last });
      table.last = Math.max(table.last, last);
    }
    for (const [id, bytes] of Object.entries(contents)) {
      this.putContent(id, bytes);
      const turn = pause();
      if (turn !== undefined) await turn;
    }
  }

  #insert(collection: string, position: number, { id, value, keysOf: of }: Draft<unknown>): void {
    const table = this.partition.table(collection);
    if (table.byId.has(id)) throw new DuplicateDocument(`${collection} has a document ${id} already`);
    if (position <= table.last) throw new StoreError(`position ${position} of ${collection} was given before`);
    const kept = toKept(value);
    this.#set(collection, id, { id, position, value: kept.value, size: kept.size, isFrozen: false, keysOf: of });
    table.last = position;
  }

  #set(collection: string, id: string, next: Entry | undefined): void {
    const { partition } = this;
    const table = partition.table(collection);
    const formerLast = table.last;
    this.#changes.push({ collection, table, id, former: partition.set(table, id, next), formerLast });
  }

  #setContent(id: string, next: Uint8Array | undefined): void {
    const former = this.partition.setContent(id, next);
    if (!this.#formerContents.has(id)) this.#formerContents.set(id, former);
  }

  /** New documents of clients are checked by their quota, and those of the server always find room. */
  #checkRoom(more: number): void {
    const { memory, bytes } = this.partition;
    if (memory?.hasRoomFor(bytes, more) === false) throw outOfMemory(memory.limit);
  }
}

/** A partition with these documents. `contents`: their bytes, or how many there are. */
export const fillPartition = async (
  { collections, positions }: Pick<Dump, 'collections' | 'positions'>,
  contents: Iterable<readonly [id: string, content: Uint8Array | number]>,
  pause: Pause,
  memory?: MemoryAccount,
): Promise<Partition> => {
  const partition = new Partition(memory);
  const filling = new Transaction(partition);
  try {
    await filling.restore({ collections, positions, contents: {} }, pause);
    for (const [id, content] of contents) {
      if (typeof content === 'number') partition.setContent(id, content);
      else filling.putContent(id, content);
      await pause();
    }
    return partition;
  } catch (error) {
    partition.free();
    throw error;
  }
};
