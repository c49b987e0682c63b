import type { FileInfo, getJsonSchemaRefParserDefaultOptions } from '@apidevtools/json-schema-ref-parser';
import type { ScalarTagDefinition, YAMLException } from 'js-yaml';
import { toExact } from '../../kernel/exact-number.ts';
import { ContractError } from './diagnostic.ts';

const parseWithSource = JSON.parse as unknown as (
  text: string,
  revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** A number with many digits, or a small one; reading all numbers by their text takes ten times as long. */
const MAY_BE_EXACT = /[:[,]\s*-?[\d.]+(?:(?<=[\d.]{16})|e-)/i;

export const parseJsonDescription = (text: string): unknown =>
  MAY_BE_EXACT.test(text)
    ? parseWithSource(text, (_key, value, { source = '' }) =>
        typeof value === 'number' ? toExact(source, value) : value,
      )
    : (JSON.parse(text) as unknown);

/** A decimal number of YAML, which may lack digits on one side of its point. */
const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(e[-+]?\d+)?$/i;

/** Loaded for the first description that is YAML. */
const createYamlParser = async (): Promise<(text: string) => unknown> => {
  const { CORE_SCHEMA, defineScalarTag, floatCoreTag, intCoreTag, load, mergeTag } = await import('js-yaml');
  const keepingDigits = (tag: ScalarTagDefinition<number>): ScalarTagDefinition =>
    defineScalarTag<unknown>(tag.tagName, {
      ...tag,
      resolve: (source, isExplicit, name) => {
        const value = tag.resolve(source, isExplicit, name);
        const decimal = typeof value === 'number' && Number.isFinite(value) ? DECIMAL.exec(source) : null;
        if (typeof value !== 'number' || decimal === null) return value;
        const [, sign, whole = '', fraction = '', exponent = ''] = decimal;
        const digits = (whole === '' ? '0' : whole) + (fraction === '' ? '' : `.${fraction}`);
        return toExact(`${sign === '-' ? '-' : ''}${digits}${exponent}`, value);
      },
    });
  const schema = CORE_SCHEMA.withTags(keepingDigits(intCoreTag), keepingDigits(floatCoreTag), mergeTag);
  const parse = (text: string, mended = 0): unknown => {
    try {
      return load(text, { schema, maxTotalMergeKeys: MOST_REPEATED });
    } catch (error) {
      const { reason, mark } = error as Partial<YAMLException>;
      if (reason !== 'deficient indentation' || mark === undefined || mended === MOST_MENDED) throw error;
      const lines = text.split('\n');
      const indented = ' '.repeat(DEEPEST) + (lines[mark.line] ?? '');
      return parse(lines.with(mark.line, indented).join('\n'), mended + 1);
    }
  };
  return parse;
};

/** Lines that begin no deeper than the member whose bracket or quote they continue: YAML 1.2 forbids them, most parsers do not. */
const MOST_MENDED = 20;

/** Bytes; the largest published descriptions have 40 MB. */
export const LARGEST_FILE = 64 * 1024 * 1024;

export const tooLarge = (bytes: number): string =>
  `the file has ${bytes} bytes, but a description has ${LARGEST_FILE} at most: split it`;

/** Beyond any readable description; every walk through it is a recursion. */
const DEEPEST = 200;

const MOST_NODES = 5_000_000;

/** Values that only aliases add. Ten lines of aliases to aliases make billions ("billion laughs"). */
const MOST_REPEATED = 500_000;

/**
 * Why a parsed file is too large to be processed; undefined if it is not. The parser shares the value of an alias, so
 * that a small file may stand for more values than could ever be visited. Here, each shared value is visited once.
 */
export const faultOfSize = (document: unknown): string | undefined => {
  const known = new Map<object, { readonly nodes: number; readonly depth: number } | undefined>();
  let visited = 0;

  const measure = (value: unknown, level: number): { readonly nodes: number; readonly depth: number } => {
    if (typeof value !== 'object' || value === null) return LEAF;
    if (level > DEEPEST) throw new Oversize(tooDeep);
    if (known.has(value)) {
      const measured = known.get(value);
      if (measured === undefined) throw new Oversize('an alias is within its own value: write the value in full');
      if (level + measured.depth > DEEPEST) throw new Oversize(tooDeep);
      return measured;
    }
    known.set(value, undefined);
    let nodes = 1;
    let depth = 1;
    for (const member of Object.values(value) as unknown[]) {
      if (++visited > MOST_NODES) throw new Oversize(tooMany);
      const inner = measure(member, level + 1);
      nodes += inner.nodes;
      if (inner.depth >= depth) depth = inner.depth + 1;
    }
    const measured = { nodes, depth };
    known.set(value, measured);
    return measured;
  };

  try {
    const { nodes } = measure(document, 0);
    if (nodes > MOST_NODES) return tooMany;
    return nodes - visited > MOST_REPEATED
      ? `its aliases stand for more than ${MOST_REPEATED} values: use $ref`
      : undefined;
  } catch (error) {
    if (error instanceof Oversize) return error.message;
    throw error;
  }
};

const LEAF = { nodes: 1, depth: 0 } as const;

const tooDeep = `nested more than ${DEEPEST} levels deep: reduce the nesting, or use $ref`;
const tooMany = `more than ${MOST_NODES} values, with those of its aliases: split the description, or use $ref`;

class Oversize extends Error {
  override readonly name = 'Oversize';
}

/**
 * The parser's own parsers for YAML and JSON, with exact numbers and a check of the size of the result: the parser visits all values of
 * a file as soon as it has parsed it. `onParsed` is called with each file.
 */
export const boundedParsers = async (onParsed: (url: string, content: unknown) => void) => {
  const library = await import('@apidevtools/json-schema-ref-parser');
  const { json, yaml } = library.getJsonSchemaRefParserDefaultOptions().parse;
  return {
    json: bounded(json, parseJsonDescription, onParsed),
    yaml: bounded(yaml, await createYamlParser(), onParsed),
  };
};

/** Faulty files and those of YAML 1.1 are left to the library's own parser, which would not merge, and say nothing of it. */
const parsedUnlessFaulty = (parse: () => unknown): unknown => {
  try {
    return parse();
  } catch (error) {
    if (/\bmerge\b/.test(firstLine(error))) throw error;
    return undefined;
  }
};

type Parser = ReturnType<typeof getJsonSchemaRefParserDefaultOptions>['parse']['yaml'];

const bounded = (
  parser: Parser,
  parseText: (text: string) => unknown,
  onParsed: (url: string, content: unknown) => void,
): NonNullable<Parser> => {
  if (typeof parser !== 'object' || typeof parser.parse !== 'function') return parser ?? true;
  const parse = parser.parse as (file: FileInfo) => unknown;
  return {
    ...parser,
    parse: async (file: FileInfo): Promise<unknown> => {
      const text = String(file.data).replace(/^\uFEFF/, '');
      const value = parsedUnlessFaulty(() => parseText(text)) ?? (await parse.call(parser, file));
      const fault = faultOfSize(value);
      // With a position, like the errors of the parser.
      if (fault !== undefined) throw new SyntaxError(`${fault} (1:1)`);
      onParsed(file.url, value);
      return value;
    },
  };
};

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/**
 * A syntax error of the YAML and JSON parser, which appends the position to the reason; the rest of its message is an excerpt of the
 * file. Some do not name the file.
 */
export const readComplaint = (error: unknown) => {
  const [, file, reason, line, column] =
    /^(?:Error parsing (.*?): )?(.*) \((\d+):(\d+)\)$/.exec(firstLine(error)) ?? [];
  return reason === undefined ? undefined : { file, reason, line: Number(line), column: Number(column) };
};

/** Converts any error while loading a file, with the position if the parser reported one. */
export const toContractError = (error: unknown, file: string): ContractError => {
  if (error instanceof ContractError) return error;
  const { reason = firstLine(error), ...place } = readComplaint(error) ?? {};
  return new ContractError(reason, { ...place, file });
};
