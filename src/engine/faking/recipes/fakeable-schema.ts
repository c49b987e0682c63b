import type { JsonSchema } from 'json-schema-faker';
import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import { toNumbers } from '../../../kernel/json.ts';
import { fakedMaxLength, isTooLargeToFake } from '../../contract/fakeable-sizes.ts';
import { valueAt } from '../../contract/json-pointer.ts';
import { type SchemaObject, walkSchema } from '../../contract/walk-schema.ts';
import type { FakeLimits, Generators } from '../generators/generator.ts';
import { generatorFor, limitsOf } from '../generators/generator-for.ts';
import { MAX_ITEMS } from './array-recipe.ts';
import { OversizedSchema } from './unsupported-schema.ts';

/**
 * Prepares schemas for json-schema-faker: a leaf with one of our generators refers to it with the keyword `faker`.
 * Created once per pointer, on copies: validators use the originals.
 */
export interface FakeableSchemas {
  readonly at: (pointer: string) => JsonSchema;
  readonly from: (schema: SchemaObject, property?: string) => JsonSchema;
  /** Runs `work` and reports every access to a `$ref`, a `type` or a `minItems`. */
  readonly watching: <T>(onRead: OnRead, work: () => T) => T;
}

/** What tells how much the library does. */
const WATCHED = ['$ref', 'type', 'minItems'] as const;

type OnRead = (keyword: (typeof WATCHED)[number], value: unknown) => void;

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

export const createFakeableSchemas = (document: SchemaObject, generators: Generators): FakeableSchemas => {
  const made = new Map<string, JsonSchema>();
  let tell: OnRead | undefined;
  const watch = (schema: SchemaObject): void => {
    for (const keyword of WATCHED) {
      const value = schema[keyword];
      if (value === undefined) continue;
      const get = (): unknown => {
        tell?.(keyword, value);
        return value;
      };
      Object.defineProperty(schema, keyword, { get, enumerable: true, configurable: true });
    }
  };
  const from = (original: unknown, ofProperty?: string): JsonSchema => {
    const copy = structuredClone(toNumbers(original));
    const visit = (schema: SchemaObject, _place: string, property?: string): void => {
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
    };
    walkSchema(copy, '#', visit, ofProperty);
    return copy as JsonSchema;
  };
  return {
    from,
    watching: (onRead, work) => {
      const before = tell;
      tell = onRead;
      try {
        return work();
      } finally {
        tell = before;
      }
    },
    at: (pointer) => getOrInsert(made, pointer, () => from(valueAt(document, pointer) ?? true)),
  };
};
