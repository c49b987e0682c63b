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
