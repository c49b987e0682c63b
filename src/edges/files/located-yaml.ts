import {
  type Document,
  LineCounter,
  type Node,
  isMap,
  isNode,
  isScalar,
  type Pair,
  type Scalar,
  type YAMLMap,
  visit,
  CST,
  Composer,
  Parser,
  Lexer,
  YAMLParseError,
} from 'yaml';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import { FileError, type FileFault } from '../../kernel/file-error.ts';

/** A value of a file, or the name of a member. */
export interface Target {
  readonly path: Path;
  readonly isKey?: boolean;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Plain data of an untrusted file, with the location of every value. */
export interface LocatedYaml {
  readonly value: Json;
  /** Location of a value or of a member's name; if it does not exist, that of its parent. */
  readonly placeOf: (target: Target) => Place;
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

/** @throws {@link FileError} with file, line, column and a remedy for each fault */
export const parseLocatedYaml = (text: string, file: string, mostNodes = MOST_NODES): LocatedYaml => {
  const lines = new LineCounter();
  const at = (offset: number, message: string): FileFault => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col), message };
  };
  const fail = (message: string, offset = 0): FileError => new FileError([at(offset, message)]);
  const document = compose(text, lines, { mostNodes, fail });
  const complaints = [...document.errors, ...document.warnings];
  // The composer calls itself for each level, and reports its overflow like an error in the text.
  if (complaints.some(({ message }) => message.includes('call stack'))) throw fail(tooDeep);
  if (complaints.length > 0)
    throw new FileError(
      complaints.slice(0, MOST_FAULTS).map(({ pos, message }) => {
        const [first = ''] = message.split('\n');
        const what = first.replace(/ at line \d+, column \d+:?$/, '');
        return at(pos[0], `no valid YAML: ${what}: ${remedyFor(what)}`);
      }),
    );
  const faults = findStrange(document, at);
  if (faults.length > 0) throw new FileError(faults);
  const value = toValue(document, fail);
  return {
    value,
    placeOf: ({ path, isKey = false }) => {
      const { line, col } = lines.linePos(offsetOf(document, path, isKey));
      return { line, column: col };
    },
  };
};

interface ComposeOptions {
  readonly mostNodes: number;
  readonly fail: (message: string, offset?: number) => FileError;
}

const TOO_MANY = {
  nodes: (most: number) => `more than ${String(most)} keys and values: split the file, or leave some out`,
  lexemes: (most: number) =>
    `more than ${String(LEXEMES_PER_NODE * most)} marks, spaces and line ends: leave out those without a key or a value`,
};

const compose = (text: string, lines: LineCounter, { mostNodes, fail }: ComposeOptions): Document => {
  try {
    return composeYaml(text, lines, {
      nodes: mostNodes,
      lexemes: LEXEMES_PER_NODE * mostNodes,
      brackets: 4 * DEEPEST,
    });
  } catch (error) {
    if (error instanceof RangeError) throw fail(tooDeep);
    if (!(error instanceof YamlLimitError)) throw error;
    const { limit, offset } = error;
    throw fail(limit === 'brackets' ? tooDeep : TOO_MANY[limit](mostNodes), offset);
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

const tooDeep = `nested more than ${String(DEEPEST)} levels deep: reduce the nesting`;

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

/** What an untrusted file may contain, beyond its size in bytes: the parser needs microseconds for each part. */
interface YamlLimits {
  /** Keys and values. */
  readonly nodes: number;
  /** All that the lexer finds: without a bound, a file of commas alone fills the heap of its worker. */
  readonly lexemes: number;
  /** Collections in brackets inside each other; the composer calls itself for each. */
  readonly brackets: number;
}

/** A file exceeds a limit: it is not parsed any further. */
class YamlLimitError extends Error {
  override readonly name = 'YamlLimitError';
  readonly limit: keyof YamlLimits;
  readonly offset: number;

  constructor(limit: keyof YamlLimits, offset: number) {
    super(`more ${limit} than accepted`);
    this.limit = limit;
    this.offset = offset;
  }
}

/** The lexemes that begin a key or a value. */
const NODES: ReadonlySet<CST.TokenType | null> = new Set<CST.TokenType>([
  ...(['scalar', 'single-quoted-scalar', 'double-quoted-scalar', 'alias'] as const),
  ...(['flow-map-start', 'flow-seq-start', 'seq-item-ind', 'explicit-key-ind'] as const),
]);

/**
 * Equivalent to `parseDocument` of the library, which parses a file of any contents to its end before it can be
 * measured, and compares each key with all keys before it (`uniqueKeys`): 40,000 keys take it 25 seconds.
 *
 * @throws {@link YamlLimitError}
 */
const composeYaml = (text: string, lineCounter: LineCounter, limits: YamlLimits): Document => {
  const tokens = toTokens(text, lineCounter, limits);
  const composer = new Composer({ uniqueKeys: false });
  const [document, next] = composer.compose(tokens, true, text.length);
  if (document === undefined) throw new Error('the composer returns a document at its end');
  if (next !== undefined) {
    const [from, to] = next.range;
    document.errors.push(new YAMLParseError([from, to], 'MULTIPLE_DOCS', 'Source contains multiple documents'));
  }
  return document;
};

const toTokens = (text: string, lineCounter: LineCounter, limits: YamlLimits): CST.Token[] => {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  const tokens: CST.Token[] = [];
  let offset = 0;
  let nodes = 0;
  let pairs = 0;
  let lexemes = 0;
  let depth = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > limits.lexemes) throw new YamlLimitError('lexemes', offset);
    const type = CST.tokenType(lexeme);
    if (NODES.has(type)) nodes++;
    // A pair may have neither key nor value.
    if (type === 'map-value-ind') pairs++;
    if (Math.max(nodes, pairs) > limits.nodes) throw new YamlLimitError('nodes', offset);
    if (type === 'flow-map-start' || type === 'flow-seq-start') {
      if (++depth > limits.brackets) throw new YamlLimitError('brackets', offset);
    } else if (type === 'flow-map-end' || type === 'flow-seq-end') depth--;
    tokens.push(...parser.next(lexeme));
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  tokens.push(...parser.end());
  return tokens;
};

/** Marks of the lexer that do not occur in the text. */
const MARKS: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
