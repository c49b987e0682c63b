import createFindMyWay, { type HTTPMethod } from 'find-my-way';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { Operation } from '../contract/contract.ts';

/** A radix tree over path templates: lookup cost is independent of the number of operations. */
export interface Router {
  readonly find: (method: string, path: string) => Match | undefined;
  /** The methods of a path, for `Allow`; empty if no operation has this path. */
  readonly methodsOf: (path: string) => readonly string[];
  /** Diagnostics for operations whose path is ambiguous or cannot be matched at all. */
  readonly findings: readonly Diagnostic[];
}

interface Match {
  readonly operation: Operation;
  /** Percent-decoded, by parameter name. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

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
      return `:p${String(names.length - 1)}${value}`;
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
 * "Concrete" paths win over templates, even if they have another method: if `POST /things/bulk` and `GET /things/{id}`
 * are described, `GET /things/bulk` does not get a thing named bulk. The trees per method lack this information, so for
 * overshadowed operations a tree of all templates is queried as well.
 */
export const createRouter = (operations: readonly Operation[]): Router => {
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
  const find: Router['find'] = (method, path) => {
    const searched = hasSpecial ? hideSpecial(path) : path;
    const found = tree.find(method as HTTPMethod, searched);
    if (found === null) return undefined;
    const { operation, names, isOvershadowed } = found.store as Leaf;
    if (isOvershadowed) {
      const closest = shapeTree.find('GET', searched)?.store as Shape | undefined;
      if (closest?.methods.has(method as HTTPMethod) === false) return undefined;
    }
    const pathParameters: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = found.params[`p${String(index)}`] ?? '';
      pathParameters[name] = hasSpecial ? showSpecial(value) : value;
    }
    return { operation, pathParameters };
  };
  return { find, methodsOf: (path) => [...methods].filter((method) => find(method, path) !== undefined), findings };
};
