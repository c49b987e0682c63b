import { readFile } from 'node:fs/promises';
import { getOrInsert } from '../../kernel/caches.ts';
import { childPointer, fromSegment, pointerKeys, valueIn } from '../../kernel/json-pointer.ts';
import type { Diagnostic, LocatedDiagnostic } from './diagnostic.ts';

/** Where a part of a description was written. */
export interface Origin {
  readonly file: string;
  readonly pointer: string;
}

/** Where the values of documents were written that are not where their files have them. */
const origins = new WeakMap<object, Origin>();

/** The same of members that overlays set, which may be texts. */
const originsOfMembers = new WeakMap<object, Map<string, Origin>>();

/** Whether it was not known yet. */
export const noteOrigin = (value: object, origin: Origin): boolean => {
  const isNew = !origins.has(value);
  if (isNew) origins.set(value, origin);
  return isNew;
};

export const noteMember = (parent: object, key: string, origin: Origin): void => {
  getOrInsert(originsOfMembers, parent, () => new Map()).set(key, origin);
};

/** Where a part of a document was written, or the nearest one around it of which that is known; undefined for the document's own file. */
export const findOrigin = (document: object, pointer: string): Origin | undefined => {
  let node: unknown = document;
  let found: Origin | undefined;
  for (const segment of pointer.split('/').slice(1)) {
    const key = fromSegment(segment);
    const parent: object | undefined = typeof node === 'object' && node !== null ? node : undefined;
    node = valueIn(parent, [key]);
    const isNested = typeof node === 'object' && node !== null;
    const origin = isNested ? origins.get(node as object) : parent && originsOfMembers.get(parent)?.get(key);
    if (origin !== undefined) found = origin;
    else if (found !== undefined) found = { file: found.file, pointer: `${found.pointer}/${segment}` };
  }
  return found;
};

/** The offset of the node at a path of keys; undefined if the file has no such node. */
type FindOffset = (path: readonly (string | number)[]) => number | undefined;

/**
 * Adds file, line and column to diagnostics by parsing the files again with source positions, and names each by the
 * pointer in its file. What several operations share has one diagnostic.
 */
export const locateDiagnostics = async (
  file: string,
  findings: readonly Diagnostic[],
  /** What their pointers lead into, if not the file itself. */
  document: object = {},
): Promise<LocatedDiagnostic[]> => {
  const locators = new Map<string, ReturnType<typeof createLocate>>();
  const located = new Map<string, LocatedDiagnostic>();
  for (const finding of findings) {
    const origin = finding.file === undefined ? findOrigin(document, finding.pointer) : undefined;
    const written = origin ?? { file, ...finding };
    const locate = await getOrInsert(locators, written.file, createLocate);
    const place = { file: written.file, ...locate(written.pointer) };
    const key = JSON.stringify([place.file, place.pointer, finding.message]);
    const known = located.get(key);
    const operationIds = [known, finding].flatMap((each) => each?.operationIds ?? each?.operationId ?? []);
    located.set(
      key,
      known === undefined ? { ...finding, ...place } : { ...known, operationIds: [...new Set(operationIds)] },
    );
  }
  return [...located.values()];
};

/** Finds a pointer of a description in its file: the nearest node that was written, for a pointer that was made. */
const createLocate = async (file: string) => {
  const text = await readFile(file, 'utf8');
  const findOffset = /^\s*\{/.test(text) ? await findInJson(text) : await findInYaml(text);
  // Loaded lazily, like the parsers: a description without faults needs none of them.
  const { LineCounter } = await import('yaml');
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return (pointer: string) => {
    const { offset, keys } = nearestNode(findOffset, pointerKeys(pointer));
    const { line, col: column } = lines.linePos(offset);
    return { pointer: toPointer(pointer, keys), line, column };
  };
};

/** As it was given where possible: some keys may be escaped in more than one way. */
const toPointer = (pointer: string, keys: readonly string[]): string => {
  const start = pointer
    .split('/')
    .slice(0, keys.length + 1)
    .join('/');
  return pointerKeys(start).every((key, index) => key === keys[index]) ? start : childPointer('#', ...keys);
};

const nearestNode = (
  findOffset: FindOffset,
  keys: readonly string[],
): { readonly offset: number; readonly keys: readonly string[] } => {
  for (let length = keys.length; length > 0; length--) {
    const path = keys.slice(0, length);
    // A number may be the index of an item or the name of a member, such as a status.
    const offset = findOffset(path.map((key) => (/^\d+$/.test(key) ? Number(key) : key))) ?? findOffset(path);
    if (offset !== undefined) return { offset, keys: path };
    // `example` of OpenAPI 3.0 was converted.
    if (path.at(-2) === 'examples' && path.at(-1) === '0') {
      const single = nearestNode(findOffset, [...path.slice(0, -2), 'example']);
      if (single.keys.length === length - 1) return single;
    }
  }
  return { offset: 0, keys: [] };
};

const findInYaml = async (text: string): Promise<FindOffset> => {
  const { isNode, parseDocument } = await import('yaml');
  const document = parseDocument(text, { uniqueKeys: false });
  return (path) => {
    const node = document.getIn(path, true);
    return isNode(node) ? node.range?.[0] : undefined;
  };
};

/** A dedicated parser for JSON: the YAML parser takes seconds on large files. */
const findInJson = async (text: string): Promise<FindOffset> => {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const root = parseTree(text);
  return (path) => root && findNodeAtLocation(root, [...path])?.offset;
};
