import { valueAt } from './json-pointer.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** What a schema documents about the shape of its values, including references and compositions. */
export interface SchemaShapes {
  /** The allowed types; empty if unspecified. */
  readonly typesOf: (schema: unknown) => ReadonlySet<string>;
  /** The schema of a member; undefined if unspecified. */
  readonly memberOf: (schema: unknown, name: string) => unknown;
  /** The schema of the items of an array. */
  readonly itemsOf: (schema: unknown) => unknown;
  /** Whether its values are bytes, which a form sends as files. */
  readonly isBinary: (schema: unknown) => boolean;
}

/** Maximum depth of compositions, which also terminates recursive schemas. */
const DEEPEST = 12;

export const createSchemaShapes = (document: SchemaObject): SchemaShapes => {
  /** A schema and the schemas that it composes. */
  const partsOf = function* (schema: unknown, depth = 0): Generator<SchemaObject> {
    if (!isSchemaObject(schema) || depth > DEEPEST) return;
    yield schema;
    const { $ref, allOf, anyOf, oneOf } = schema;
    if (typeof $ref === 'string' && $ref.startsWith('#')) yield* partsOf(valueAt(document, $ref), depth + 1);
    for (const branches of [allOf, anyOf, oneOf])
      if (Array.isArray(branches)) for (const branch of branches) yield* partsOf(branch, depth + 1);
  };

  const findIn = (schema: unknown, find: (part: SchemaObject) => unknown): unknown => {
    for (const part of partsOf(schema)) {
      const found = find(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  return {
    typesOf: (schema) => {
      const types = new Set<string>();
      for (const { type, properties, items, enum: values, const: value } of partsOf(schema)) {
        for (const name of Array.isArray(type) ? type : [type]) if (typeof name === 'string') types.add(name);
        if (type !== undefined) continue;
        if (properties !== undefined) types.add('object');
        if (items !== undefined) types.add('array');
        const listed: readonly unknown[] = Array.isArray(values) ? values : value === undefined ? [] : [value];
        for (const each of listed) types.add(each === null ? 'null' : Array.isArray(each) ? 'array' : typeof each);
      }
      return types;
    },
    memberOf: (schema, name) =>
      findIn(schema, ({ properties }) =>
        isSchemaObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined,
      ) ??
      findIn(schema, ({ additionalProperties }) =>
        isSchemaObject(additionalProperties) ? additionalProperties : undefined,
      ),
    itemsOf: (schema) => findIn(schema, ({ items }) => (isSchemaObject(items) ? items : undefined)),
    isBinary: (schema) =>
      findIn(schema, ({ format, contentMediaType, contentEncoding }) =>
        format === 'binary' ? true : (contentMediaType ?? contentEncoding),
      ) !== undefined,
  };
};
