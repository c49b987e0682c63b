import createFindMyWay, { type HTTPMethod } from 'find-my-way';
import { valueAt } from '../../kernel/json-pointer.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { editDistance } from '../matching/nearest.ts';

export type Router = ReturnType<typeof createRouter>;

/** Maximum length of a path parameter in characters: ample for any id. A longer one is a 404. */
const MAX_PARAMETER_LENGTH = 2048;

interface Leaf {
  readonly operation: Operation;
  readonly names: readonly string[];
  /** A more concrete template without this method matches some of its paths. */
  isOvershadowed: boolean;
}

/** A template, regardless of methods. */
interface Shape {
  readonly path: string;
  readonly methods: Set<HTTPMethod>;
}

/** A parameter value that is not a literal part of any template. */
const NO_LITERAL = '\u0005';

/** These mean something to find-my-way, but stand for themselves in a template. Their stand-ins cannot occur in a URL. */
const STAND_INS: Readonly<Record<string, string>> = { ':': '\u0001', '*': '\u0002', '(': '\u0003', ')': '\u0004' };
const ORIGINALS = Object.fromEntries(Object.entries(STAND_INS).map(([special, standIn]) => [standIn, special]));

const isSpecial = (template: string): boolean => /[:*()]/.test(template);
const hideSpecial = (text: string): string =>
  text.replaceAll(/[:*()]|%(?:3a|2a|28|29)/gi, (special) => STAND_INS[decodeURIComponent(special)] ?? special);
const showSpecial = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- that is what they are
  text.replaceAll(/[\u0001-\u0004]/g, (standIn) => ORIGINALS[standIn] ?? standIn);

const toAPath = (template: string): string => hideSpecial(template.replaceAll(/\{[^}]*\}/g, NO_LITERAL));

/** Literal text of a template is that of a URL, which find-my-way compares decoded. */
const toLiteral = (text: string): string => {
  try {
    return hideSpecial(decodeURI(text));
  } catch {
    return hideSpecial(text);
  }
};

/** A value ends where the literal text after it begins; find-my-way itself knows that of `.` and `-` alone. */
const valueBefore = (literal: string): string => {
  if (/^(?:$|[/.-])/.test(literal)) return '';
  const [first = ''] = literal.split('/');
  return `((?:(?!${first.replaceAll(/[$+?^|{}[\]\\]/g, '\\$&')})[^/])+)`;
};

/**
 * Converts braces to find-my-way's syntax. Parameter names may contain characters that it does not support, so
 * parameters are numbered.
 */
const toPattern = (template: string): { pattern: string; names: string[] } => {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^}]*\})/)
    .map((part, index, parts) => {
      if (!part.startsWith('{')) return toLiteral(part);
      names.push(part.slice(1, -1));
      const isBeforeAnother = parts[index + 1] === '' && parts[index + 2] !== undefined;
      const value = isBeforeAnother ? '([^/])' : valueBefore(toLiteral(parts[index + 1] ?? ''));
      return `:p${names.length - 1}${value}`;
    })
    .join('');
  return { pattern, names };
};

/**
 * Looks up a path of every template in the trees of the methods that it lacks, and marks the operations found there as
 * overshadowed. Returns whether there are any.
 */
const markOvershadowed = (
  tree: ReturnType<typeof createFindMyWay>,
  shapes: Iterable<Shape>,
  methods: ReadonlySet<HTTPMethod>,
): boolean => {
  let isAny = false;
  for (const shape of shapes) {
    const path = toAPath(shape.path);
    for (const method of methods) {
      if (shape.methods.has(method)) continue;
      const found = tree.find(method, path);
      if (found === null) continue;
      (found.store as Leaf).isOvershadowed = true;
      isAny = true;
    }
  }
  return isAny;
};

/**
 * A radix tree over path templates: lookup cost is independent of the number of operations. "Concrete" paths win over templates, even if they have another method: if `POST /things/bulk` and `GET /things/{id}`
 * are described, `GET /things/bulk` does not get a thing named bulk. The trees per method lack this information, so for
 * overshadowed operations a tree of all templates is queried as well.
 */
export const createRouter = (operations: readonly Operation[]) => {
  const tree = createFindMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
  const shapes = new Map<string, Shape>();
  const findings: Diagnostic[] = [];
  const methods = new Set<HTTPMethod>();
  for (const operation of operations) {
    const { pattern, names } = toPattern(operation.path);
    const method = operation.method as HTTPMethod;
    const leaf: Leaf = { operation, names, isOvershadowed: false };
    try {
      tree.on(method, pattern, () => undefined, leaf);
    } catch {
      findings.push({
        pointer: operation.pointer,
        message: `path ${operation.path} is ambiguous: another path with the same method matches the same requests`,
        operationId: operation.id,
      });
      continue;
    }
    methods.add(method);
    const known = shapes.get(pattern);
    known?.methods.add(method);
    if (known !== undefined) continue;
    shapes.set(pattern, { path: operation.path, methods: new Set([method]) });
  }
  const shapeTree = createFindMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
  if (markOvershadowed(tree, shapes.values(), methods))
    for (const [pattern, shape] of shapes) shapeTree.on('GET', pattern, () => undefined, shape);
  const hasSpecial = operations.some(({ path }) => isSpecial(path));
  const find = (method: string, path: string) => {
    const searched = hasSpecial ? hideSpecial(path) : path;
    const found = tree.find(method as HTTPMethod, searched);
    if (found === null) return undefined;
    const { operation, names, isOvershadowed } = found.store as Leaf;
    // What ends in a slash lacks its last value, which is not an empty one.
    if (path.endsWith('/') && !operation.path.endsWith('/')) return undefined;
    if (isOvershadowed) {
      const closest = shapeTree.find('GET', searched)?.store as Shape | undefined;
      if (closest?.methods.has(method as HTTPMethod) === false) return undefined;
    }
    const pathParameters: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = found.params[`p${index}`] ?? '';
      pathParameters[name] = hasSpecial ? showSpecial(value) : value;
    }
    return { operation, pathParameters };
  };
  return {
    /** The operation of a path, with its parameters percent-decoded, by name. */
    find,
    /** The methods of a path, for `Allow`; empty if no operation has this path. */
    methodsOf: (path: string): readonly string[] => [...methods].filter((method) => find(method, path) !== undefined),
    /** Diagnostics for operations whose path is ambiguous or cannot be matched at all. */
    findings: findings as readonly Diagnostic[],
  };
};

/** A longer path is not a typo, and the cost of the comparison grows with its length. */
const LONGEST_PATH = 512;
const MOST_SEGMENTS = 12;
const LONGEST_WORD = 64;

/** Maximum number of suggestions; more would hide the intended one. */
const OFFERED = 2;

/** Penalties by kind of similarity: the higher, the weaker the match. */
const ELSEWHERE = 4;
const DEEPER = 20;

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

/** A path similar to the requested one: the template with parameters filled in from the request. */
const compare = (operation: Operation, written: readonly string[]) => {
  const template = operation.path.split('/').slice(1);
  const more = template.length - written.length;
  // One may be the end of the other.
  const before = template.slice(0, Math.max(0, more));
  const [end, rest] = [template.slice(before.length), written.slice(Math.max(0, -more))];
  const cost = more === 0 || !isParameter(end[0] ?? '') ? align(end, rest, more === 0) : undefined;
  if (cost !== undefined)
    return {
      operation,
      path: `${before.map((segment) => `/${segment}`).join('')}${fill(end, rest)}`,
      cost: more === 0 ? cost : ELSEWHERE + Math.abs(more),
    };
  // Or its beginning.
  if (more !== 1 || align(template.slice(0, -1), written, false) === undefined) return undefined;
  return { operation, path: fill(template, written), cost: DEEPER };
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
