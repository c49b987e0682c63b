import createFindMyWay, { type HTTPMethod } from 'find-my-way';
import type { Finding } from '../contract/finding.ts';
import type { Operation } from '../contract/contract.ts';

/** A radix tree over path templates: a look-up costs the same at any number of operations. */
export interface Router {
  readonly find: (method: string, path: string) => Match | undefined;
  /** The methods that a path answers to, for `Allow`; empty when no operation has this path. */
  readonly methodsOf: (path: string) => readonly string[];
  /** Operations whose path cannot be told apart from another's, or cannot be matched at all. */
  readonly findings: readonly Finding[];
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
}

/** Stands for a literal colon in templates and paths: find-my-way cannot match `/{id}:cancel`, nor can a URL hold it. */
const COLON = '\u0001';

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

export const createRouter = (operations: readonly Operation[]): Router => {
  const tree = createFindMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
  const findings: Finding[] = [];
  const methods = new Set<string>();
  for (const operation of operations) {
    const { pattern, names } = toPattern(operation.path);
    const leaf: Leaf = { operation, names };
    try {
      tree.on(operation.method, pattern, () => undefined, leaf);
      methods.add(operation.method);
    } catch {
      findings.push({
        pointer: operation.pointer,
        message: `path ${operation.path} cannot be told apart from another path with the same method`,
        operationId: operation.id,
      });
    }
  }
  const hasColons = operations.some((operation) => operation.path.includes(':'));
  const lookUp = (method: string, path: string): ReturnType<typeof tree.find> =>
    tree.find(method as HTTPMethod, hasColons ? path.replaceAll(':', COLON) : path);
  const find: Router['find'] = (method, path) => {
    const found = lookUp(method, path);
    if (found === null) return undefined;
    const { operation, names } = found.store as Leaf;
    const pathParameters: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = found.params[`p${String(index)}`] ?? '';
      pathParameters[name] = hasColons ? value.replaceAll(COLON, ':') : value;
    }
    return { operation, pathParameters };
  };
  return { find, methodsOf: (path) => [...methods].filter((method) => lookUp(method, path) !== null), findings };
};
