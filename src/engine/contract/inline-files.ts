import path from 'node:path';
import { childPointer, valueAt } from './json-pointer.ts';
import { isSchemaObject } from './walk-schema.ts';

/** A `$ref` that is unresolvable or circular, and the file that contains it. */
export class FileReferenceFault extends Error {
  override readonly name = 'FileReferenceFault';
  readonly file: string;
  /** JSON pointer of the `$ref`. */
  readonly pointer: string;

  constructor(file: string, pointer: string, message: string) {
    super(message);
    this.file = file;
    this.pointer = pointer;
  }
}

/**
 * Replaces every `$ref` into another file with its target. Internal references remain as written, because the channels
 * of messages are identified by them.
 */
export const inlineFiles = (root: string, values: ReadonlyMap<string, unknown>): unknown => {
  const underWay: string[] = [];

  const copy = (node: unknown, file: string, at: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => copy(item, file, childPointer(at, index)));
    if (!isSchemaObject(node)) return node;
    const { $ref: target, ...beside } = node;
    const isOwn = typeof target !== 'string' || (file === root && target.startsWith('#'));
    if (isOwn)
      return Object.fromEntries(
        Object.entries(node).map(([key, value]) => [key, copy(value, file, childPointer(at, key))]),
      );
    const value = follow(target, file, childPointer(at, '$ref'));
    return isSchemaObject(value) && Object.keys(beside).length > 0
      ? { ...value, ...(copy(beside, file, at) as object) }
      : value;
  };

  const follow = (target: string, file: string, at: string): unknown => {
    const [named = '', pointer = ''] = target.split('#');
    const holder = named === '' ? file : path.resolve(path.dirname(file), decodeURIComponent(named));
    const place = `${holder}#${pointer}`;
    const value = pointer === '' ? values.get(holder) : valueAt(values.get(holder), `#${pointer}`);
    if (value === undefined) throw new FileReferenceFault(file, at, `$ref "${target}" leads nowhere`);
    if (underWay.includes(place)) throw new FileReferenceFault(file, at, `$ref "${target}" leads into a circle`);
    underWay.push(place);
    const copied = copy(value, holder, pointer === '' ? '#' : `#${pointer}`);
    underWay.pop();
    return copied;
  };

  return copy(values.get(root), root, '#');
};
