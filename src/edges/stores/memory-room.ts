import type { Key, ListQuery, ListResult } from '../../engine/sandbox/store.ts';
import { type Entry, byPosition } from './memory-entry.ts';
import { KeyList } from './memory-key-list.ts';
import { compareSortables, toSortable } from './order-of-values.ts';
import { SortedList } from './sorted-list.ts';

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
export interface MemoryRoom {
  readonly repositories: Map<string, Table>;
  readonly contents: Map<string, Uint8Array>;
  documents: number;
  bytes: number;
}

export const createMemoryRoom = (): MemoryRoom => ({
  repositories: new Map(),
  contents: new Map(),
  documents: 0,
  bytes: 0,
});

export const repositoryOf = (room: MemoryRoom, collection: string): Table => {
  let repository = room.repositories.get(collection);
  if (repository === undefined) {
    const inOrder = new SortedList<Entry>(byPosition);
    repository = { last: 0, byId: new Map(), inOrder, sorted: new Map(), keyLists: new Map() };
    room.repositories.set(collection, repository);
  }
  return repository;
};

export const putIn = (repository: Table, entry: Entry): void => {
  repository.byId.set(entry.id, entry);
  repository.inOrder.add(entry);
  for (const list of repository.sorted.values()) list.add(entry);
};

export const takeOut = (repository: Table, entry: Entry): void => {
  repository.byId.delete(entry.id);
  repository.inOrder.remove(entry);
  for (const list of repository.sorted.values()) list.remove(entry);
};

export const replaceValue = (repository: Table, entry: Entry, { value, size }: Pick<Entry, 'value' | 'size'>): void => {
  for (const list of repository.sorted.values()) list.remove(entry);
  entry.value = value;
  entry.size = size;
  for (const list of repository.sorted.values()) list.add(entry);
};

export const keyListOf = (repository: Table, name: string): KeyList => {
  let list = repository.keyLists.get(name);
  if (list === undefined) repository.keyLists.set(name, (list = new KeyList()));
  return list;
};

const NOTHING = new SortedList<Entry>(byPosition);

/** Documents with a key. */
export const entriesUnder = (repository: Table, { name, text }: Key): SortedList<Entry> =>
  repository.keyLists.get(name)?.entriesUnder(text) ?? NOTHING;

const valueOf = ({ value }: Entry): unknown => value;

/** Scans the documents of the most selective key. */
export const listEntries = (repository: Table, { keys, sortBy, descending, offset, limit }: ListQuery): ListResult => {
  const [rarest, ...others] = keys.map((key) => entriesUnder(repository, key)).sort((a, b) => a.size - b.size);
  const whole = rarest ?? (sortBy === undefined ? repository.inOrder : sortedBy(repository, sortBy));
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

const sortedBy = (repository: Table, member: string): SortedList<Entry> => {
  let list = repository.sorted.get(member);
  if (list === undefined) {
    const compare = byMember(member);
    repository.sorted.set(member, (list = new SortedList(compare)));
    for (const entry of [...repository.inOrder].sort(compare)) list.add(entry);
  }
  return list;
};
