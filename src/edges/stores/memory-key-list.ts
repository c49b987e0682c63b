import type { Key } from '../../engine/sandbox/store.ts';
import { deepFreeze } from './kept-json.ts';
import { SortedList, compareTexts } from './sorted-list.ts';

export interface Entry {
  readonly id: string;
  readonly position: number;
  value: unknown;
  size: number;
  /** Whether the value is frozen. */
  isFrozen: boolean;
  /** All of them, where documents are kept elsewhere: they are written as a whole, an update names only what changes. */
  keys: readonly Key[] | undefined;
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

export const byPosition = (a: Entry, b: Entry): number => a.position - b.position;

/** An index: documents by the text of one key. */
export class KeyList {
  /**
   * Most texts identify one document, which is stored directly: a list for each would take more memory than the
   * documents.
   */
  readonly #byText = new Map<string, Entry | SortedList<Entry>>();
  /** Built only for keys whose first document was queried. */
  #texts: SortedList<string> | undefined;

  /** One document, or several in order. */
  under(text: string): Entry | SortedList<Entry> | undefined {
    return this.#byText.get(text);
  }

  entriesUnder(text: string): SortedList<Entry> | undefined {
    const found = this.#byText.get(text);
    return found === undefined || found instanceof SortedList ? found : listOf(found);
  }

  /** The oldest document with the lowest text. */
  get first(): Entry | undefined {
    const { first } = this.#inOrder;
    if (first === undefined) return undefined;
    const found = this.#byText.get(first);
    return found instanceof SortedList ? found.first : found;
  }

  /** The documents with the lowest texts, in order. */
  lowest(limit: number): Entry[] {
    const found: Entry[] = [];
    for (const text of this.#inOrder.page(0, limit, false)) {
      const under = this.#byText.get(text);
      if (under instanceof SortedList) found.push(...under.page(0, limit - found.length, false));
      else if (under !== undefined) found.push(under);
      if (found.length >= limit) break;
    }
    return found;
  }

  get #inOrder(): SortedList<string> {
    if (this.#texts === undefined) {
      this.#texts = new SortedList(compareTexts);
      for (const text of this.#byText.keys()) this.#texts.add(text);
    }
    return this.#texts;
  }

  /** False if the document is already listed there: two of its keys may be equal. */
  add(text: string, entry: Entry): boolean {
    const found = this.#byText.get(text);
    if (found === entry) return false;
    if (found instanceof SortedList) return found.add(entry);
    if (found === undefined) {
      this.#byText.set(text, entry);
      this.#texts?.add(text);
    } else {
      const list = listOf(found);
      list.add(entry);
      this.#byText.set(text, list);
    }
    return true;
  }

  /** False if the document is not listed there. */
  remove(text: string, entry: Entry): boolean {
    const found = this.#byText.get(text);
    if (found === undefined) return false;
    if (found instanceof SortedList) {
      if (!found.remove(entry)) return false;
      if (found.size > 0) return true;
    } else if (found !== entry) return false;
    this.#byText.delete(text);
    this.#texts?.remove(text);
    return true;
  }

  /** Every document with each of its texts. */
  *[Symbol.iterator](): Generator<[text: string, entry: Entry], void> {
    for (const [text, found] of this.#byText) {
      if (!(found instanceof SortedList)) yield [text, found];
      else for (const entry of found) yield [text, entry];
    }
  }
}

const listOf = (entry: Entry): SortedList<Entry> => {
  const list = new SortedList(byPosition);
  list.add(entry);
  return list;
};
