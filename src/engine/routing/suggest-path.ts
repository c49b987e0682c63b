import type { Contract, Operation } from '../contract/contract.ts';
import { valueAt } from '../contract/json-pointer.ts';
import { editDistance } from '../matching/nearest.ts';

/** A longer path is not a typo, and the cost of the comparison grows with its length. */
const LONGEST_PATH = 512;
const MOST_SEGMENTS = 12;
const LONGEST_WORD = 64;

/** Maximum number of suggestions; more would hide the intended one. */
const OFFERED = 2;

/** Penalties by kind of similarity: the higher, the weaker the match. */
const ELSEWHERE = 4;
const DEEPER = 20;

/** A described path similar to the requested one. */
interface Likeness {
  readonly operation: Operation;
  /** The template with parameters filled in from the request. */
  readonly path: string;
  readonly cost: number;
}

const isParameter = (segment: string): boolean => /^\{[^{}]*\}$/.test(segment);

/** The edit cost of a word; undefined if the words differ too much, 0 if they differ only in case. */
const wordCost = (template: string, written: string): number | undefined => {
  if (template.includes('{')) return 0;
  const [a, b] = [template.toLowerCase(), written.toLowerCase()];
  if (a === b) return 0;
  const tolerated = Math.floor(Math.min(a.length, b.length) / 3) || 1;
  if (Math.abs(a.length - b.length) > tolerated || b.length > LONGEST_WORD) return undefined;
  const cost = editDistance(a, b);
  return cost <= tolerated && cost < a.length ? cost : undefined;
};

/** Compares segment by segment; a parameter matches the segment at its position. */
const align = (template: readonly string[], written: readonly string[], tolerant: boolean): number | undefined => {
  let sum = 0;
  let words = 0;
  for (const [index, segment] of template.entries()) {
    const cost = wordCost(segment, written[index] ?? '');
    if (cost === undefined || (cost > 0 && !tolerant)) return undefined;
    sum += cost;
    if (!isParameter(segment)) words++;
  }
  return words === 0 ? undefined : sum;
};

const fill = (template: readonly string[], written: readonly string[]): string =>
  `/${template.map((segment, index) => (isParameter(segment) ? (written[index] ?? segment) : segment)).join('/')}`;

const compare = (operation: Operation, written: readonly string[]): Likeness | undefined => {
  const template = operation.path.split('/').slice(1);
  const more = template.length - written.length;
  if (more === 0) {
    const cost = align(template, written, true);
    return cost === undefined ? undefined : { operation, path: fill(template, written), cost };
  }
  if (more > 0) {
    // The path is a suffix or a prefix of a longer one.
    const end = template.slice(more);
    if (!isParameter(end[0] ?? '{') && align(end, written, false) !== undefined)
      return {
        operation,
        path: `/${template.slice(0, more).join('/')}${fill(end, written)}`,
        cost: ELSEWHERE + more,
      };
    if (more > 1 || align(template.slice(0, written.length), written, false) === undefined) return undefined;
    return { operation, path: fill(template, written), cost: DEEPER };
  }
  // The path is longer than the template.
  const rest = written.slice(-more);
  if (isParameter(template[0] ?? '{') || align(template, rest, false) === undefined) return undefined;
  return { operation, path: fill(template, rest), cost: ELSEWHERE - more };
};

/**
 * Suggests what an unknown path may have meant: another spelling, or another path to the same resource. Empty if
 * nothing is similar. Called only for 404 responses.
 */
export const suggestPath = (
  { operations, basePath, document }: Contract,
  { method, path }: { readonly method: string; readonly path: string },
): string => {
  if (path.length > LONGEST_PATH) return '';
  const written = path.split('/').filter((segment) => segment !== '');
  if (written.length === 0 || written.length > MOST_SEGMENTS) return '';
  const found = operations.map((operation) => compare(operation, written)).filter((likeness) => likeness !== undefined);
  const least = Math.min(...found.map(({ cost }) => cost));
  const nearest = found.filter(({ cost }) => cost === least);
  const sameMethod = nearest.filter(({ operation }) => operation.method === method);
  const byPath = new Map((sameMethod.length > 0 ? sameMethod : nearest).map((likeness) => [likeness.path, likeness]));
  const offered = [...byPath.values()].slice(0, OFFERED);
  if (offered.length === 0) return '';
  if (least < ELSEWHERE) return ` Did you mean ${offered.map((each) => basePath + each.path).join(' or ')}?`;
  return ` ${offered.map(({ operation, path: full }) => `${nameOf(operation, document)} is ${operation.method} ${basePath}${full}.`).join(' ')}`;
};

const nameOf = ({ pointer, id }: Operation, document: Contract['document']): string => {
  const summary = valueAt(document, `${pointer}/summary`);
  return `"${typeof summary === 'string' ? summary : id}"`;
};
