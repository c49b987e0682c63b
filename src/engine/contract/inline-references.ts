import path from 'node:path';
import { PlaceError } from './diagnostic.ts';
import { childPointer, valueAt } from './json-pointer.ts';
import { isSchemaObject } from './walk-schema.ts';

export interface InlineOptions {
  /** The file to copy. */
  readonly root: string;
  /** The parsed files, by path. */
  readonly files: ReadonlyMap<string, unknown>;
  /** Whether references within `root` remain as written. */
  readonly keepsOwn: boolean;
}

/**
 * A copy in which every `$ref` is replaced with its target, which is shared between references. Throws a
 * {@link PlaceError} for a `$ref` that is unresolvable or circular.
 */
export const inlineReferences = ({ root, files, keepsOwn }: InlineOptions): unknown => {
  const inlined = new Map<string, unknown>();
  const open = new Set<string>();

  const copy = (node: unknown, file: string, at: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => copy(item, file, childPointer(at, index)));
    if (!isSchemaObject(node)) return node;
    const { $ref: target, ...beside } = node;
    if (typeof target !== 'string' || (keepsOwn && file === root && target.startsWith('#')))
      return Object.fromEntries(
        Object.entries(node).map(([key, value]) => [key, copy(value, file, childPointer(at, key))]),
      );
    const value = follow(target, file, childPointer(at, '$ref'));
    // Siblings of a `$ref` are merged into its target.
    return isSchemaObject(value) && Object.keys(beside).length > 0
      ? { ...value, ...(copy(beside, file, at) as object) }
      : value;
  };

  const follow = (target: string, file: string, at: string): unknown => {
    const [named = '', pointer = ''] = target.split('#');
    const holder = named === '' ? file : path.resolve(path.dirname(file), decodeURIComponent(named));
    const place = `${holder}#${pointer}`;
    if (inlined.has(place)) return inlined.get(place);
    if (open.has(place)) throw new PlaceError({ pointer: at, file }, `$ref "${target}" leads into a circle`);
    const value = valueAt(files.get(holder), `#${pointer}`);
    if (value === undefined) throw new PlaceError({ pointer: at, file }, `$ref "${target}" leads nowhere`);
    open.add(place);
    const copied = copy(value, holder, `#${pointer}`);
    open.delete(place);
    inlined.set(place, copied);
    return copied;
  };

  return copy(files.get(root), root, '#');
};
