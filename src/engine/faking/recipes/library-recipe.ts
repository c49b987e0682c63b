import type { generateSync } from 'json-schema-faker';
import type { SchemaObject } from '../../contract/walk-schema.ts';
import type { FakeableSchemas } from './fakeable-schema.ts';
import type { Generators } from '../generators/generator.ts';
import { MAX_ITEMS } from './array-recipe.ts';
import { type Recipe, TooManyValues, impossible, leaf, remainingDepthIn, sendsExamples } from './recipe.ts';
import { OversizedSchema } from './unsupported-schema.ts';

export type Library = typeof generateSync;

/** Exceeds the depth of all references, so that only the reference count limits. */
const MAX_DEPTH = 24;

/**
 * The library follows every reference down to its depth limit, which takes too long for mutually recursive schemas. It
 * has no limit on the total, so one more reference than this aborts the attempt.
 */
const MOST_REFERENCES = 5000;

/** Long lists in long lists that a schema requires have no reference: it reads the type of each value. */
const MOST_TYPES = 10_000;

/**
 * At its depth limit, the library makes a list of as many nulls as `minItems` says, and does so again while the list is not
 * unique: each reading of the keyword counts as that many items.
 */
const MOST_ITEMS = 100_000;

/** Falls back to json-schema-faker, which supports every keyword but is ten times slower. */
export const libraryRecipe = (
  schema: SchemaObject,
  property: string | undefined,
  parts: {
    readonly schemas: FakeableSchemas;
    readonly generators: Generators;
    /** Undefined until it is loaded. */
    readonly library: () => Library | undefined;
  },
): Recipe => {
  const { schemas, generators, library } = parts;
  const fakeable = fakeableFrom(schemas, schema, property);
  if (fakeable === undefined) return impossible;
  return leaf((drawing) => {
    const { draw, random, optionals } = drawing;
    drawing.isByLibrary = true;
    const generate = library();
    if (generate === undefined) throw new Error('json-schema-faker is not loaded');
    const options = {
      seed: random.uint32(),
      optionalsProbability: optionals,
      maxDefaultItems: MAX_ITEMS,
      maxDepth: MAX_DEPTH,
      refDepthMax: Math.max(1, remainingDepthIn(drawing) + 1),
      fillProperties: false,
      useExamplesValue: sendsExamples(drawing),
      useDefaultValue: sendsExamples(drawing),
      extensions: { faker: bindGenerators(generators, draw) },
      refResolver: schemas.at,
    };
    return schemas.watching(
      (keyword, value) => {
        if (keyword === '$ref') drawing.followed++;
        else if (keyword === 'type') drawing.typesRead++;
        else drawing.itemsRead += Number(value);
        if (drawing.followed > MOST_REFERENCES || drawing.typesRead > MOST_TYPES || drawing.itemsRead > MOST_ITEMS)
          throw new TooManyValues();
      },
      () => generate(fakeable, options),
    );
  });
};

const fakeableFrom = (schemas: FakeableSchemas, schema: SchemaObject, property: string | undefined) => {
  try {
    return schemas.from(schema, property);
  } catch (error) {
    if (error instanceof OversizedSchema) return undefined;
    throw error;
  }
};

/** json-schema-faker looks up its generators on one object and calls them without a receiver. */
const bindGenerators = (generators: Generators, draw: Parameters<Generators[string]>[0]) => {
  const bound: Record<string, (limits: object) => unknown> = {};
  for (const [name, generator] of Object.entries(generators)) bound[name] = (limits) => generator(draw, limits);
  return bound;
};
