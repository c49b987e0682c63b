import { valueAt } from './json-pointer.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** A `$ref` that is unresolvable or circular. */
export class ReferenceFault extends Error {
  override readonly name = 'ReferenceFault';
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/**
 * Replaces every `$ref` with its target, which is shared between references. All `$ref`s must be internal, and none may
 * be circular.
 */
export const dereference = (document: SchemaObject): SchemaObject => {
  const resolved = new Map<string, unknown>();
  const underWay = new Set<string>();

  const follow = (target: string, pointer: string): unknown => {
    if (resolved.has(target)) return resolved.get(target);
    if (underWay.has(target)) throw new ReferenceFault(pointer, `$ref "${target}" leads into a circle`);
    const found = target.startsWith('#') ? valueAt(document, target) : undefined;
    if (found === undefined) throw new ReferenceFault(pointer, `$ref "${target}" leads nowhere`);
    underWay.add(target);
    const value = copy(found, target);
    underWay.delete(target);
    resolved.set(target, value);
    return value;
  };

  const copy = (node: unknown, pointer: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => copy(item, `${pointer}/${String(index)}`));
    if (!isSchemaObject(node)) return node;
    const { $ref: target, ...beside } = node;
    if (typeof target !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value, `${pointer}/${key}`)]));
    const value = follow(target, pointer);
    // Siblings of a `$ref` are merged into its target.
    return Object.keys(beside).length === 0 || !isSchemaObject(value)
      ? value
      : { ...value, ...(copy(beside, pointer) as SchemaObject) };
  };

  return copy(document, '#') as SchemaObject;
};
