import { getOrInsert } from '../../kernel/caches.ts';
import { childPointer, pointerKeys, valueAt } from '../../kernel/json-pointer.ts';
import { asObject, isSchemaObject, partsOf, type SchemaObject } from './walk-schema.ts';

export type Discriminator = NonNullable<ReturnType<typeof discriminatorIn>>;

const toSchema = (name: string): string => childPointer('#', 'components', 'schemas', name);

/** What a schema's `discriminator` says (OpenAPI 3.0.4, section 4.7.25). Schemas are identified by their pointers. */
export const discriminatorIn = (document: SchemaObject, schema: SchemaObject) => {
  const { propertyName, mapping, defaultMapping } = asObject(schema['discriminator']);
  if (typeof propertyName !== 'string') return undefined;

  const ofName = (name: string): string | undefined =>
    valueAt(document, toSchema(name)) === undefined ? undefined : toSchema(name);

  /** A schema name or a URI reference; files are bundled, so of a path only the name is left. */
  const resolve = (target: unknown): string | undefined => {
    if (typeof target !== 'string') return undefined;
    const [, last = ''] = /([^/]+?)(?:\.(?:ya?ml|json))?$/.exec(target) ?? [];
    return target.startsWith('#') ? target : (ofName(target) ?? ofName(last));
  };

  const mapped = new Map(Object.entries(asObject(mapping)).map(([name, target]) => [name, resolve(target)]));
  return {
    /** The member that names a schema. */
    member: propertyName,
    /** The schema that a value of the member names, "implicitly or explicitly". */
    schemaOf: (name: string): string | undefined => (mapped.has(name) ? mapped.get(name) : ofName(name)),
    /** The values that name a schema: its keys in the mapping, else its own name. */
    namesOf: (pointer: string): readonly string[] => {
      const keys = [...mapped].flatMap(([name, target]) => (target === pointer ? [name] : []));
      const name = pointerKeys(pointer).at(-1);
      return keys.length > 0 || name === undefined || toSchema(name) !== pointer ? keys : [name];
    },
    /** The schema where the value names none (3.2, `defaultMapping`). */
    otherwise: resolve(defaultMapping),
  };
};

/** The only reference of a schema that is nothing else. */
export const referenceIn = (schema: unknown): string | undefined => {
  if (!isSchemaObject(schema)) return undefined;
  const { $ref, allOf } = schema;
  if (typeof $ref === 'string') return $ref;
  return Array.isArray(allOf) && allOf.length === 1 && schema['properties'] === undefined
    ? referenceIn(allOf[0])
    : undefined;
};

/** Whether the schemas that build on this one, by `allOf`, are those that its discriminator names. */
const isParent = (schema: SchemaObject): boolean =>
  isSchemaObject(schema['discriminator']) && !('oneOf' in schema) && !('anyOf' in schema);

/**
 * The schemas that build on each one with a discriminator, by `allOf`: each may be used as an alternate of its parent (OpenAPI
 * 3.0.4, section 4.7.25.2). They do not count in validation: the same section rules out a search for them.
 */
export const childrenOfParents = (document: SchemaObject): ReadonlyMap<string, readonly string[]> => {
  const schemas = Object.entries(asObject(valueAt(document, '#/components/schemas')));
  const pointers = new Map(schemas.map(([name, schema]) => [schema, toSchema(name)]));
  const children = new Map<string, string[]>();
  for (const [schema, pointer] of pointers)
    for (const part of partsOf(document, schema, ['allOf'])) {
      const parent = pointers.get(part);
      if (parent !== undefined && part !== schema && isParent(part))
        getOrInsert(children, parent, () => []).push(pointer);
    }
  return children;
};
