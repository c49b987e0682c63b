import { generatorIn } from '../../contract/schema-extensions.ts';
import type { SchemaObject } from '../../contract/walk-schema.ts';
import { type FakeLimits, type Generators, HINTS } from './generator.ts';
import { hintFor } from './name-hints.ts';

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const;

export const limitsOf = (schema: SchemaObject): FakeLimits =>
  Object.fromEntries(
    LIMITS.filter((keyword) => typeof schema[keyword] === 'number').map((keyword) => [keyword, schema[keyword]]),
  );

/** The name of our generator for a schema: the one that it asks for, or inferred from its name and format. */
export const generatorFor = (
  property: string | undefined,
  schema: SchemaObject,
  generators: Generators,
): string | undefined => {
  const name = generatorIn(schema) ?? hintFor(property, schema, generators[HINTS]);
  return name !== undefined && Object.hasOwn(generators, name) ? name : undefined;
};
