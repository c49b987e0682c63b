import { type Document, type Pair, type Scalar, type YAMLMap, isMap, isNode, isScalar, visit } from 'yaml';
import type { FileFault } from '../../kernel/file-error.ts';

export const DEEPEST = 32;

/** Maximum number of aliases per file. */
export const MOST_ALIASES = 20;

/** Maximum number of faults that are looked for in one file: more would not be read. */
export const MOST_FAULTS = 20;

/** No number of any use is longer, and converting a long one takes quadratic time. */
const MOST_DIGITS = 400;

export const tooDeep = `nested more than ${String(DEEPEST)} levels deep: reduce the nesting`;

/** Finds YAML features that plain data lacks; integers beyond 2^53 keep all their digits. */
export const findStrange = (document: Document, at: (offset: number, message: string) => FileFault): FileFault[] => {
  const faults: FileFault[] = [];
  const add = (offset: number, message: string): symbol | undefined =>
    faults.push(at(offset, message)) === MOST_FAULTS ? visit.BREAK : undefined;
  let aliases = 0;
  visit(document, {
    Pair: (_key, { key }) => {
      const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
      if (!isScalar(key)) return add(offset, 'keys must be plain text: quote the key');
      return key.value === '__proto__' ? add(offset, 'the key "__proto__" is not allowed: rename it') : undefined;
    },
    Scalar: (_key, node, path) => {
      const offset = node.range?.[0] ?? 0;
      if (isLongNumber(node))
        return add(offset, `a number has at most ${String(MOST_DIGITS)} digits: quote it if it is text`);
      keepDigits(node);
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        return add(offset, 'JSON has no such number: use a finite number');
      return path.length > 3 * DEEPEST ? visit.SKIP : undefined;
    },
    Alias: (_key, { range }) =>
      ++aliases === MOST_ALIASES + 1
        ? add(range?.[0] ?? 0, `more than ${String(MOST_ALIASES)} aliases: write the values in full`)
        : undefined,
    Collection: (_key, node, path) => {
      // Each level is a collection; in maps there is a pair between two levels.
      if (path.filter((outer) => 'items' in outer).length >= DEEPEST) {
        add(node.range?.[0] ?? 0, tooDeep);
        return visit.BREAK;
      }
      for (const offset of isMap(node) ? repeatedKeys(node) : [])
        if (add(offset, 'no valid YAML: Map keys must be unique: remove one of the two') !== undefined)
          return visit.BREAK;
      return undefined;
    },
  });
  return faults;
};

/** The offsets of keys that occur earlier in their map. */
function* repeatedKeys({ items }: YAMLMap): Generator<number> {
  const known = new Set<string>();
  for (const { key } of items as readonly Pair[]) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    if (known.has(name)) yield key.range?.[0] ?? 0;
    known.add(name);
  }
}

const isLongNumber = ({ value, source = '' }: Scalar): boolean =>
  typeof value === 'number' && source.length > MOST_DIGITS;

const keepDigits = (node: Scalar): void => {
  const { value, source = '' } = node;
  if (typeof value === 'number' && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(source))
    node.value = BigInt(source);
};
