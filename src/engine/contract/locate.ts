import { readFile } from 'node:fs/promises';
import type { Diagnostic, LocatedDiagnostic } from './diagnostic.ts';
import { pointerKeys } from './json-pointer.ts';

/**
 * Adds file, line and column to diagnostics by parsing the file again with source positions. JSON is parsed as YAML, of
 * which it is a subset. Content included from another file by `$ref` is located at the nearest ancestor in this file.
 */
export const locateDiagnostics = async (
  file: string,
  findings: readonly Diagnostic[],
): Promise<LocatedDiagnostic[]> => {
  if (findings.length === 0) return [];
  const text = await readFile(file, 'utf8');
  if (/^\s*\{/.test(text)) return locateInJson(file, text, findings);
  // Loaded lazily: a description without faults needs no second parser.
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const placeOf = (pointer: string): { line: number; column: number } => {
    const keys = pointerKeys(pointer);
    for (let length = keys.length; length > 0; length--) {
      const path = keys.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
      const node = document.getIn(path, true) ?? document.getIn(keys.slice(0, length), true);
      if (isNode(node) && node.range) {
        const { line, col } = lines.linePos(node.range[0]);
        return { line, column: col };
      }
    }
    return { line: 1, column: 1 };
  };
  return findings.map((finding) => ({ ...finding, file, ...placeOf(finding.pointer) }));
};

/** A dedicated parser for JSON: the YAML parser takes seconds on large files. */
const locateInJson = async (
  file: string,
  text: string,
  findings: readonly Diagnostic[],
): Promise<LocatedDiagnostic[]> => {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const root = parseTree(text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const placeOf = (pointer: string): { line: number; column: number } => {
    const keys = pointerKeys(pointer);
    for (let length = keys.length; length > 0 && root !== undefined; length--) {
      const path = keys.slice(0, length);
      const node =
        findNodeAtLocation(
          root,
          path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
        ) ?? findNodeAtLocation(root, path);
      if (node !== undefined) {
        const line = lineOf(starts, node.offset);
        return { line: line + 1, column: node.offset - (starts[line] ?? 0) + 1 };
      }
    }
    return { line: 1, column: 1 };
  };
  return findings.map((finding) => ({ ...finding, file, ...placeOf(finding.pointer) }));
};

/** The index of the last line that starts at or before an offset (binary search). */
const lineOf = (starts: readonly number[], offset: number): number => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
};
