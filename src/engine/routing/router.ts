import createFindMyWay, { type HTTPMethod } from 'find-my-way';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { Operation } from '../contract/contract.ts';

/** A radix tree over path templates: a look-up costs the same at any number of operations. */
export interface Router {
  readonly find: (method: string, path: string) => Match | undefined;
  /** The methods that a path answers to, for `Allow`; empty when no operation has this path. */
  readonly methodsOf: (path: string) => readonly string[];
  /** Operations whose path cannot be told apart from another's, or cannot be matched at all. */
  readonly findings: readonly Diagnostic[];
}

export interface Match {
  readonly operation: Operation;
  /** Percent-decoded, by parameter name. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Long enough for any id a client could mean; what is longer still gets 404. */
const MAX_PARAMETER_LENGTH = 2048;

interface Leaf {
  readonly operation: Operation;
  readonly names: readonly string[];
  /** Another template, which has not this method, fits some of its paths more closely. */
  isOvershadowed: boolean;
}

/** A template without regard to methods. */
interface Shape {
  readonly path: string;
  readonly methods: Set<HTTPMethod>;
}

/** A value of a path parameter that is no literal part of any template. */
const NO_LITERAL = '\u0002';

/** Stands for a literal colon in templates and paths: find-my-way cannot match `/{id}:cancel`, nor can a URL hold it. */
const COLON = '\u0001';

const toAPath = (template: string): string => template.replaceAll(/\{[^}]*\}/g, NO_LITERAL).replaceAll(':', COLON);

/**
 * find-my-way's own syntax instead of braces. Parameter names may hold characters that it does not take, so they go by
 * number.
 */
const toPattern = (template: string): { pattern: string; names: string[] } => {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^}]*\})/)
    .map((part, index, parts) => {
      if (!part.startsWith('{')) return part.replaceAll(':', COLON);
      names.push(part.slice(1, -1));
      const beforeColon = parts[index + 1]?.startsWith(':') === true;
      return `:p${String(names.length - 1)}${beforeColon ? `([^/${COLON}]+)` : ''}`;
    })
    .join('');
  return { pattern, names };
};

/** Asks each tree for a path of each template that it has not; whether there is any that another one takes for its own. */
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
 * "Concrete" paths win over templates, also where they have another method: where `POST /things/bulk` and
 * `GET /things/{id}` are described, `GET /things/bulk` is no thing called bulk. A tree for each method
 * does not know that, so that a tree of all templates is asked for the operations that another template overshadows.
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
  const hasColons = operations.some((operation) => operation.path.includes(':'));
  const find: Router['find'] = (method, path) => {
    const searched = hasColons ? path.replaceAll(':', COLON) : path;
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
      pathParameters[name] = hasColons ? value.replaceAll(COLON, ':') : value;
    }
    return { operation, pathParameters };
  };
  return { find, methodsOf: (path) => [...methods].filter((method) => find(method, path) !== undefined), findings };
};
