import {
  type Document,
  LineCounter,
  type Node,
  type Scalar,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  visit,
} from 'yaml';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import { FileError, type FileFault } from '../../kernel/file-error.ts';

/** Plain data of an untrusted file, with the location of every value. */
export interface LocatedYaml {
  readonly value: Json;
  /** Location of a value or of a member's name; if it does not exist, that of its parent. */
  readonly placeOf: (path: Path, isKey?: boolean) => { readonly line: number; readonly column: number };
}

const DEEPEST = 32;

/** Maximum number of aliases per file. */
const MOST_ALIASES = 20;

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
export const parseLocatedYaml = (text: string, file: string): LocatedYaml => {
  const lines = new LineCounter();
  const at = (offset: number, message: string): FileFault => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col), message };
  };
  const document = parse(text, lines, (message) => new FileError([at(0, message)]));
  const complaints = [...document.errors, ...document.warnings];
  if (complaints.length > 0)
    throw new FileError(
      complaints.map(({ pos, message }) => {
        const [first = ''] = message.split('\n');
        const what = first.replace(/ at line \d+, column \d+:?$/, '');
        return at(pos[0], `no valid YAML: ${what}: ${remedyFor(what)}`);
      }),
    );
  const faults = findStrange(document, at);
  if (faults.length > 0) throw new FileError(faults);
  return {
    value: toValue(document, (message) => new FileError([at(0, message)])),
    placeOf: (path, isKey = false) => {
      const { line, col } = lines.linePos(offsetOf(document, path, isKey));
      return { line, column: col };
    },
  };
};

const parse = (text: string, lineCounter: LineCounter, fault: (message: string) => FileError): Document => {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false });
  } catch (error) {
    // Thousands of brackets overflow the parser's stack before they can be counted.
    if (error instanceof RangeError) throw fault(tooDeep);
    throw error;
  }
};

const tooDeep = `nested more than ${String(DEEPEST)} levels deep: reduce the nesting`;

/** Finds YAML features that plain data lacks; integers beyond 2^53 keep all their digits. */
const findStrange = (document: Document, at: (offset: number, message: string) => FileFault): FileFault[] => {
  const faults: FileFault[] = [];
  let aliases = 0;
  visit(document, {
    Pair: (_key, { key }) => {
      const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
      if (!isScalar(key)) faults.push(at(offset, 'keys must be plain text: quote the key'));
      else if (key.value === '__proto__') faults.push(at(offset, 'the key "__proto__" is not allowed: rename it'));
    },
    Scalar: (_key, node, path) => {
      keepDigits(node);
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        faults.push(at(node.range?.[0] ?? 0, 'JSON has no such number: use a finite number'));
      if (path.length > 3 * DEEPEST) return visit.SKIP;
      return undefined;
    },
    Alias: (_key, { range }) => {
      if (++aliases === MOST_ALIASES + 1)
        faults.push(at(range?.[0] ?? 0, `more than ${String(MOST_ALIASES)} aliases: write the values in full`));
    },
    Collection: (_key, { range }, path) => {
      // Each level is a collection; in maps there is a pair between two levels.
      if (path.filter((node) => 'items' in node).length < DEEPEST) return undefined;
      faults.push(at(range?.[0] ?? 0, tooDeep));
      return visit.BREAK;
    },
  });
  return faults;
};

const keepDigits = (node: Scalar): void => {
  const { value, source = '' } = node;
  if (typeof value === 'number' && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(source))
    node.value = BigInt(source);
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
