import { CONVENTIONS } from '../../generated/conventions.ts';
import { type SchemaObject, walkSchema } from '../contract/walk-schema.ts';
import type { JsonSchema } from 'json-schema-faker';
import { valueAt } from '../../kernel/json-pointer.ts';
import { wordsOf } from '../matching/names.ts';
import { toNumbers } from '../../kernel/json.ts';
import { type Draw, type FakeLimits, type Generators, HINTS, type NameHints } from './generator.ts';
import { fakedMaxLength, generatorIn, keepsTo, textsIn } from './schema-keywords.ts';
import { choiceRecipe, leaf, MADE_BY_LIBRARY, type Recipe, sendsExamples } from './recipe.ts';

/** Inverts a table from generator to space-separated names. */
const byName = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).flatMap(([generator, list]) => list.split(' ').map((name) => [name, generator])));

export const FORMATS = byName(CONVENTIONS.formats);
const MOMENTS = byName(CONVENTIONS.moments);

/** Hints from property names to generators: the common ones, and those of an API's own generators. */
export const withCommonHints = (own: {
  readonly names?: Readonly<Record<string, string>>;
  readonly wholeNames?: Readonly<Record<string, string>>;
}): NameHints => ({
  names: byName({ ...CONVENTIONS.hints.names, ...own.names }),
  wholeNames: byName({ ...CONVENTIONS.hints.wholeNames, ...own.wholeNames }),
});

const COMMON_HINTS = withCommonHints({});

/** Patterns of two or three letters, as descriptions write country and currency codes. */
const CODE_PATTERN = /^\^?(?:\[A-Z(?:a-z)?\]|\[a-zA-Z\])\{([23])\}\$?$/;

const lookUp = (table: ReadonlyMap<string, string>, words: readonly string[]): string | undefined => {
  for (let first = 0; first < words.length; first++) {
    const found = table.get(words.slice(first).join(''));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The name alone does not imply a code: `country` may just as well be `Germany`. */
const fromCodeLength = (name: string, length: number | undefined): string | undefined => {
  if (length === 2 && /country(?:code)?$/.test(name)) return 'country-code';
  if (length === 3 && /currency(?:code)?$/.test(name)) return 'currency';
  return undefined;
};

const codeLength = ({ maxLength, pattern }: SchemaObject): number | undefined => {
  if (typeof pattern === 'string') return Number(CODE_PATTERN.exec(pattern)?.[1]);
  return typeof maxLength === 'number' ? maxLength : undefined;
};

const isText = ({ type }: SchemaObject): boolean =>
  type === 'string' || (Array.isArray(type) && (type as unknown[]).includes('string'));

const choose = (words: readonly string[], schema: SchemaObject, hints: NameHints): string | undefined => {
  const code = fromCodeLength(words.join(''), codeLength(schema));
  // A pattern is more specific than the name, except for the patterns of two-letter and three-letter codes.
  if (code !== undefined || schema['pattern'] !== undefined) return code;
  if (schema['format'] === 'date' || schema['format'] === 'date-time') {
    const moment = lookUp(MOMENTS, words) ?? 'past';
    if (moment === 'birth') return schema['format'] === 'date' ? 'birth-date' : 'past-date-time';
    return `${moment}-${schema['format']}`;
  }
  // A format that is not in the table (byte, password, ...) rules out the hint of the name.
  if (typeof schema['format'] === 'string') return FORMATS.get(schema['format']);
  if (schema['format'] !== undefined) return undefined;
  return hints.wholeNames.get(words.join('')) ?? lookUp(hints.names, words);
};

/** The generator for a schema that names none, inferred from its format and its property name. */
export const hintFor = (
  property: string | undefined,
  schema: SchemaObject,
  hints: NameHints = COMMON_HINTS,
): string | undefined => {
  if (!isText(schema) || 'enum' in schema || 'const' in schema || 'not' in schema) return undefined;
  // `address1` is an `address`.
  return choose(wordsOf((property ?? '').replaceAll(/\d+/g, ' ')), schema, hints);
};

/** The name of our generator for a schema: the one that it asks for, or inferred from its name and format. */
export const generatorFor = (
  property: string | undefined,
  schema: SchemaObject,
  generators: Generators,
): string | undefined => {
  const name = generatorIn(schema) ?? hintFor(property, schema, generators[HINTS]);
  return name !== undefined && Object.hasOwn(generators, name) ? name : undefined;
};

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const;

const limitsOf = (schema: SchemaObject): FakeLimits =>
  Object.fromEntries(
    LIMITS.filter((keyword) => typeof schema[keyword] === 'number').map((keyword) => [keyword, schema[keyword]]),
  );

const TO_TYPE: Readonly<Record<string, (value: string | number) => unknown>> = {
  boolean: Boolean,
  integer: (value) => Math.floor(Number(value)),
  null: () => null,
  number: Number,
  string: String,
};

/** The values of one of our generators, as the type of the schema; where an inferred one is too short or too long, `otherwise`. */
export const generatorRecipe = (
  name: string,
  schema: SchemaObject,
  { generators, otherwise }: { readonly generators: Generators; readonly otherwise: () => Recipe },
): Recipe => {
  const generator = generators[name] ?? (() => '');
  const limits = limitsOf(schema);
  if (schema['type'] === undefined) return leaf((drawing) => generator(drawing, limits));
  const isDoubtful = generatorIn(schema) === undefined && Object.keys(limits).length > 0;
  const other = isDoubtful ? otherwise() : undefined;
  return choiceRecipe(
    textsIn(schema['type']).map((type) => {
      const toType = TO_TYPE[type] ?? String;
      return leaf((drawing) => {
        const value = toType(generator(drawing, limits));
        return other === undefined || keepsTo(schema, value) ? value : other.make(drawing);
      });
    }),
  );
};

/** Keywords on the way to a schema that is nested beyond reason: some sixty levels. */
const REASON = 120;

/** With any of these, the library may take as long as it likes: it has no limits of its own. */
const ENDLESS = ['$ref', '$dynamicRef', 'pattern', 'minItems', 'minContains', 'minProperties', 'minLength'];

const isForLibrary = (schema: unknown): boolean => {
  const parts: { readonly isDeep: boolean; readonly isEndless: boolean }[] = [];
  walkSchema(schema, '#', (part, pointer) => {
    parts.push({
      isDeep: pointer.split('/').length > REASON,
      isEndless: ENDLESS.some((keyword) => keyword in part),
    });
  });
  return parts.some(({ isDeep }) => isDeep) && !parts.some(({ isEndless }) => isEndless);
};

/** Exceeds the depth of any description. */
const MAX_DEPTH = 10_000;

/**
 * The recipe of json-schema-faker for a schema that is nested beyond reason; undefined for all others. It gets a copy, since
 * validators use the original: a leaf with one of our generators refers to it with the keyword `faker`.
 */
export const createLibraryRecipe = async (
  document: SchemaObject,
  pointer: string,
  generators: Generators,
): Promise<Recipe | undefined> => {
  const schema = valueAt(document, pointer);
  if (!isForLibrary(schema)) return undefined;
  const { generateSync } = await import('json-schema-faker');
  const copy = structuredClone(toNumbers(schema));
  walkSchema(copy, '#', (part, _place, property) => {
    // One item, since lists in lists multiply.
    if (part['maxItems'] !== undefined) part['maxItems'] = Math.min(1, Number(part['maxItems']));
    if (part['maxLength'] !== undefined) part['maxLength'] = fakedMaxLength(part);
    const name = generatorFor(property, part, generators);
    if (name === undefined) return;
    part['faker'] = { [name]: [limitsOf(part)] };
    // With a `format`, the library would parse the date again, in the time zone of the machine.
    delete part['format'];
  });
  return leaf((drawing) => {
    const value: unknown = generateSync(copy as JsonSchema, {
      seed: drawing.random.uint32(),
      optionalsProbability: drawing.optionals,
      maxDefaultItems: 1,
      maxDepth: MAX_DEPTH,
      fillProperties: false,
      useExamplesValue: sendsExamples(drawing),
      useDefaultValue: sendsExamples(drawing),
      extensions: { faker: bindGenerators(generators, drawing) },
    });
    if (typeof value === 'object' && value !== null) MADE_BY_LIBRARY.add(value);
    return value;
  });
};

/** json-schema-faker looks up its generators on one object and calls them without a receiver. */
const bindGenerators = (generators: Generators, draw: Draw) =>
  Object.fromEntries(
    Object.entries(generators).map(([name, generator]) => [name, (limits: object) => generator(draw, limits)]),
  );
