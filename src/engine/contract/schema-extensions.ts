import type { SchemaObject } from './walk-schema.ts';

/** The extensions of schemas, which say how values are generated: what the text of each one is. */
export const SCHEMA_EXTENSIONS = {
  'x-fake': 'the name of a generator',
  'x-fake-relate': 'the name of a relation',
} as const;

const textIn = (schema: SchemaObject, name: keyof typeof SCHEMA_EXTENSIONS): string | undefined =>
  typeof schema[name] === 'string' ? schema[name] : undefined;

/** Name of the generator of the schema's values. */
export const generatorIn = (schema: SchemaObject): string | undefined => textIn(schema, 'x-fake');

/** Name of the relation between the members of the schema's objects. */
export const relationIn = (schema: SchemaObject): string | undefined => textIn(schema, 'x-fake-relate');
