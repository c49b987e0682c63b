import {
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import { FileError, type FileFault } from '../../kernel/user-errors.ts';

/** A value of a file, or the name of a member. */
export interface Target {
  readonly path: Path;
  readonly isKey?: boolean;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A file of this size by hand has a tenth of it. */
const MOST_NODES = 10_000;

/** A line such as `key: value` has seven, and two keys and values. */
const LEXEMES_PER_NODE = 8;

/** Remedies for the most frequent faults; the parser only reports what is wrong. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/tab/i, 'indent with spaces'],
  [/unique/i, 'remove one of the two'],
  [/multiple documents/i, 'a file contains one document: split it into two files'],
  [/quote/i, 'close the quote'],
  [/flow (?:map|sequence|collection)|expected.*[\]}]/i, 'close the bracket'],
  [/implicit key|nested mapping|compact mapping/i, 'quote text that contains a colon, or start a new line'],
  [/indent|column|level/i, 'align it with the lines around it'],
  [/tag/i, 'tags are not supported: write the plain value'],
  [/alias|anchor/i, 'write the value in full'],
];

const remedyFor = (message: string): string =>
  REMEDIES.find(([pattern]) => pattern.test(message))?.[1] ??
  'correct the line, or compare it with a file of the package';

/**
 * Plain data of an untrusted file, with the location of every value.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export const parseLocatedYaml = (text: string, file: string, mostNodes = MOST_NODES) => {
  const lines = new LineCounter();
  const at = (offset: number, message: string): FileFault => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col), message };
  };
  const fail = (message: string, offset = 0): FileError => new FileError([at(offset, message)]);
  const tooMuch = findTooMuch(text, mostNodes);
  if (tooMuch !== undefined) {
    const before = text.slice(0, tooMuch.offset).split('\n');
    const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
    throw new FileError([{ file, line, column, message: tooMuch.message }]);
  }
  const document = parse(text, lines, fail);
  const complaints = [...document.errors, ...document.warnings];
  // The composer calls itself for each level, and reports its overflow like an error in the text.
  if (complaints.some(({ message }) => message.includes('call stack'))) throw fail(tooDeep);
  if (complaints.length > 0)
    throw new FileError(
      complaints.slice(0, MOST_FAULTS).map(({ pos, message }) => {
        const what = message.replace(/; please use .*/, '');
        return at(pos[0], `no valid YAML: ${what}: ${remedyFor(what)}`);
      }),
    );
  const faults = findStrange(document, at);
  if (faults.length > 0) throw new FileError(faults);
  const value = toValue(document, fail);
  return {
    value,
    /** Location of a value or of a member's name; if it does not exist, that of its parent. */
    placeOf: ({ path, isKey = false }: Target): Place => {
      const { line, col } = lines.linePos(offsetOf(document, path, isKey));
      return { line, column: col };
    },
  };
};

/** Keys are compared later: the library compares each with all before it, which takes 25 seconds for 40,000. */
const parse = (text: string, lineCounter: LineCounter, fail: (message: string) => FileError): Document => {
  try {
    return parseDocument(text, { uniqueKeys: false, prettyErrors: false, lineCounter });
  } catch (error) {
    if (error instanceof RangeError) throw fail(tooDeep);
    throw error;
  }
};

const toValue = (document: Document, fault: (message: string) => FileError): Json => {
  try {
    return (document.toJS({ maxAliasCount: MOST_ALIASES }) ?? null) as Json;
  } catch (error) {
    const message = (error as Error).message;
    throw fault(`${message}: ${remedyFor(message)}`);
  }
};

const offsetOf = (document: Document, path: Path, isKey: boolean): number => {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, key] of path.entries()) {
    const name: Node | undefined = isMap(node) ? keyNodeOf(node, key) : undefined;
    const next: unknown = isMap(node) || (node !== null && 'get' in node) ? node.get(key, true) : undefined;
    const isLast = depth === path.length - 1;
    if (isLast && isKey && name?.range) return name.range[0];
    if (!isNode(next) || !next.range) return name?.range?.[0] ?? offset;
    node = next;
    offset = next.range[0];
  }
  return offset;
};

const keyNodeOf = (map: Node, key: string | number): Node | undefined => {
  if (!isMap(map)) return undefined;
  for (const { key: name } of map.items) if (isScalar(name) && String(name.value) === String(key)) return name;
  return undefined;
};

const DEEPEST = 32;

/** Maximum number of aliases per file. */
const MOST_ALIASES = 20;

/** Maximum number of faults that are looked for in one file: more would not be read. */
const MOST_FAULTS = 20;

/** No number of any use is longer, and converting a long one takes quadratic time. */
const MOST_DIGITS = 400;

const tooDeep = `nested more than ${DEEPEST} levels deep: reduce the nesting`;

/** Finds YAML features that plain data lacks; integers beyond 2^53 keep all their digits. */
const findStrange = (document: Document, at: (offset: number, message: string) => FileFault): FileFault[] => {
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
      if (typeof node.value === 'number' && (node.source ?? '').length > MOST_DIGITS)
        return add(offset, `a number has at most ${MOST_DIGITS} digits: quote it if it is text`);
      keepDigits(node);
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        return add(offset, 'JSON has no such number: use a finite number');
      return path.length > 3 * DEEPEST ? visit.SKIP : undefined;
    },
    Alias: (_key, { range, source }, path) => {
      const offset = range?.[0] ?? 0;
      if (path.some((outer) => 'anchor' in outer && outer.anchor === source))
        return add(offset, 'an alias is within its own value: write the value in full');
      return ++aliases === MOST_ALIASES + 1
        ? add(offset, `more than ${MOST_ALIASES} aliases: write the values in full`)
        : undefined;
    },
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

const keepDigits = (node: Scalar): void => {
  const { value, source = '' } = node;
  if (typeof value === 'number' && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(source))
    node.value = BigInt(source);
};

/** The lexemes that begin a key or a value. */
const NODES: ReadonlySet<CST.TokenType | null> = new Set<CST.TokenType>([
  ...(['scalar', 'single-quoted-scalar', 'double-quoted-scalar', 'alias'] as const),
  ...(['flow-map-start', 'flow-seq-start', 'seq-item-ind', 'explicit-key-ind'] as const),
]);

/** Marks of the lexer that do not occur in the text. */
const MARKS: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/**
 * What an untrusted file has too much of, beyond its size in bytes, and where. Looked for before it is parsed: the parser
 * needs microseconds for each part, and a file of commas alone fills the heap of its worker.
 */
const findTooMuch = (
  text: string,
  mostNodes: number,
): { readonly message: string; readonly offset: number } | undefined => {
  const mostLexemes = LEXEMES_PER_NODE * mostNodes;
  let [offset, nodes, pairs, lexemes, depth] = [0, 0, 0, 0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    const type = CST.tokenType(lexeme);
    if (NODES.has(type)) nodes++;
    // A pair may have neither key nor value.
    if (type === 'map-value-ind') pairs++;
    if (type === 'flow-map-start' || type === 'flow-seq-start') depth++;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') depth--;
    if (++lexemes > mostLexemes)
      return {
        message: `more than ${mostLexemes} marks, spaces and line ends: leave out those without a key or a value`,
        offset,
      };
    if (Math.max(nodes, pairs) > mostNodes)
      return { message: `more than ${mostNodes} keys and values: split the file, or leave some out`, offset };
    // The parser calls itself for each bracket: a short text is parsed here, and a thousand of them take longer than a turn.
    if (depth > 4 * DEEPEST) return { message: tooDeep, offset };
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  return undefined;
};
