import type { FileInfo, getJsonSchemaRefParserDefaultOptions } from '@apidevtools/json-schema-ref-parser';
import { faultOfSize } from './document-size.ts';
import { parseJsonDescription } from './exact-literals.ts';
import { isSchemaObject } from './walk-schema.ts';

/** Called with each parsed file. */
type OnParsed = (url: string, content: unknown) => void;

/**
 * The parser's own parsers for YAML and JSON, with exact numbers and a check of the size of the result: the parser visits all values of
 * a file as soon as it has parsed it.
 */
export const boundedParsers = async (onParsed: OnParsed) => {
  const library = await import('@apidevtools/json-schema-ref-parser');
  const { parseYamlDescription } = await import('./yaml-literals.ts');
  const { json, yaml } = library.getJsonSchemaRefParserDefaultOptions().parse;
  return {
    json: bounded(exactly(json, parseJsonDescription), onParsed),
    yaml: bounded(exactly(yaml, parseYamlDescription), onParsed),
  };
};

type Parser = ReturnType<typeof getJsonSchemaRefParserDefaultOptions>['parse']['yaml'];

/** Keeps the digits of numbers; faulty files and those of YAML 1.1 are left to the library's own parser. */
const exactly = (parser: Parser, parseText: (text: string) => unknown): Parser => {
  if (typeof parser !== 'object' || typeof parser.parse !== 'function') return parser;
  const { parse } = parser;
  return {
    ...parser,
    parse: (file: FileInfo): unknown => {
      try {
        return parseText(String(file.data).replace(/^\uFEFF/, ''));
      } catch {
        return (parse as (file: FileInfo) => unknown).call(parser, file);
      }
    },
  };
};

const bounded = (parser: Parser, onParsed: OnParsed): Exclude<Parser, undefined> => {
  if (typeof parser !== 'object' || typeof parser.parse !== 'function') return parser ?? true;
  const { parse } = parser;
  return {
    ...parser,
    parse: async (file: FileInfo): Promise<unknown> => {
      const value: unknown = await (parse as (file: FileInfo) => unknown).call(parser, file);
      const fault = faultOfSize(value);
      // With a position, like the errors of the parser.
      if (fault !== undefined) throw new SyntaxError(`${fault} (1:1)`);
      if (file.data.includes('<<')) mergeKeys(value);
      onParsed(file.url, value);
      return value;
    },
  };
};

/**
 * Merges the mappings of merge keys (`<<: *defaults`) into the mappings that hold them, in place: a key of their own
 * counts, then that of the first mapping that has it (https://yaml.org/type/merge.html). Aliases share their values, so
 * this is for files of bounded size.
 */
const mergeKeys = (content: unknown): void => {
  const visited = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return;
    visited.add(node);
    for (const member of Object.values(node)) visit(member);
    if (!isSchemaObject(node) || !Object.hasOwn(node, '<<')) return;
    const sources: unknown[] = [node['<<']].flat();
    if (!sources.every(isSchemaObject)) return;
    delete node['<<'];
    for (const source of sources)
      for (const [key, value] of Object.entries(source))
        if (key !== '__proto__' && !Object.hasOwn(node, key)) node[key] = value;
  };
  visit(content);
};
