import type { Key, ListQuery, ListResult } from '../../engine/sandbox/store.ts';
import { type Entry, byPosition } from './memory-entry.ts';
import { KeyList } from './memory-key-list.ts';
import { compareSortables, toSortable } from './order-of-values.ts';
import { SortedList } from './sorted-list.ts';

/** A collection of a sandbox. */
export interface Shelf {
  /** The last position that was given. */
  last: number;
  readonly byId: Map<string, Entry>;
  readonly inOrder: SortedList<Entry>;
  /** By the name of the keys. */
  readonly keyLists: Map<string, KeyList>;
}

/** Everything of a sandbox. */
export interface MemoryRoom {
  readonly shelves: Map<string, Shelf>;
  readonly contents: Map<string, Uint8Array>;
  documents: number;
  bytes: number;
}

export const createMemoryRoom = (): MemoryRoom => ({
  shelves: new Map(),
  contents: new Map(),
  documents: 0,
  bytes: 0,
});

export const shelfOf = (room: MemoryRoom, collection: string): Shelf => {
  let shelf = room.shelves.get(collection);
  if (shelf === undefined) {
    shelf = { last: 0, byId: new Map(), inOrder: new SortedList(byPosition), keyLists: new Map() };
    room.shelves.set(collection, shelf);
  }
  return shelf;
};

export const keyListOf = (shelf: Shelf, name: string): KeyList => {
  let list = shelf.keyLists.get(name);
  if (list === undefined) shelf.keyLists.set(name, (list = new KeyList()));
  return list;
};

const NOTHING = new SortedList<Entry>(byPosition);

/** The documents under a key. */
export const entriesUnder = (shelf: Shelf, { name, text }: Key): SortedList<Entry> =>
  shelf.keyLists.get(name)?.entriesUnder(text) ?? NOTHING;

const valueOf = ({ value }: Entry): unknown => value;

/** Looks through the documents under the rarest of the keys. */
export const listEntries = (shelf: Shelf, { keys, sortBy, descending, offset, limit }: ListQuery): ListResult => {
  const [rarest = shelf.inOrder, ...others] = keys
    .map((key) => entriesUnder(shelf, key))
    .sort((a, b) => a.size - b.size);
  if (others.length === 0 && sortBy === undefined)
    return { values: rarest.page(offset, limit, descending).map(valueOf), total: rarest.size };
  const found = [...rarest].filter((entry) => others.every((list) => list.has(entry)));
  const sorted = sortBy === undefined ? found : sortEntries(found, sortBy);
  if (descending) sorted.reverse();
  return { values: sorted.slice(offset, offset + limit).map(valueOf), total: sorted.length };
};

/** Equal ones stay in their order. */
const sortEntries = (entries: readonly Entry[], member: string): Entry[] =>
  entries
    .map((entry) => ({ entry, sortable: toSortable(entry.value, member) }))
    .sort((a, b) => compareSortables(a.sortable, b.sortable))
    .map(({ entry }) => entry);
