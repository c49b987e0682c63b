import type { JsonSchema } from 'json-schema-faker';
import { valueAt } from '../../kernel/json-pointer.ts';
import { toNumbers } from '../../kernel/json.ts';
import { fakedMaxLength, generatorIn } from '../contract/fakeable.ts';
import { type SchemaObject, walkSchema } from '../contract/walk-schema.ts';
import { type Draw, type FakeLimits, type Generators, HINTS } from './generator.ts';
import { keepsTo, textsIn } from './keeps-to.ts';
import { hintFor } from './name-hints.ts';
import { choiceRecipe, leaf, MADE_BY_LIBRARY, type Recipe, sendsExamples } from './recipe.ts';

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
  if (schema['type'] === undefined) return leaf(({ draw }) => generator(draw, limits));
  const isDoubtful = generatorIn(schema) === undefined && Object.keys(limits).length > 0;
  const other = isDoubtful ? otherwise() : undefined;
  return choiceRecipe(
    textsIn(schema['type']).map((type) => {
      const toType = TO_TYPE[type] ?? String;
      return leaf((drawing) => {
        const value = toType(generator(drawing.draw, limits));
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
      extensions: { faker: bindGenerators(generators, drawing.draw) },
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
