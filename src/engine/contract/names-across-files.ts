import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import { childPointer } from './json-pointer.ts';
import { NAMING_KEYWORDS, resolveUri } from './schema-uri.ts';
import { type SchemaObject, SCHEMA_MAP_KEYWORDS, isSchemaObject } from './walk-schema.ts';

/** A schema resource: a file, or a schema with an `$id`, with its anchors. */
interface Named {
  readonly file: string;
  readonly pointer: string;
  readonly anchors: Map<string, string>;
}

/** Keys whose values are data, not schemas; and keys whose members are schemas under arbitrary names. */
const VALUES = new Set(['example', 'examples', 'enum', 'const', 'default', 'value']);
const MAPS = new Set([...SCHEMA_MAP_KEYWORDS, 'schemas']);

type Visit = (node: SchemaObject, pointer: string, base: string) => void;

/** Visits every object of a file with its base URI. */
const walk = (node: unknown, pointer: string, base: string, visit: Visit, isMap = false): void => {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) walk(item, childPointer(pointer, index), base, visit);
    return;
  }
  if (!isSchemaObject(node)) return;
  const { $id } = node;
  const inner = (typeof $id === 'string' ? resolveUri($id, base)?.address : undefined) ?? base;
  visit(node, pointer, inner);
  for (const [key, member] of Object.entries(node))
    if (isMap || !VALUES.has(key)) walk(member, childPointer(pointer, key), inner, visit, !isMap && MAPS.has(key));
};

/**
 * The parser resolves references between files by path and pointer only. This rewrites references to names (`$id`,
 * `$anchor`) to that form, in place; references within the description itself need no rewriting.
 */
const resolveNamesAcrossFiles = (root: string, files: ReadonlyMap<string, unknown>): void => {
  const named = new Map<string, Named>();
  const addressOf = (file: string): string => pathToFileURL(file).href;
  for (const [file, content] of files) {
    const whole: Named = { file, pointer: '#', anchors: new Map() };
    named.set(addressOf(file), whole);
    walk(content, '#', addressOf(file), (node, pointer, base) => {
      const resource = getOrInsert(named, base, () =>
        pointer === '#' ? whole : { file, pointer, anchors: new Map() },
      );
      for (const anchor of [node['$anchor'], node['$dynamicAnchor']])
        if (typeof anchor === 'string' && !resource.anchors.has(anchor)) resource.anchors.set(anchor, pointer);
    });
  }

  /** Undefined for a reference that needs no rewriting, and for an unknown one. */
  const locate = (reference: string, file: string, base: string): string | undefined => {
    const own = addressOf(file);
    for (const from of base === own ? [own] : [base, own]) {
      const { address = '', fragment: encoded = '' } = resolveUri(reference, from) ?? {};
      const target = named.get(address);
      if (target === undefined) continue;
      const fragment = decodeLeniently(encoded);
      const isPointer = fragment === '' || fragment.startsWith('/');
      const pointer = isPointer
        ? target.pointer + fragment.split('/').map(encodeURIComponent).join('/')
        : target.anchors.get(fragment);
      if (pointer === undefined) continue;
      if (target.file === file) return pointer;
      const relative = path.relative(path.dirname(file), target.file).split(path.sep).map(encodeURIComponent).join('/');
      return `${relative}${pointer === '#' ? '' : pointer}`;
    }
    return undefined;
  };

  for (const [file, content] of files)
    walk(content, '#', addressOf(file), (node, _pointer, base) => {
      const { $ref, $dynamicRef } = node;
      if (typeof $ref === 'string' && !(file === root && $ref.startsWith('#')))
        node['$ref'] = locate($ref, file, base) ?? $ref;
      if (file !== root && typeof $dynamicRef === 'string')
        node['$ref'] ??= locate($dynamicRef, file, base) ?? $dynamicRef;
    });
  for (const [file, content] of files)
    if (file !== root)
      walk(content, '#', '', (node) => {
        for (const keyword of NAMING_KEYWORDS)
          if (typeof node[keyword] === 'string') Reflect.deleteProperty(node, keyword);
      });
};

const NAMES = /\$(?:id|anchor|dynamicAnchor|dynamicRef)\b/;

/** Candidate file references in a text. A false match is harmless: no such file exists. */
const REFERENCES = /\$ref["']?\s*:\s*["']?([^"'#\s,}]+)/g;

/**
 * Reads all files that a description refers to, directly or transitively. Returns the rewritten contents of all of them
 * if any uses names; otherwise, as for nearly all descriptions, an empty map.
 */
export const readNamedFiles = async (
  root: string,
  { text, document, read }: { text: string; document: SchemaObject; read: (file: string) => Promise<string> },
): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map([[root, text]]);
  for (const [file, content] of texts)
    for (const [, reference = ''] of content.matchAll(REFERENCES)) {
      if (/^[a-z]{2,}:/i.test(reference)) continue;
      const other = path.resolve(path.dirname(file), decodeLeniently(reference));
      if (!texts.has(other)) texts.set(other, await read(other).catch(() => ''));
    }
  const others = [...texts].filter(([file, content]) => file !== root && content !== '');
  if (!others.some(([, content]) => NAMES.test(content))) return new Map();
  const { parse } = await import('yaml');
  const files = new Map<string, unknown>([[root, document]]);
  for (const [file, content] of others) {
    try {
      files.set(file, parse(content, { uniqueKeys: false, merge: true }));
    } catch {
      // The parser reads it again and reports the error.
    }
  }
  resolveNamesAcrossFiles(root, files);
  files.delete(root);
  return new Map([...files].map(([file, content]) => [file, JSON.stringify(content)]));
};
