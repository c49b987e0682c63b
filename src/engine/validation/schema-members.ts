import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { valueAt } from '../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../contract/walk-schema.ts';

/** Maximum depth: schemas refer to each other circularly, and real pointers are shorter. */
const DEEPEST = 40;

/** The result of following a pointer through a schema. */
type Followed =
  | { readonly kind: 'there' }
  /** At this key, the schema only knows the members listed. */
  | { readonly kind: 'unknown'; readonly key: string; readonly known: readonly string[] };

const THERE: Followed = { kind: 'there' };

/**
 * Follows a pointer through a schema: whether a matching value can have a member there. A schema that does not say is
 * assumed to allow it.
 */
export const followInSchema = (document: SchemaObject, schema: unknown, keys: readonly string[]): Followed => {
  let position = startIn(document, schema);
  for (const key of keys) {
    const next = position.into(key);
    if ('kind' in next) return next;
    position = next;
  }
  return THERE;
};

/** Where a value is in a schema. */
export interface SchemaPosition {
  /** Where its member is, or what the schema says of that. */
  readonly into: (key: string) => SchemaPosition | Followed;
}

export const startIn = (document: SchemaObject, schema: unknown): SchemaPosition => positionOf(document, [schema]);

const positionOf = (document: SchemaObject, schemas: readonly unknown[]): SchemaPosition => {
  const current = schemas.flatMap((schema) => flatten(document, schema, 0));
  // A list has thousands of entries with the same schema.
  const positions = new Map<string, SchemaPosition | Followed>();
  const into = (key: string): SchemaPosition | Followed => {
    if (current.length === 0) return THERE;
    const inside = current.flatMap((part) => childrenOf(part, key));
    if (inside.length > 0) return positionOf(document, inside);
    const known = [...new Set(current.flatMap(namesIn))];
    return current.some((part) => isOpen(part, known.length > 0)) ? THERE : { kind: 'unknown', key, known };
  };
  return { into: (key) => getOrInsert(positions, INDEX.test(key) ? '0' : key, () => into(key)) };
};

const INDEX = /^(?:0|[1-9]\d*)$/;

/** A schema and all its subschemas, with references resolved. */
const flatten = (document: SchemaObject, schema: unknown, depth: number): SchemaObject[] => {
  if (!isSchemaObject(schema) || depth > DEEPEST) return [];
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? [valueAt(document, reference)] : [];
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
  const choices = ['then', 'else'].map((keyword) => schema[keyword]);
  return [schema, ...[...target, ...parts, ...choices].flatMap((part) => flatten(document, part, depth + 1))];
};

const childrenOf = (schema: SchemaObject, key: string): unknown[] => {
  const { properties, items } = schema;
  const children: unknown[] = [];
  if (isSchemaObject(properties) && Object.hasOwn(properties, key)) children.push(properties[key]);
  if (items !== undefined && INDEX.test(key)) children.push(items);
  return children;
};

const namesIn = ({ properties, items }: SchemaObject): string[] => [
  ...(isSchemaObject(properties) ? Object.keys(properties) : []),
  ...(items === undefined ? [] : ['0']),
];

/**
 * Whether it allows members that are not named: explicitly, or as a free-form object without further constraints
 * elsewhere.
 */
const isOpen = ({ additionalProperties, type, ...rest }: SchemaObject, othersAreNamed: boolean): boolean => {
  if (additionalProperties !== undefined) return additionalProperties !== false;
  if (othersAreNamed || rest['properties'] !== undefined || rest['items'] !== undefined) return false;
  return type === 'object' || (type === undefined && Object.keys(rest).every((keyword) => SAYS_NOTHING.has(keyword)));
};

const SAYS_NOTHING = new Set(['description', 'title', 'default', 'examples']);
