import { childPointer } from './json-pointer.ts';

/** A JSON Schema as an object; `true` and `false` are schemas too, but have nothing to traverse. */
export type SchemaObject = Record<string, unknown>;

const SINGLE = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

export const isSchemaObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Visits a schema and all nested schemas, parents first; does not follow `$ref`s. */
export const walkSchema = (
  schema: unknown,
  pointer: string,
  visit: (schema: SchemaObject, pointer: string, property?: string) => void,
  property?: string,
): void => {
  if (!isSchemaObject(schema)) return;
  visit(schema, pointer, property);
  for (const keyword of SINGLE) walkSchema(schema[keyword], childPointer(pointer, keyword), visit);
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, item] of list.entries())
      walkSchema(item, childPointer(pointer, keyword, index), visit, property);
  }
  for (const keyword of MAPS) {
    const map = schema[keyword];
    if (!isSchemaObject(map)) continue;
    for (const [name, member] of Object.entries(map)) {
      walkSchema(member, childPointer(pointer, keyword, name), visit, keyword === 'properties' ? name : undefined);
    }
  }
};
