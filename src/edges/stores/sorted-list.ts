/** Small enough to move cheaply, large enough to keep the number of chunks low. */
const CHUNK = 512;

/**
 * Sorted items without duplicates. Inserting and removing move one chunk at most, so that they cost the same for a
 * hundred items and for a million; so does reading a page at any offset.
 */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #chunks: T[][] = [];
  #size = 0;

  constructor(compare: (a: T, b: T) => number, items: Iterable<T> = []) {
    this.#compare = compare;
    for (const item of items) this.add(item);
  }

  get size(): number {
    return this.#size;
  }

  has(item: T): boolean {
    const [chunk = [], place] = this.#find(item);
    return this.#isAt(chunk, place, item);
  }

  /** False if already present. */
  add(item: T): boolean {
    const last = this.#chunks.at(-1);
    if (last === undefined || this.#compare(last.at(-1) as T, item) < 0) {
      // Items inserted in order leave full chunks behind.
      if (last === undefined || last.length >= CHUNK) this.#chunks.push([item]);
      else last.push(item);
    } else {
      const [chunk = last, place, number] = this.#find(item);
      if (this.#isAt(chunk, place, item)) return false;
      chunk.splice(place, 0, item);
      if (chunk.length > CHUNK) this.#chunks.splice(number + 1, 0, chunk.splice(CHUNK / 2));
    }
    this.#size += 1;
    return true;
  }

  /** False if not present. */
  remove(item: T): boolean {
    const [chunk, place, number] = this.#find(item);
    if (chunk === undefined || !this.#isAt(chunk, place, item)) return false;
    chunk.splice(place, 1);
    if (chunk.length === 0) this.#chunks.splice(number, 1);
    this.#size -= 1;
    return true;
  }

  /** In ascending or descending order. */
  page(offset: number, limit: number, descending: boolean): T[] {
    if (!descending) return this.#slice(offset, Math.min(this.#size, offset + limit));
    const end = this.#size - offset;
    return this.#slice(Math.max(0, end - limit), end).reverse();
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  #slice(start: number, end: number): T[] {
    const found: T[] = [];
    let before = 0;
    for (const chunk of this.#chunks) {
      if (before >= end) break;
      for (let i = Math.max(0, start - before); i < Math.min(chunk.length, end - before); i++)
        found.push(chunk[i] as T);
      before += chunk.length;
    }
    return found;
  }

  #isAt(chunk: readonly T[], place: number, item: T): boolean {
    return place < chunk.length && this.#compare(chunk[place] as T, item) === 0;
  }

  /** The chunk of an item or of its insertion point, the index in the chunk, and the index of the chunk. */
  #find(item: T): [chunk: T[] | undefined, place: number, number: number] {
    const number = Math.min(
      this.#chunks.length - 1,
      findPlace(this.#chunks.length, (i) => this.#compare(this.#chunks[i]?.at(-1) as T, item) >= 0),
    );
    const chunk = this.#chunks[number];
    if (chunk === undefined) return [undefined, 0, 0];
    return [chunk, findPlace(chunk.length, (i) => this.#compare(chunk[i] as T, item) >= 0), number];
  }
}

/** Binary search: the first index at which the predicate is true. */
const findPlace = (count: number, isTrue: (place: number) => boolean): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Surrogates sort below U+E000 to U+FFFF as code units, but above them as code points. */
const toRank = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
};

/** Compares by code points, as databases compare UTF-8; JavaScript's `<` compares code units. */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return toRank(x) - toRank(y);
  }
  return a.length - b.length;
};

type Sortable = null | number | bigint | string;

/** Sort key of a document's member. */
export const toSortable = (value: unknown, member: string): Sortable => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return null;
  const found = (value as Readonly<Record<string, unknown>>)[member];
  switch (typeof found) {
    case 'string':
    case 'number':
    case 'bigint':
      return found;
    case 'boolean':
      return Number(found);
    default:
      return null;
  }
};

const rankOf = (value: Sortable): number => (value === null ? 0 : typeof value === 'string' ? 2 : 1);

/** Order: absent, numbers, texts. */
export const compareSortables = (a: Sortable, b: Sortable): number => {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return rankOf(a) - rankOf(b);
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Sorts entries by key, regardless of insertion order. */
export const toSortedRecord = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([a], [b]) => compareTexts(a, b)));
