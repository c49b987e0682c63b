import type { Dump, Key, ListQuery, ListResult, NewDocument, StoreReader, Usage } from '../../engine/sandbox/store.ts';
import type { Entry } from './memory-entry.ts';
import { type MemoryRoom, type Table, listEntries } from './memory-room.ts';
import { toSortedRecord } from './order-of-values.ts';
import { SortedList } from './sorted-list.ts';
import { type Turn, tooLate } from './turns.ts';

const NONE: readonly unknown[] = [];

/**
 * A read transaction. The interface is asynchronous for remote stores; here all data is in memory. Frequent reads are
 * neither async functions nor create closures, which would cost more than the lookup.
 */
export class MemoryReader implements StoreReader {
  protected readonly room: MemoryRoom;
  protected readonly turn: Turn;

  constructor(room: MemoryRoom, turn: Turn) {
    this.room = room;
    this.turn = turn;
  }

  get(collection: string, id: string): Promise<unknown> {
    if (this.turn.isOver) return tooLate();
    return Promise.resolve(this.#shelf(collection)?.byId.get(id)?.value);
  }

  find(collection: string, { name, text }: Key, limit = Infinity): Promise<readonly unknown[]> {
    if (this.turn.isOver) return tooLate();
    const found = this.#shelf(collection)?.keyLists.get(name)?.under(text);
    if (found === undefined) return Promise.resolve(NONE);
    if (!(found instanceof SortedList)) return Promise.resolve([found.value]);
    return Promise.resolve(found.page(0, limit, false).map(({ value }) => value));
  }

  first(collection: string, name: string): Promise<unknown> {
    if (this.turn.isOver) return tooLate();
    return Promise.resolve(this.#shelf(collection)?.keyLists.get(name)?.first?.value);
  }

  list(collection: string, query: ListQuery): Promise<ListResult> {
    if (this.turn.isOver) return tooLate();
    const repository = this.#shelf(collection);
    return Promise.resolve(repository === undefined ? { values: NONE, total: 0 } : listEntries(repository, query));
  }

  usage(): Promise<Usage> {
    if (this.turn.isOver) return tooLate();
    const { documents, bytes } = this.room;
    return Promise.resolve({ documents, bytes });
  }

  content(id: string): Promise<Uint8Array | undefined> {
    if (this.turn.isOver) return tooLate();
    // A copy, because bytes cannot be frozen.
    return Promise.resolve(this.room.contents.get(id)?.slice());
  }

  dump(): Promise<Dump> {
    if (this.turn.isOver) return tooLate();
    return Promise.resolve(dumpRoom(this.room));
  }

  #shelf(collection: string): Table | undefined {
    return this.room.repositories.get(collection);
  }
}

const dumpRoom = ({ repositories, contents }: MemoryRoom): Dump => {
  const used = [...repositories].filter(([, { last }]) => last > 0);
  return {
    collections: toSortedRecord(used.map(([collection, repository]) => [collection, dumpRepository(repository)])),
    positions: toSortedRecord(used.map(([collection, { last }]) => [collection, last])),
    contents: toSortedRecord([...contents].map(([id, bytes]) => [id, bytes.slice()])),
  };
};

const dumpRepository = ({ inOrder, keyLists }: Table): NewDocument[] => {
  const keys = new Map<Entry, Key[]>();
  for (const [name, list] of keyLists)
    for (const [text, entry] of list) {
      const of = keys.get(entry);
      if (of === undefined) keys.set(entry, [{ name, text }]);
      else of.push({ name, text });
    }
  return [...inOrder].map((entry) => ({
    id: entry.id,
    position: entry.position,
    value: entry.value,
    keys: keys.get(entry) ?? [],
  }));
};
