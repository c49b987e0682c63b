import { childPointer } from './json-pointer.ts';
import { type SchemaObject, isSchemaObject, walkSchema } from './walk-schema.ts';

/**
 * Converts the schema dialect of OpenAPI 3.0 to JSON Schema 2020-12, in place, so that everything after the loader
 * handles one dialect: `nullable`, boolean `exclusiveMinimum`/`Maximum`, single `example`, keywords beside a `$ref`
 * (which 3.0 says to ignore).
 */
export const toJsonSchema2020 = (schema: unknown, pointer: string): void => {
  walkSchema(schema, pointer, (node) => {
    if (typeof node['$ref'] === 'string') {
      for (const keyword of Object.keys(node)) if (keyword !== '$ref') Reflect.deleteProperty(node, keyword);
      return;
    }
    dropNullable(node);
    toNumericBound(node, 'exclusiveMinimum', 'minimum');
    toNumericBound(node, 'exclusiveMaximum', 'maximum');
    if ('example' in node) {
      node['examples'] ??= [node['example']];
      delete node['example'];
    }
  });
};

const dropNullable = (node: SchemaObject): void => {
  const nullable = node['nullable'];
  delete node['nullable'];
  if (nullable !== true) return;
  if (typeof node['type'] === 'string') node['type'] = [node['type'], 'null'];
  if (Array.isArray(node['enum']) && !node['enum'].includes(null))
    node['enum'] = [...(node['enum'] as unknown[]), null];
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    if (!Array.isArray(node[keyword]) || node['type'] !== undefined) continue;
    // `nullable` beside a composition has no `type` to extend: the schema is wrapped in an `anyOf` with null.
    const inner = { ...node };
    for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
    node['anyOf'] = [inner, { type: 'null' }];
    return;
  }
};

const toNumericBound = (node: SchemaObject, exclusive: string, inclusive: string): void => {
  if (typeof node[exclusive] !== 'boolean') return;
  if (node[exclusive] && typeof node[inclusive] === 'number') {
    node[exclusive] = node[inclusive];
    Reflect.deleteProperty(node, inclusive);
  } else Reflect.deleteProperty(node, exclusive);
};

/** Visits every root schema of an OpenAPI document, found by its key. */
export const forEachSchema = (
  document: unknown,
  pointer: string,
  visit: (schema: unknown, pointer: string) => void,
): void => {
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) forEachSchema(item, childPointer(pointer, index), visit);
    return;
  }
  if (!isSchemaObject(document)) return;
  for (const [key, value] of Object.entries(document)) {
    const place = childPointer(pointer, key);
    if (key === 'schema') visit(value, place);
    else if (key === 'schemas' && pointer === '#/components' && isSchemaObject(value)) {
      for (const [name, schema] of Object.entries(value)) visit(schema, childPointer(place, name));
    } else if (key !== 'example' && key !== 'examples' && !key.startsWith('x-')) forEachSchema(value, place, visit);
  }
};
