import { valueAt } from '../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../contract/walk-schema.ts';
import type { Json } from '../../kernel/json.ts';

/**
 * Removes the members that the schema does not define, for services that ignore them. Members that the schema leaves
 * open stay. Assumption: unknown-request-properties.
 */
export const leaveOutUnknown = (value: Json, schema: unknown, document: SchemaObject): Json => {
  const schemas = branchesOf(schema, document);
  if (Array.isArray(value)) {
    const items = schemas.find((branch) => branch['items'] !== undefined)?.['items'];
    const list: readonly Json[] = value;
    return items === undefined ? list : list.map((item) => leaveOutUnknown(item, items, document));
  }
  if (typeof value !== 'object' || value === null) return value;
  const known = new Map(
    schemas.flatMap(({ properties }) => (isSchemaObject(properties) ? Object.entries(properties) : [])),
  );
  const isClosed = schemas.some(
    ({ additionalProperties, unevaluatedProperties }) =>
      additionalProperties === false || unevaluatedProperties === false,
  );
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isClosed || known.has(name))
      .map(([name, member]) => [
        name,
        known.has(name) ? leaveOutUnknown(member ?? null, known.get(name), document) : member,
      ]),
  );
};

/** The schema with everything that it composes; circular references are visited once. */
const branchesOf = (schema: unknown, document: SchemaObject, seen = new Set<unknown>()): SchemaObject[] => {
  if (!isSchemaObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref: reference, allOf, anyOf, oneOf } = schema;
  const target = typeof reference === 'string' && reference.startsWith('#') ? valueAt(document, reference) : undefined;
  const parts = [target, allOf, anyOf, oneOf].flat();
  return [schema, ...parts.flatMap((part: unknown) => branchesOf(part, document, seen))];
};
