import type { Dump, Key, ListQuery, ListResult, NewDocument, StoreReader, Usage } from '../../engine/sandbox/store.ts';
import { type Steps, NO_PAUSE, runWith } from '../../kernel/time-slices.ts';
import { type Entry, valueOf } from './memory-key-list.ts';
import { type Elsewhere, type MemoryPartition, type Table, listEntries } from './memory-partition.ts';
import { SortedList, compareTexts, toSortedRecord } from './sorted-list.ts';
import { type QueuedTransaction, checkOpen } from './transaction-queues.ts';

const NONE: readonly unknown[] = [];

/** A read transaction. */
export class MemoryReader implements StoreReader {
  protected readonly partition: MemoryPartition;
  protected readonly transaction: QueuedTransaction;
  /** Undefined where the partition contains everything. */
  protected readonly elsewhere: Elsewhere | undefined;

  constructor(partition: MemoryPartition, transaction: QueuedTransaction, elsewhere?: Elsewhere) {
    this.partition = partition;
    this.transaction = transaction;
    this.elsewhere = elsewhere;
  }

  get(collection: string, id: string): unknown {
    checkOpen(this.transaction);
    const entry = this.#table(collection)?.byId.get(id);
    return entry && valueOf(entry);
  }

  find(collection: string, { name, text }: Key, limit = Infinity): readonly unknown[] {
    checkOpen(this.transaction);
    const found = this.#table(collection)?.keyLists.get(name)?.under(text);
    if (found === undefined) return NONE;
    if (!(found instanceof SortedList)) return [valueOf(found)];
    return found.page(0, limit, false).map(valueOf);
  }

  list(collection: string, query: ListQuery): ListResult {
    checkOpen(this.transaction);
    const table = this.#table(collection);
    return table === undefined ? { values: NONE, total: 0 } : listEntries(table, query);
  }

  first(collection: string, name: string): unknown {
    checkOpen(this.transaction);
    const entry = this.#table(collection)?.keyLists.get(name)?.first;
    return entry && valueOf(entry);
  }

  lowest(collection: string, name: string, limit: number): readonly unknown[] {
    checkOpen(this.transaction);
    return (this.#table(collection)?.keyLists.get(name)?.lowest(limit) ?? []).map(valueOf);
  }

  usage(): Usage {
    checkOpen(this.transaction);
    const { documents, bytes } = this.partition;
    return { documents, bytes };
  }

  async content(id: string): Promise<Uint8Array | undefined> {
    checkOpen(this.transaction);
    const content = this.partition.contents.get(id);
    // A copy, because bytes cannot be frozen.
    if (typeof content !== 'number') return content?.slice();
    return this.elsewhere?.writes?.contents.get(id)?.slice() ?? (await this.elsewhere?.source.read(id));
  }

  async dump(): Promise<Dump> {
    checkOpen(this.transaction);
    return dumpPartition(this.partition, this.elsewhere);
  }

  #table(collection: string): Table | undefined {
    return this.partition.tables.get(collection);
  }
}

/** With pauses: a sandbox may hold thousands of documents. Nothing may be written to it meanwhile. */
export const dumpPartition = async (
  partition: MemoryPartition,
  elsewhere: Elsewhere | undefined,
  pause = NO_PAUSE,
): Promise<Dump> => {
  const documents = await runWith(pause, dumpDocuments(partition));
  const { contents } = partition;
  const stored = contents.size === 0 ? undefined : await elsewhere?.source.readAll();
  const copies: [string, Uint8Array][] = [];
  for (const [id, content] of contents) {
    const bytes =
      typeof content === 'number' ? (elsewhere?.writes?.contents.get(id)?.slice() ?? stored?.get(id)) : content.slice();
    if (bytes !== undefined) copies.push([id, bytes]);
    const turn = pause();
    if (turn !== undefined) await turn;
  }
  return { ...documents, contents: toSortedRecord(copies) };
};

function* dumpDocuments({ tables }: MemoryPartition): Steps<Pick<Dump, 'collections' | 'positions'>> {
  const used = [...tables].filter(([, { last }]) => last > 0);
  const collections: [string, NewDocument[]][] = [];
  for (const [name, table] of used) collections.push([name, yield* dumpTable(table)]);
  return {
    collections: toSortedRecord(collections),
    positions: toSortedRecord(used.map(([collection, { last }]) => [collection, last])),
  };
}

/** Entries that one step looks at: a fraction of a millisecond. */
const ENTRIES = 256;

/** Keys are a set: in which order they came about must not show, so that equal contents give equal dumps. */
const inOrderOfKeys = (one: Key, other: Key): number =>
  one.name === other.name ? compareTexts(one.text, other.text) : compareTexts(one.name, other.name);

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
    const own = keys.get(entry)?.sort(inOrderOfKeys) ?? [];
    if (documents.push({ id, position, value: valueOf(entry), keys: own }) % ENTRIES === 0) yield;
  }
  return documents;
}
