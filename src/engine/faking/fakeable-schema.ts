import type { JsonSchema } from 'json-schema-faker';
import { valueAt } from '../contract/json-pointer.ts';
import { type SchemaObject, walkSchema } from '../contract/walk-schema.ts';
import type { FakeLimits, Generators } from './generator.ts';
import { hintFor } from './name-hints.ts';

/**
 * Schemas as json-schema-faker wants them: a leaf that has a generator of ours, by `x-fake` or by its name and format,
 * asks for it with the keyword `faker`. Made once per place, on copies: validators keep the originals.
 */
export interface FakeableSchemas {
  readonly at: (pointer: string) => JsonSchema;
}

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const;

const limitsOf = (schema: SchemaObject): FakeLimits =>
  Object.fromEntries(
    LIMITS.filter((keyword) => typeof schema[keyword] === 'number').map((keyword) => [keyword, schema[keyword]]),
  );

/** Arrays get at most so many items where their schema allows it: 50 items cost 25 times more and show nothing more. */
export const MAX_ITEMS = 3;

const clampItems = (schema: SchemaObject): void => {
  const { minItems, maxItems } = schema as { minItems?: unknown; maxItems?: unknown };
  if (typeof maxItems !== 'number' || maxItems <= MAX_ITEMS) return;
  schema['maxItems'] = Math.max(MAX_ITEMS, typeof minItems === 'number' ? minItems : 0);
};

/** A text of which the description knows examples but no rule is best shown as one of them. */
const takeExamples = (schema: SchemaObject): void => {
  const { type, examples, enum: values } = schema;
  if (type === 'string' && values === undefined && Array.isArray(examples) && examples.length > 0)
    schema['enum'] = examples;
};

export const createFakeableSchemas = (document: SchemaObject, generators: Generators): FakeableSchemas => {
  const made = new Map<string, JsonSchema>();
  const make = (pointer: string): JsonSchema => {
    const copy = structuredClone(valueAt(document, pointer) ?? true);
    walkSchema(copy, pointer, (schema, _place, property) => {
      const wished = schema['x-fake'];
      const name = typeof wished === 'string' ? wished : hintFor(property, schema);
      clampItems(schema);
      if (name === undefined || !Object.hasOwn(generators, name)) {
        takeExamples(schema);
        return;
      }
      schema['faker'] = { [name]: [limitsOf(schema)] };
      // The library would read a date once more, in the time zone of the machine.
      delete schema['format'];
    });
    return copy as JsonSchema;
  };
  return {
    at: (pointer) => {
      let schema = made.get(pointer);
      if (schema === undefined) made.set(pointer, (schema = make(pointer)));
      return schema;
    },
  };
};
