import { readFile } from 'node:fs/promises';
import type { Diagnostic, LocatedDiagnostic } from './diagnostic.ts';
import { pointerKeys } from './json-pointer.ts';

/** The offset of the node at a path of keys; undefined if the file has no such node. */
type FindOffset = (path: readonly (string | number)[]) => number | undefined;

/**
 * Adds file, line and column to diagnostics by parsing the file again with source positions. Content included from
 * another file by `$ref` is located at the nearest ancestor in this file.
 */
export const locateDiagnostics = async (
  file: string,
  findings: readonly Diagnostic[],
): Promise<LocatedDiagnostic[]> => {
  if (findings.length === 0) return [];
  const text = await readFile(file, 'utf8');
  const findOffset = /^\s*\{/.test(text) ? await findInJson(text) : await findInYaml(text);
  // Loaded lazily, like the parsers: a description without faults needs none of them.
  const { LineCounter } = await import('yaml');
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return findings.map((finding) => {
    const { line, col } = lines.linePos(nearestOffset(findOffset, pointerKeys(finding.pointer)));
    return { ...finding, file, line, column: col };
  });
};

const nearestOffset = (findOffset: FindOffset, keys: readonly string[]): number => {
  for (let length = keys.length; length > 0; length--) {
    const path = keys.slice(0, length);
    // A number may be the index of an item or the name of a member, such as a status.
    const offset = findOffset(path.map((key) => (/^\d+$/.test(key) ? Number(key) : key))) ?? findOffset(path);
    if (offset !== undefined) return offset;
  }
  return 0;
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
