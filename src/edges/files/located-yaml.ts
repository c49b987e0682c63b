import { type Document, LineCounter, type Node, isMap, isNode, isScalar } from 'yaml';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import { FileError, type FileFault } from '../../kernel/file-error.ts';
import type { Place, Target } from './read-yaml.ts';
import { YamlLimitError, composeYaml } from './compose-yaml.ts';
import { DEEPEST, MOST_ALIASES, MOST_FAULTS, findStrange, tooDeep } from './plain-yaml.ts';

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
