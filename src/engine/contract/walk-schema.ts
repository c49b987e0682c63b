import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';
import { isObject } from '../../kernel/json.ts';
import { childPointer, valueAt } from '../../kernel/json-pointer.ts';

/** A JSON Schema as an object; `true` and `false` are schemas too, but have nothing to traverse. */
export type SchemaObject = Record<string, unknown>;

const { subschemas } = SCHEMA_KEYWORDS;

const KEYWORDS = {
  one: new Set<string>(subschemas.one),
  list: new Set<string>(subschemas.list),
  map: new Set<string>(subschemas.map),
};

export const isSchemaObject = (value: unknown): value is SchemaObject => isObject(value);

/** The object itself; for anything else, one without members. */
export const asObject = (value: unknown): SchemaObject => (isSchemaObject(value) ? value : {});

/** The list itself; for anything else, an empty one. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every object in a value, at any depth, outer ones first; without recursion, since a stack of generators is slow. */
export function* objectsIn(value: unknown): Generator<SchemaObject, void, undefined> {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (isSchemaObject(next)) yield next;
    const inner = Object.values(next) as unknown[];
    for (let index = inner.length - 1; index >= 0; index--) waiting.push(inner[index]);
  }
}

export const holdsObject = (value: unknown, isMeant: (node: SchemaObject) => boolean): boolean => {
  for (const node of objectsIn(value)) if (isMeant(node)) return true;
  return false;
};

/** Visits a schema and all nested schemas, parents first; does not follow `$ref`s. */
export const walkSchema = (
  schema: unknown,
  pointer: string,
  visit: (schema: SchemaObject, pointer: string, property?: string) => void,
  property?: string,
): void => {
  if (!isSchemaObject(schema)) return;
  visit(schema, pointer, property);
  mapSubschemas(schema, (part, keyword, ...keys) => {
    const own = keyword === 'properties' ? String(keys[0]) : undefined;
    walkSchema(part, childPointer(pointer, keyword, ...keys), visit, KEYWORDS.list.has(keyword) ? property : own);
    return part;
  });
};

/** An OpenAPI document with other root schemas, which are found by their keys; the document itself where they are the same. */
export const mapRoots = (node: unknown, map: (schema: unknown, pointer: string) => unknown, pointer = '#'): unknown => {
  if (Array.isArray(node)) {
    const items = node.map((item, index) => mapRoots(item, map, childPointer(pointer, index)));
    return items.every((item, index) => item === node[index]) ? node : items;
  }
  if (!isSchemaObject(node)) return node;
  return mapMembers(node, (member, key) => {
    if (key === 'example' || key === 'examples' || key.startsWith('x-')) return member;
    const place = childPointer(pointer, key);
    if (key === 'schema' || key === 'itemSchema') return map(member, place);
    return place === '#/components/schemas' && isSchemaObject(member)
      ? mapMembers(member, (schema, name) => map(schema, childPointer(place, name)))
      : mapRoots(member, map, place);
  });
};

/** Visits every schema of an OpenAPI document, those within others too. */
export const forEachSchema = (document: unknown, visit: (schema: SchemaObject, pointer: string) => void): void => {
  mapRoots(document, (schema, pointer) => {
    walkSchema(schema, pointer, visit);
    return schema;
  });
};

/** A copy with other values; the object itself where they are the same. */
export const mapMembers = (object: SchemaObject, map: (member: unknown, name: string) => unknown): SchemaObject => {
  const members = Object.entries(object).map(([name, member]) => [name, map(member, name)] as const);
  return members.every(([name, member]) => member === object[name]) ? object : Object.fromEntries(members);
};

/** A copy with other schemas within; the schema itself where they are the same. */
export const mapSubschemas = (
  schema: SchemaObject,
  map: (part: unknown, keyword: string, ...keys: readonly (string | number)[]) => unknown,
): SchemaObject =>
  mapMembers(schema, (value, keyword) => {
    if (KEYWORDS.one.has(keyword)) return map(value, keyword);
    if (KEYWORDS.map.has(keyword) && isSchemaObject(value))
      return mapMembers(value, (part, name) => map(part, keyword, name));
    const list = KEYWORDS.list.has(keyword) ? asList(value) : [];
    const parts = list.map((part, index) => map(part, keyword, index));
    return parts.every((part, index) => part === list[index]) ? value : parts;
  });

/** The schema that a reference into the document leads to; undefined if there is none. */
export const targetOf = (document: object, { $ref }: SchemaObject): unknown =>
  typeof $ref === 'string' && $ref.startsWith('#') ? valueAt(document, $ref) : undefined;

const COMPOSING = ['allOf', 'anyOf', 'oneOf'];

/** A schema, and the schemas that it refers to and is composed of, each once; without recursion, since a chain may be long. */
export function* partsOf(
  document: object,
  schema: unknown,
  keywords: readonly string[] = COMPOSING,
): Generator<SchemaObject, void, undefined> {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (!isSchemaObject(part) || seen.has(part)) continue;
    seen.add(part);
    yield part;
    const inner = [targetOf(document, part), ...keywords.map((keyword) => part[keyword])].flat();
    for (const each of inner.reverse()) waiting.push(each);
  }
}
