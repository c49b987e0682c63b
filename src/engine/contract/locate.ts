import { readFile } from 'node:fs/promises';
import type { Finding, LocatedFinding } from './finding.ts';
import { pointerKeys } from './json-pointer.ts';

/**
 * Adds file, line and column to findings by reading the file once more with its positions. JSON is read as the YAML
 * that it also is. What came in from another file by `$ref` is placed at the nearest ancestor in this one.
 */
export const locateFindings = async (file: string, findings: readonly Finding[]): Promise<LocatedFinding[]> => {
  if (findings.length === 0) return [];
  // A description without faults needs no second parser.
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines });
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
