import { valueAt } from '../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../contract/walk-schema.ts';

/** References lead in circles; none that says something leads further. */
const FURTHEST = 10;

/** Which parts of a form a schema describes as fields: those of which it says something, and not that they are binary. */
export const describedFields =
  (document: SchemaObject, schema: unknown) =>
  (name: string): boolean => {
    const { properties } = isSchemaObject(schema) ? schema : {};
    if (!isSchemaObject(properties) || !Object.hasOwn(properties, name)) return false;
    const parts = follow(document, properties[name]);
    return parts.some(saysAnything) && !parts.some(isBinary);
  };

/** A schema, and where its references lead. */
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
