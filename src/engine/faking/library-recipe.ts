import type { generateSync, JsonSchema } from 'json-schema-faker';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { toNumbers } from '../../kernel/json.ts';
import { fakedMaxLength, isTooLargeToFake } from '../contract/fakeable.ts';
import { type SchemaObject, walkSchema } from '../contract/walk-schema.ts';
import type { FakeLimits, Generators } from './generator.ts';
import {
  type Drawing,
  leaf,
  OversizedSchema,
  type Recipe,
  remainingDepthIn,
  sendsExamples,
  TooManyValues,
} from './recipe.ts';
import { MAX_ITEMS } from './structure-recipes.ts';
import { generatorFor, limitsOf } from './type-recipe.ts';

/** What tells how much the library does. */
const WATCHED = ['$ref', 'type', 'minItems'] as const;

/** The library generates sizes up to the maximum. */
const clampSizes = (schema: SchemaObject): void => {
  for (const [least, most] of COUNTS)
    if (Number(schema[most]) > MAX_ITEMS) schema[most] = Math.max(MAX_ITEMS, Number(schema[least] ?? 0));
  const { minLength = 0, maxLength, format } = schema as FakeLimits & SchemaObject;
  if (maxLength === undefined) return;
  // A text of a format is as long as it is, and would be cut off.
  schema['maxLength'] = format === undefined ? fakedMaxLength(schema) : Math.min(maxLength, minLength + LONGEST_FORMAT);
};

/** Characters beyond the minimum of a text of a format, which the library may not know. */
const LONGEST_FORMAT = 255;

const COUNTS = [
  ['minItems', 'maxItems'],
  ['minContains', 'maxContains'],
] as const;

/** A string with examples but no constraint: one of its examples is the most realistic value. */
const takeExamples = (schema: SchemaObject): void => {
  const { type, examples, enum: values } = schema;
  if (type === 'string' && values === undefined && Array.isArray(examples) && examples.length > 0)
    schema['enum'] = examples;
};

/** The library generates `(a{1000}){1000}` in full. An estimate: groups multiply, others count once. */
const repeatsTooOften = (pattern: unknown): boolean => {
  if (typeof pattern !== 'string') return false;
  let groups = 1;
  let largest = 1;
  for (const [, before, least = ''] of pattern.matchAll(/(\)?)\{(\d+)/g)) {
    if (before === ')') groups *= Number(least);
    else largest = Math.max(largest, Number(least));
  }
  return groups * largest > MOST_REPEATS;
};

const MOST_REPEATS = 100_000;

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

interface LibraryParts {
  readonly document: SchemaObject;
  readonly generators: Generators;
  /** Undefined until it is loaded. */
  readonly library: () => Library | undefined;
}

/**
 * Recipes of json-schema-faker, which is ten times slower, for schemas that need too many of ours: those nested beyond
 * reason. It gets copies, since validators use the originals: a leaf with one of our generators refers to it with the
 * keyword `faker`.
 */
export const createLibraryRecipes = ({
  document,
  generators,
  library,
}: LibraryParts): ((pointer: string) => Recipe) => {
  const copies = new Map<string, JsonSchema>();
  /** The body that is being made. */
  let current: Drawing | undefined;

  const watch = (schema: SchemaObject): void => {
    for (const keyword of WATCHED) {
      const value = schema[keyword];
      if (value === undefined) continue;
      const get = (): unknown => {
        if (current !== undefined) count(current, keyword, value);
        return value;
      };
      Object.defineProperty(schema, keyword, { get, enumerable: true, configurable: true });
    }
  };

  const copyOf = (original: unknown): JsonSchema => {
    const copy = structuredClone(toNumbers(original));
    walkSchema(copy, '#', (schema, _place, property) => {
      if (isTooLargeToFake(schema) || repeatsTooOften(schema['pattern'])) throw new OversizedSchema();
      clampSizes(schema);
      const name = generatorFor(property, schema, generators);
      watch(schema);
      if (name === undefined) {
        takeExamples(schema);
        return;
      }
      schema['faker'] = { [name]: [limitsOf(schema)] };
      // With a `format`, the library would parse the date again, in the time zone of the machine.
      delete schema['format'];
    });
    return copy as JsonSchema;
  };

  const at = (pointer: string): JsonSchema =>
    getOrInsert(copies, pointer, () => copyOf(valueAt(document, pointer) ?? true));

  return (pointer) =>
    leaf((drawing) => {
      const { draw, random, optionals } = drawing;
      drawing.isByLibrary = true;
      const generate = library();
      if (generate === undefined) throw new Error('json-schema-faker is not loaded');
      current = drawing;
      return generate(at(pointer), {
        seed: random.uint32(),
        optionalsProbability: optionals,
        maxDefaultItems: MAX_ITEMS,
        maxDepth: MAX_DEPTH,
        refDepthMax: Math.max(1, remainingDepthIn(drawing) + 1),
        fillProperties: false,
        useExamplesValue: sendsExamples(drawing),
        useDefaultValue: sendsExamples(drawing),
        extensions: { faker: bindGenerators(generators, draw) },
        refResolver: at,
      });
    });
};

const count = (drawing: Drawing, keyword: (typeof WATCHED)[number], value: unknown): void => {
  if (keyword === '$ref') drawing.followed++;
  else if (keyword === 'type') drawing.typesRead++;
  else drawing.itemsRead += Number(value);
  if (drawing.followed > MOST_REFERENCES || drawing.typesRead > MOST_TYPES || drawing.itemsRead > MOST_ITEMS)
    throw new TooManyValues();
};

/** json-schema-faker looks up its generators on one object and calls them without a receiver. */
const bindGenerators = (generators: Generators, draw: Parameters<Generators[string]>[0]) => {
  const bound: Record<string, (limits: object) => unknown> = {};
  for (const [name, generator] of Object.entries(generators)) bound[name] = (limits) => generator(draw, limits);
  return bound;
};

/** Bodies with parts generated by json-schema-faker instead of by our own recipes. */
const made = new WeakSet();

export const markAsMadeByLibrary = (value: unknown): void => {
  if (typeof value === 'object' && value !== null) made.add(value);
};

export const isMadeByLibrary = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && made.has(value);
