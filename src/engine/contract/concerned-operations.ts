import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Operation } from './contract.ts';
import type { Diagnostic } from './diagnostic.ts';
import { valueAt } from './json-pointer.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** Maximum number of operations named in one line. */
const NAMED = 5;

const referencesIn = (node: unknown, found: Set<string>): Set<string> => {
  if (Array.isArray(node)) for (const item of node) referencesIn(item, found);
  else if (isSchemaObject(node)) {
    for (const [key, member] of Object.entries(node))
      if (key === '$ref' && typeof member === 'string') found.add(member);
      else referencesIn(member, found);
  }
  return found;
};

/** Adds the affected operations to diagnostics of shared components; to others, the operation that contains them. */
export const nameOperations = (
  document: SchemaObject,
  operations: readonly Operation[],
  findings: readonly Diagnostic[],
): Diagnostic[] => {
  const owners = operations.filter(({ unserved }) => unserved === undefined);
  const places = new Map<string, Set<string>>();
  const direct = (at: string): Set<string> =>
    getOrInsert(places, at, (pointer) => referencesIn(valueAt(document, pointer), new Set()));
  let reached: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** The operations that reference each shared component (`#/components/schemas/Thing`). */
  const reachedBy = (): ReadonlyMap<string, ReadonlySet<string>> => {
    if (reached !== undefined) return reached;
    const found = new Map<string, Set<string>>();
    for (const operation of owners) {
      const waiting = [
        operation.pointer,
        operation.pointer.replace(/(?:\/additionalOperations)?\/[^/]*$/, '/parameters'),
      ];
      const seen = new Set(waiting);
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
        for (const target of direct(at)) {
          if (seen.has(target) || !target.startsWith('#/')) continue;
          seen.add(target);
          waiting.push(target);
          getOrInsert(found, sharedPart(target), () => new Set()).add(operation.id);
        }
    }
    return (reached = found);
  };

  return findings.map((finding) => {
    if (finding.operationId !== undefined) return finding;
    const owner = owners.find(({ pointer }) => finding.pointer.startsWith(`${pointer}/`));
    if (owner !== undefined) return { ...finding, operationId: owner.id };
    const concerned = [...(reachedBy().get(sharedPart(finding.pointer)) ?? [])];
    if (concerned.length === 0) return finding;
    const others = concerned.length - NAMED;
    const named = concerned.slice(0, NAMED).join(', ') + (others > 0 ? ` and ${String(others)} more` : '');
    return { ...finding, message: `${finding.message} (concerns ${named})`, operationIds: concerned };
  });
};

const sharedPart = (pointer: string): string =>
  pointer
    .split('/')
    .slice(0, pointer.startsWith('#/components/') ? 4 : 3)
    .join('/');
