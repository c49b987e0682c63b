import path from 'node:path';
import { ContractError } from './finding.ts';
import { valueAt } from './json-pointer.ts';
import { isSchemaObject } from './walk-schema.ts';

/**
 * A document with what other files hold in the place of every `$ref` that leads into them. References within it stay as
 * they are written: where a message belongs to is said by them.
 */
export const inlineFiles = (root: string, values: ReadonlyMap<string, unknown>): unknown => {
  const underWay: string[] = [];

  const copy = (node: unknown, file: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => copy(item, file));
    if (!isSchemaObject(node)) return node;
    const { $ref: target, ...beside } = node;
    const isOwn = typeof target !== 'string' || (file === root && target.startsWith('#'));
    if (isOwn) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value, file)]));
    const value = follow(target, file);
    return isSchemaObject(value) && Object.keys(beside).length > 0
      ? { ...value, ...(copy(beside, file) as object) }
      : value;
  };

  const follow = (target: string, file: string): unknown => {
    const [named = '', pointer = ''] = target.split('#');
    const holder = named === '' ? file : path.resolve(path.dirname(file), decodeURIComponent(named));
    const place = `${holder}#${pointer}`;
    const value = pointer === '' ? values.get(holder) : valueAt(values.get(holder), `#${pointer}`);
    if (value === undefined) throw new ContractError(`$ref "${target}" leads nowhere`, { file });
    if (underWay.includes(place)) throw new ContractError(`$ref "${target}" leads into a circle`, { file });
    underWay.push(place);
    const copied = copy(value, holder);
    underWay.pop();
    return copied;
  };

  return copy(values.get(root), root);
};
