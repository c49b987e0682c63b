import { valueAt } from '../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../contract/walk-schema.ts';

/** Maximum number of references followed: they may be circular, and no useful chain is longer. */
const FURTHEST = 10;

/** Which parts of a form the schema describes as fields: those with a type, enum or const that are not binary. */
export const describedFields =
  (document: SchemaObject, schema: unknown) =>
  (name: string): boolean => {
    const { properties } = isSchemaObject(schema) ? schema : {};
    if (!isSchemaObject(properties) || !Object.hasOwn(properties, name)) return false;
    const parts = follow(document, properties[name]);
    return parts.some(saysAnything) && !parts.some(isBinary);
  };

/** A schema, and the schemas that its references resolve to. */
const follow = (document: SchemaObject, schema: unknown): SchemaObject[] => {
  const parts: SchemaObject[] = [];
  let part = schema;
  while (isSchemaObject(part) && parts.length < FURTHEST) {
    parts.push(part);
    part = typeof part['$ref'] === 'string' ? valueAt(document, part['$ref']) : undefined;
  }
  return parts;
};

const saysAnything = ({ type, enum: values, const: only }: SchemaObject): boolean =>
  type !== undefined || values !== undefined || only !== undefined;

const isBinary = ({ format, contentMediaType, contentEncoding }: SchemaObject): boolean =>
  format === 'binary' || contentMediaType !== undefined || contentEncoding !== undefined;
