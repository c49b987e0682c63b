import type { Key, ListQuery, ListResult } from '../../engine/sandbox/store.ts';
import { type Entry, KeyList, byPosition, valueOf } from './memory-key-list.ts';
import { SortedList, compareSortables, toSortable } from './sorted-list.ts';

/** A collection of a sandbox. */
export interface Table {
  /** The last position that was assigned. */
  last: number;
  readonly byId: Map<string, Entry>;
  readonly inOrder: SortedList<Entry>;
  /** Indexes by sort member, created on first use: a page of 100,000 is as fast as one of 100. */
  readonly sorted: Map<string, SortedList<Entry>>;
  /** Indexes by key name. */
  readonly keyLists: Map<string, KeyList>;
}

/** All data of a sandbox. */
export interface MemoryPartition {
  readonly tables: Map<string, Table>;
  /** The bytes, or their number where they are kept elsewhere and fetched when they are read. */
  readonly contents: Map<string, Uint8Array | number>;
  documents: number;
  /** Of documents and contents. */
  bytes: number;
  contentBytes: number;
}

/** Where what a partition contains is kept, if that is elsewhere. */
export interface Elsewhere {
  /** What the transaction has changed; undefined for a reader. */
  readonly writes: WriteSet | undefined;
  /** Reads contents. */
  readonly source: ContentSource;
}

/** What a transaction has changed. What the documents became is in the partition. */
export interface WriteSet {
  /** Ids by collection. */
  readonly documents: Map<string, Set<string>>;
  /** Undefined for a content that was removed. */
  readonly contents: Map<string, Uint8Array | undefined>;
}

export interface ContentSource {
  readonly read: (id: string) => Promise<Uint8Array | undefined>;
  readonly readAll: () => Promise<ReadonlyMap<string, Uint8Array>>;
}

export const createMemoryPartition = (): MemoryPartition => ({
  tables: new Map(),
  contents: new Map(),
  documents: 0,
  bytes: 0,
  contentBytes: 0,
});

export const tableOf = (partition: MemoryPartition, collection: string): Table => {
  let table = partition.tables.get(collection);
  if (table === undefined) {
    const inOrder = new SortedList<Entry>(byPosition);
    table = { last: 0, byId: new Map(), inOrder, sorted: new Map(), keyLists: new Map() };
    partition.tables.set(collection, table);
  }
  return table;
};

export const putIn = (table: Table, entry: Entry): void => {
  table.byId.set(entry.id, entry);
  table.inOrder.add(entry);
  for (const list of table.sorted.values()) list.add(entry);
};

export const takeOut = (table: Table, entry: Entry): void => {
  table.byId.delete(entry.id);
  table.inOrder.remove(entry);
  for (const list of table.sorted.values()) list.remove(entry);
};

export const replaceValue = (table: Table, entry: Entry, { value, size }: Pick<Entry, 'value' | 'size'>): void => {
  for (const list of table.sorted.values()) list.remove(entry);
  entry.value = value;
  entry.isFrozen = false;
  entry.size = size;
  for (const list of table.sorted.values()) list.add(entry);
};

export const keyListOf = (table: Table, name: string): KeyList => {
  let list = table.keyLists.get(name);
  if (list === undefined) table.keyLists.set(name, (list = new KeyList()));
  return list;
};

const NOTHING = new SortedList<Entry>(byPosition);

/** Documents with a key. */
const entriesUnder = (table: Table, { name, text }: Key): SortedList<Entry> =>
  table.keyLists.get(name)?.entriesUnder(text) ?? NOTHING;

/** Releases the memory at once: readers have copies, and V8 would collect it much later. */
export const freeContents = ({ contents }: MemoryPartition): void => {
  for (const content of contents.values())
    if (typeof content !== 'number' && content.buffer instanceof ArrayBuffer) content.buffer.transfer(0);
  contents.clear();
};

/** Scans the documents of the most selective key. */
export const listEntries = (table: Table, { keys, sortBy, descending, offset, limit }: ListQuery): ListResult => {
  const [rarest, ...others] = keys.map((key) => entriesUnder(table, key)).sort((a, b) => a.size - b.size);
  const whole = rarest ?? (sortBy === undefined ? table.inOrder : sortedBy(table, sortBy));
  if (rarest === undefined || (others.length === 0 && sortBy === undefined))
    return { values: whole.page(offset, limit, descending).map(valueOf), total: whole.size };
  const found = [...rarest].filter((entry) => others.every((list) => list.has(entry)));
  if (sortBy !== undefined) found.sort(byMember(sortBy));
  if (descending) found.reverse();
  return { values: found.slice(offset, offset + limit).map(valueOf), total: found.length };
};

/** Equal values are ordered by age. */
const byMember =
  (member: string) =>
  (a: Entry, b: Entry): number =>
    compareSortables(toSortable(a.value, member), toSortable(b.value, member)) || byPosition(a, b);

const sortedBy = (table: Table, member: string): SortedList<Entry> => {
  let list = table.sorted.get(member);
  if (list === undefined) {
    const compare = byMember(member);
    table.sorted.set(member, (list = new SortedList(compare)));
    for (const entry of [...table.inOrder].sort(compare)) list.add(entry);
  }
  return list;
};
