import { extractText, getDocumentProxy, getMeta } from 'unpdf';

export interface ReadPdf {
  /** What a reader sees, by page. */
  readonly pages: readonly string[];
  readonly text: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/** Opens a PDF as a program would that we did not write. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  return { pages: text, text: text.join('\n'), info: info as Record<string, unknown> };
};

/** What stands below each head of a table, from top to bottom and over all pages; its words are joined. */
export type Columns = Readonly<Record<string, readonly string[]>>;

interface Item {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** The same to the eye, in points. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 1;

/**
 * Reads a table by the places on the paper alone: a cell belongs to the head whose left or right edge it shares. The lines
 * of a cell come one by one. Titles of sections stand farther out than all cells, so that the next one ends the table.
 */
export const readColumns = async (bytes: Uint8Array, title: string, heads: readonly string[]): Promise<Columns> => {
  const items = await itemsOf(bytes);
  const from = items.findIndex(({ text }) => text === title);
  const start = items[from];
  if (start === undefined) throw new Error(`no section ${title}`);
  const length = items.slice(from + 1).findIndex(({ left }) => left < start.left + 1);
  const table = items.slice(from + 1, length === -1 ? undefined : from + 1 + length);
  const columns = new Map<Item, string[]>();
  for (const head of heads) {
    const item = table.find(({ text }) => text === head);
    if (item === undefined) throw new Error(`no head ${head} in ${title}`);
    columns.set(item, []);
  }
  for (const item of table) {
    const head = [...columns.keys()].find(({ left, right }) => isNear(left, item.left) || isNear(right, item.right));
    if (head !== undefined && item.text !== head.text) columns.get(head)?.push(item.text);
  }
  return Object.fromEntries([...columns].map(([{ text }, cells]) => [text, cells]));
};

/** Where the lines at the foot and at the head of every page begin, in points from below. */
const FOOT = 50;
const HEAD = 815;

/** Pieces of text as they stand on the paper, page by page, from the top; without what stands on every page. */
const itemsOf = async (bytes: Uint8Array): Promise<readonly Item[]> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const items: Item[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items: pieces } = await (await document.getPage(page)).getTextContent();
    for (const piece of pieces) {
      if (!('str' in piece) || piece.str.trim() === '') continue;
      const [, , , , left = 0, y = 0] = piece.transform as readonly number[];
      if (y > FOOT && y < HEAD) items.push({ text: piece.str, left, right: left + piece.width });
    }
  }
  return items;
};
