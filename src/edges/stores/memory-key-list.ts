import { type Entry, byPosition } from './memory-entry.ts';
import { compareTexts } from './order-of-values.ts';
import { SortedList } from './sorted-list.ts';

/** The keys of one name: which documents stand under which text. */
export class KeyList {
  /** Most texts name one document, which then stands for itself: a list for each would weigh more than the documents. */
  readonly #byText = new Map<string, Entry | SortedList<Entry>>();
  /** Only of names that somebody asked the first of. */
  #texts: SortedList<string> | undefined;

  /** One document, or several in order. */
  under(text: string): Entry | SortedList<Entry> | undefined {
    return this.#byText.get(text);
  }

  entriesUnder(text: string): SortedList<Entry> | undefined {
    const found = this.#byText.get(text);
    return found === undefined || found instanceof SortedList ? found : listOf(found);
  }

  /** The oldest under the lowest text. */
  get first(): Entry | undefined {
    if (this.#texts === undefined) {
      this.#texts = new SortedList(compareTexts);
      for (const text of this.#byText.keys()) this.#texts.add(text);
    }
    const { first } = this.#texts;
    if (first === undefined) return undefined;
    const found = this.#byText.get(first);
    return found instanceof SortedList ? found.first : found;
  }

  /** False when the document stood there already: two of its keys may be equal. */
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

  /** False when the document did not stand there. */
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

  /** Every document with every text that it stands under. */
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
