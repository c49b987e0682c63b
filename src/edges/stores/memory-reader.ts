import type { Dump, Key, ListQuery, ListResult, NewDocument, StoreReader, Usage } from '../../engine/sandbox/store.ts';
import { type Steps, runAtOnce } from '../../kernel/time-slices.ts';
import { type Entry, valueOf } from './memory-entry.ts';
import { type MemoryPartition, type Table, listEntries } from './memory-partition.ts';
import { toSortedRecord } from './order-of-values.ts';
import { SortedList } from './sorted-list.ts';
import { type QueuedTransaction, checkOpen, usedTooLate } from './transaction-queues.ts';

const NONE: readonly unknown[] = [];

/**
 * A read transaction. The interface is asynchronous for remote stores. What requests ask for each time are no async
 * functions: those allocate what they would need to be suspended, and never are.
 */
export class MemoryReader implements StoreReader {
  protected readonly partition: MemoryPartition;
  protected readonly transaction: QueuedTransaction;

  constructor(partition: MemoryPartition, transaction: QueuedTransaction) {
    this.partition = partition;
    this.transaction = transaction;
  }

  get(collection: string, id: string): Promise<unknown> {
    if (this.transaction.isOver) return usedTooLate();
    const entry = this.#table(collection)?.byId.get(id);
    return Promise.resolve(entry && valueOf(entry));
  }

  find(collection: string, { name, text }: Key, limit = Infinity): Promise<readonly unknown[]> {
    if (this.transaction.isOver) return usedTooLate();
    const found = this.#table(collection)?.keyLists.get(name)?.under(text);
    if (found === undefined) return Promise.resolve(NONE);
    if (!(found instanceof SortedList)) return Promise.resolve([valueOf(found)]);
    return Promise.resolve(found.page(0, limit, false).map(valueOf));
  }

  list(collection: string, query: ListQuery): Promise<ListResult> {
    if (this.transaction.isOver) return usedTooLate();
    const table = this.#table(collection);
    return Promise.resolve(table === undefined ? { values: NONE, total: 0 } : listEntries(table, query));
  }

  /* oxlint-disable typescript/require-await -- see above; these are called rarely */
  async first(collection: string, name: string): Promise<unknown> {
    checkOpen(this.transaction);
    const entry = this.#table(collection)?.keyLists.get(name)?.first;
    return entry && valueOf(entry);
  }

  async lowest(collection: string, name: string, limit: number): Promise<readonly unknown[]> {
    checkOpen(this.transaction);
    return (this.#table(collection)?.keyLists.get(name)?.lowest(limit) ?? []).map(valueOf);
  }

  async usage(): Promise<Usage> {
    checkOpen(this.transaction);
    const { documents, bytes } = this.partition;
    return { documents, bytes };
  }

  async content(id: string): Promise<Uint8Array | undefined> {
    checkOpen(this.transaction);
    // A copy, because bytes cannot be frozen.
    return this.partition.contents.get(id)?.slice();
  }

  async dump(): Promise<Dump> {
    checkOpen(this.transaction);
    return runAtOnce(dumpPartition(this.partition));
  }
  /* oxlint-enable typescript/require-await */

  #table(collection: string): Table | undefined {
    return this.partition.tables.get(collection);
  }
}

/** In steps: a sandbox may hold thousands of documents. Nothing may be written to it meanwhile. */
export function* dumpPartition({ tables, contents }: MemoryPartition): Steps<Dump> {
  const used = [...tables].filter(([, { last }]) => last > 0);
  const collections: [string, NewDocument[]][] = [];
  for (const [name, table] of used) collections.push([name, yield* dumpTable(table)]);
  const copies: [string, Uint8Array][] = [];
  for (const [id, bytes] of contents) {
    copies.push([id, bytes.slice()]);
    yield;
  }
  return {
    collections: toSortedRecord(collections),
    positions: toSortedRecord(used.map(([collection, { last }]) => [collection, last])),
    contents: toSortedRecord(copies),
  };
}

/** Entries that one step looks at: a fraction of a millisecond. */
const ENTRIES = 256;

function* dumpTable({ inOrder, keyLists }: Table): Steps<NewDocument[]> {
  const keys = new Map<Entry, Key[]>();
  let seen = 0;
  for (const [name, list] of keyLists)
    for (const [text, entry] of list) {
      const of = keys.get(entry);
      if (of === undefined) keys.set(entry, [{ name, text }]);
      else of.push({ name, text });
      if (++seen % ENTRIES === 0) yield;
    }
  const documents: NewDocument[] = [];
  for (const entry of inOrder) {
    const { id, position } = entry;
    if (documents.push({ id, position, value: valueOf(entry), keys: keys.get(entry) ?? [] }) % ENTRIES === 0) yield;
  }
  return documents;
}
