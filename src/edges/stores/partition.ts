import type { Dump, Key, KeysOf, ListQuery, NewDocument, Page } from '../../engine/sandbox/store.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { SortedList, compareSortables, compareTexts, toSortable, toSortedRecord } from './sorted-list.ts';
import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';

/** A document in memory. */
export interface Entry {
  readonly id: string;
  readonly position: number;
  value: unknown;
  size: number;
  /** Whether the value is frozen. */
  isFrozen: boolean;
  keysOf: KeysOf | undefined;
}

/**
 * The value for a reader. Frozen when it is first read, not when it is written: many documents are never read, and
 * freezing takes 3 % of the time of POST orders (Node 24, 2 cores).
 */
export const valueOf = (entry: Entry): unknown => {
  if (!entry.isFrozen) {
    deepFreeze(entry.value);
    entry.isFrozen = true;
  }
  return entry.value;
};

/** Its keys. */
export const keysOf = ({ value, keysOf: of }: Pick<Entry, 'value' | 'keysOf'>): readonly Key[] =>
  of?.(value as never) ?? NO_KEYS;

const NO_KEYS: readonly Key[] = [];

const byPosition = (a: Entry, b: Entry): number => a.position - b.position;

const listOf = (...entries: readonly Entry[]): SortedList<Entry> => new SortedList(byPosition, entries);

/** Equal values are ordered by age. */
const byMember =
  (member: string) =>
  (a: Entry, b: Entry): number =>
    compareSortables(toSortable(a.value, member), toSortable(b.value, member)) || byPosition(a, b);

/** An index: documents by the text of one key. */
class KeyList {
  /**
   * Most texts identify one document, which is stored directly: a list for each would take more memory than the
   * documents.
   */
  readonly #byText = new Map<string, Entry | SortedList<Entry>>();
  /** Built only for keys whose first documents were queried. */
  #texts: SortedList<string> | undefined;

  /** One document, or several in order. */
  under(text: string): Entry | SortedList<Entry> | undefined {
    return this.#byText.get(text);
  }

  /** The documents with the lowest texts, in order. */
  lowest(limit: number): Entry[] {
    this.#texts ??= new SortedList(compareTexts, this.#byText.keys());
    const found: Entry[] = [];
    for (const text of this.#texts.page(0, limit, false)) {
      const under = this.#byText.get(text);
      if (under instanceof SortedList) found.push(...under.page(0, limit - found.length, false));
      else if (under !== undefined) found.push(under);
      if (found.length >= limit) break;
    }
    return found;
  }

  /** No effect if the document is already listed there: two of its keys may be equal. */
  add(text: string, entry: Entry): void {
    const found = this.#byText.get(text);
    if (found instanceof SortedList) found.add(entry);
    else if (found === undefined) {
      this.#byText.set(text, entry);
      this.#texts?.add(text);
    } else if (found !== entry) this.#byText.set(text, listOf(found, entry));
  }

  remove(text: string, entry: Entry): void {
    const found = this.#byText.get(text);
    if (found instanceof SortedList) {
      found.remove(entry);
      if (found.size > 0) return;
    } else if (found !== entry) return;
    this.#byText.delete(text);
    this.#texts?.remove(text);
  }
}

/** A collection of a sandbox. */
export class Table {
  /** The last position that was assigned. */
  last = 0;
  readonly byId = new Map<string, Entry>();
  readonly #inOrder = listOf();
  /** Indexes by sort member, created on first use: a page of 100,000 is as fast as one of 100. */
  readonly #sorted = new Map<string, SortedList<Entry>>();
  /** Indexes by key name. */
  readonly #keyLists = new Map<string, KeyList>();

  keyList(name: string): KeyList {
    return getOrInsert(this.#keyLists, name, () => new KeyList());
  }

  /** Adds or changes a document, or removes it; returns what it was. */
  set(id: string, next: Entry | undefined): Entry | undefined {
    const entry = this.byId.get(id);
    if (entry === undefined) {
      if (next !== undefined) this.#add(next);
      return undefined;
    }
    if (next === undefined) {
      this.#remove(entry);
      return entry;
    }
    const former = { ...entry };
    this.#change(entry, next);
    return former;
  }

  /** Scans the documents of the most selective key. */
  list({ keys, sortBy, descending, offset, limit }: ListQuery): Page<unknown> {
    const [rarest, ...others] = keys.map((key) => this.#under(key)).sort((a, b) => a.size - b.size);
    if (rarest === undefined || (others.length === 0 && sortBy === undefined)) {
      const whole = rarest ?? (sortBy === undefined ? this.#inOrder : this.#sortedBy(sortBy));
      return { values: whole.page(offset, limit, descending).map(valueOf), total: whole.size };
    }
    const found = [...rarest].filter((entry) => others.every((list) => list.has(entry)));
    if (sortBy !== undefined) found.sort(byMember(sortBy));
    if (descending) found.reverse();
    return { values: found.slice(offset, offset + limit).map(valueOf), total: found.length };
  }

  /** What makes a dump of the present, also later: it takes ten times as long as the copy, which is lists for that reason. */
  *copy(): Steps<() => Steps<NewDocument[]>> {
    const [entries, values, keys]: [Entry[], unknown[], Entry['keysOf'][]] = [[], [], []];
    for (const entry of this.#inOrder) {
      values.push(entry.value);
      keys.push(entry.keysOf);
      if (entries.push(entry) % ENTRIES === 0) yield;
    }
    return function* () {
      const documents: NewDocument[] = [];
      for (const [index, entry] of entries.entries()) {
        const { id, position } = entry;
        const former = values[index];
        const value = former === entry.value ? valueOf(entry) : deepFreeze(former);
        const ofValue = toSet(keysOf({ value, keysOf: keys[index] }));
        if (documents.push({ id, position, value, keys: ofValue }) % ENTRIES === 0) yield;
      }
      return documents;
    };
  }

  #add(entry: Entry): void {
    this.byId.set(entry.id, entry);
    this.#inOrder.add(entry);
    for (const list of this.#sorted.values()) list.add(entry);
    for (const { name, text } of keysOf(entry)) this.keyList(name).add(text, entry);
  }

  #remove(entry: Entry): void {
    this.byId.delete(entry.id);
    this.#inOrder.remove(entry);
    for (const list of this.#sorted.values()) list.remove(entry);
    for (const { name, text } of keysOf(entry)) this.keyList(name).remove(text, entry);
  }

  #change(entry: Entry, next: Entry): void {
    const [former, keys] = [keysOf(entry), keysOf(next)];
    for (const list of this.#sorted.values()) list.remove(entry);
    Object.assign(entry, next);
    for (const list of this.#sorted.values()) list.add(entry);
    if (areSame(former, keys)) return;
    const present = new Set(keys.map(toText));
    for (const key of former) if (!present.has(toText(key))) this.keyList(key.name).remove(key.text, entry);
    for (const { name, text } of keys) this.keyList(name).add(text, entry);
  }

  #under({ name, text }: Key): SortedList<Entry> {
    const found = this.#keyLists.get(name)?.under(text);
    if (found instanceof SortedList) return found;
    return found === undefined ? listOf() : listOf(found);
  }

  #sortedBy(member: string): SortedList<Entry> {
    return getOrInsert(this.#sorted, member, () => new SortedList(byMember(member), this.#inOrder));
  }
}

const toText = ({ name, text }: Key): string => `${name}\n${text}`;

const areSame = (keys: readonly Key[], others: readonly Key[]): boolean =>
  keys.length === others.length &&
  keys.every(({ name, text }, index) => name === others[index]?.name && text === others[index].text);

/** Keys are a set: in which order they came about must not show, so that equal contents give equal dumps. */
const toSet = (keys: readonly Key[]): readonly Key[] =>
  keys
    .toSorted((one, other) => compareTexts(one.name, other.name) || compareTexts(one.text, other.text))
    .filter((key, index, all) => index === 0 || !areSame([key], all.slice(index - 1, index)));

/** Documents that one step looks at: a fraction of a millisecond. */
const ENTRIES = 256;

/** All data of a sandbox in memory. */
export class Partition {
  readonly tables = new Map<string, Table>();
  /** The bytes, or their number where they are kept elsewhere and fetched when they are read. */
  readonly contents = new Map<string, Uint8Array | number>();
  documents = 0;
  /** Of documents and contents. */
  bytes = 0;
  contentBytes = 0;
  /** Of all sandboxes, if they share a limit. */
  readonly memory: MemoryAccount | undefined;

  constructor(memory?: MemoryAccount) {
    this.memory = memory;
  }

  table(collection: string): Table {
    return getOrInsert(this.tables, collection, () => new Table());
  }

  /** Adds or changes a document, or removes it; returns what it was. */
  set(table: Table, id: string, next: Entry | undefined): Entry | undefined {
    const former = table.set(id, next);
    this.documents += Number(next !== undefined) - Number(former !== undefined);
    this.#count((next?.size ?? 0) - (former?.size ?? 0));
    return former;
  }

  setContent(id: string, next: Uint8Array | number | undefined): Uint8Array | number | undefined {
    const former = this.contents.get(id);
    if (next === undefined) this.contents.delete(id);
    else this.contents.set(id, next);
    const difference = sizeOf(next) - sizeOf(former);
    this.contentBytes += difference;
    this.#count(difference);
    return former;
  }

  *copy(): Steps<() => Steps<Pick<Dump, 'collections' | 'positions'>>> {
    const used = [...this.tables].filter(([, { last }]) => last > 0);
    const positions = toSortedRecord(used.map(([collection, { last }]) => [collection, last]));
    const copies: [string, () => Steps<NewDocument[]>][] = [];
    for (const [name, table] of used) copies.push([name, yield* table.copy()]);
    return function* () {
      const collections: [string, NewDocument[]][] = [];
      for (const [name, dump] of copies) collections.push([name, yield* dump()]);
      return { collections: toSortedRecord(collections), positions };
    };
  }

  /** Releases the memory at once: readers have copies, and V8 would collect it much later. */
  free(): void {
    this.memory?.count(-this.bytes);
    for (const content of this.contents.values())
      if (typeof content !== 'number' && content.buffer instanceof ArrayBuffer) content.buffer.transfer(0);
    this.contents.clear();
  }

  #count(bytes: number): void {
    this.bytes += bytes;
    this.memory?.count(bytes);
  }
}

const sizeOf = (content: Uint8Array | number | undefined): number =>
  typeof content === 'number' ? content : (content?.byteLength ?? 0);

/** From this number on JSON.stringify uses an exponent, which is not parsed as an integer. */
const EXPONENT = 1e21;

/**
 * Normalizes a value to what its JSON text would parse to, since memory and file stores must return equal values.
 * Returns the value itself if nothing has to change, else a copy: callers must not use a value after storing it.
 */
export const toKept = (
  value: unknown,
): {
  readonly value: unknown;
  /** Approximate length of its JSON text. */
  readonly size: number;
} => {
  const size = sizeAsItIs(value);
  if (size !== OTHER) return { value, size };
  const other = value === undefined ? null : parseOwnJson(stringifyJson(value));
  return { value: other, size: sizeAsItIs(other) };
};

/** In place of a size: the value has to be replaced. */
const OTHER = -1;

/** Size of every number, literal and null: they are too short to be counted exactly. */
const SHORT = 6;

/** Size of a value that is kept as it is; {@link OTHER} as soon as a part has to be replaced. */
const sizeAsItIs = (value: unknown): number => {
  switch (typeof value) {
    case 'string':
      return value.length + 2;
    case 'boolean':
      return SHORT;
    case 'number':
    case 'bigint':
      return isKept(value) ? SHORT : OTHER;
    case 'object':
      if (value === null) return SHORT;
      return Array.isArray(value) ? sizeOfItems(value) : sizeOfMembers(value);
    default:
      return OTHER;
  }
};

const sizeOfItems = (items: readonly unknown[]): number => {
  let size = 2;
  for (const item of items) {
    const added = sizeAsItIs(item);
    if (added === OTHER) return OTHER;
    size += added + 1;
  }
  return size;
};

const sizeOfMembers = (value: object): number => {
  if (Object.getPrototypeOf(value) !== Object.prototype || typeof (value as { toJSON?: unknown }).toJSON === 'function')
    return OTHER;
  let size = 2;
  // No inherited properties, so `for in` avoids a list of keys.
  for (const key in value) {
    const added = sizeAsItIs((value as Record<string, unknown>)[key]);
    if (added === OTHER) return OTHER;
    size += key.length + 4 + added;
  }
  return size;
};

/** Integers that a number cannot hold are BigInts, and only they. */
const isKept = (value: number | bigint): boolean => {
  if (typeof value === 'bigint') return !Number.isSafeInteger(Number(value));
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? !Object.is(value, -0) : Math.abs(value) >= EXPONENT;
  return Number.isFinite(value);
};

/** Freezes JSON with all its parts, so that a caller that changes what is stored gets an error. */
const deepFreeze = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  // `for in` avoids a list of values: half the cost.
  else for (const key in value) deepFreeze((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
};
