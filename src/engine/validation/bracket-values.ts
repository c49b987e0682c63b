import type { SchemaShapes } from '../contract/schema-shapes.ts';
import { setMember } from './set-member.ts';

/** Maximum nesting depth; no description needs more. */
const DEEPEST = 20;

/** Parses `items[0][price]` to `['items', '0', 'price']`; undefined for a name without bracket notation. */
export const bracketKeys = (name: string): readonly string[] | undefined => {
  const start = name.indexOf('[');
  if (start < 1 || !name.endsWith(']')) return undefined;
  const inner = name.slice(start + 1, -1).split('][');
  return inner.length > DEEPEST || inner.some((key) => /[[\]]/.test(key))
    ? undefined
    : [name.slice(0, start), ...inner];
};

/** A node of nested fields; leaves are lists of strings. */
export type Branch = Map<string, Branch | string[]>;

/** Appends a value at a path of keys. An empty key (`tags[]=a&tags[]=b`) denotes the next item. */
export const insertValue = (branch: Branch, [key = '', ...inner]: readonly string[], text: string): void => {
  if (inner.length === 0) {
    const texts = branch.get(key);
    // Hundreds of thousands may be sent: a copy for each would take quadratic time.
    if (Array.isArray(texts)) texts.push(text);
    else branch.set(key, [text]);
    return;
  }
  // `lines[][sku]=a&lines[][sku]=b`: a member that already exists starts the next item.
  const own = key === '' ? String(itemFor(branch, inner[0] ?? '')) : key;
  let next = branch.get(own);
  if (!(next instanceof Map)) branch.set(own, (next = new Map()));
  insertValue(next, inner, text);
};

const itemFor = (branch: Branch, member: string): number => {
  const last = branch.get(String(branch.size - 1));
  return last instanceof Map && !last.has(member) ? branch.size - 1 : branch.size;
};

/** Converts a tree of strings to a value, with arrays where the schema has them. */
export const toValue = (branch: Branch | readonly string[], schema: unknown, shapes: SchemaShapes): unknown => {
  const types = shapes.typesOf(schema);
  if (!(branch instanceof Map)) {
    const [first] = branch;
    return branch.length > 1 || (types.has('array') && !types.has('string')) ? [...branch] : first;
  }
  const isList = types.has('array') ? [...branch.keys()].every((key) => /^\d*$/.test(key)) : branch.has('');
  if (isList) {
    const items = shapes.itemsOf(schema);
    return [...branch]
      .sort(([a], [b]) => Number(a) - Number(b))
      .flatMap(([key, inner]): readonly unknown[] =>
        key === '' && !(inner instanceof Map) ? inner : [toValue(inner, items, shapes)],
      );
  }
  const value: Record<string, unknown> = {};
  for (const [key, inner] of branch) setMember(value, key, toValue(inner, shapes.memberOf(schema, key), shapes));
  return value;
};
