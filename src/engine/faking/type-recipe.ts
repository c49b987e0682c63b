import { isJsonMediaType } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { toExpression } from '../contract/expression.ts';
import { generatorIn, isTooLargeToFake } from '../contract/fakeable.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { type FakeLimits, type Generators, HINTS } from './generator.ts';
import { both, memberSchema } from './merge-schemas.ts';
import { hintFor } from './name-hints.ts';
import { choiceRecipe, compound, impossible, leaf, type Recipe, UnsupportedSchema } from './recipe.ts';
import { arrayRecipe, type Invention, type Member, objectRecipe } from './structure-recipes.ts';
import { textRecipe } from './text-recipe.ts';
import { keepsTo, numberRecipe, valueRecipe } from './value-recipe.ts';

/** The recipe for a nested schema; `property` is the member's name, which serves as a hint. */
export type RecipeOf = (schema: unknown, property?: string) => Recipe;

interface Tools {
  readonly recipeOf: RecipeOf;
  readonly generators: Generators;
  /** Maximum number of optional members of an object to consider. */
  readonly width: number;
}

type OfType = (schema: SchemaObject, tools: Tools) => Recipe;

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const namesIn = (value: unknown): readonly string[] => itemsOf(value).filter((name) => typeof name === 'string');
const objectAt = (value: unknown): SchemaObject => (isSchemaObject(value) ? value : {});

/** What the names of invented members are, and their values: those of each pattern, then those of no pattern. */
const inventions = (schema: SchemaObject, recipeOf: RecipeOf): readonly Invention[] => {
  const { propertyNames, additionalProperties, properties } = schema;
  const described = new Set(Object.keys(objectAt(properties)));
  const patterns = Object.entries(objectAt(schema['patternProperties'])).map(
    ([pattern, value]) => ({ pattern, value, expression: toExpression(pattern) }) as const,
  );
  const fits = (name: string, wanted?: string): boolean =>
    !described.has(name) &&
    patterns.every(({ pattern, expression }) => expression?.test(name) === (pattern === wanted));
  const named = (wanted: SchemaObject): Recipe => recipeOf(both(wanted, propertyNames));
  const ofPatterns = patterns.map(({ pattern, value }) => ({
    name: named({ type: 'string', pattern }),
    value: recipeOf(value),
    fits: (name: string) => fits(name, pattern),
  }));
  const isOpen = additionalProperties === undefined || additionalProperties === true;
  const others = {
    name: propertyNames === undefined || propertyNames === true ? PLAIN_NAME : named({ type: 'string' }),
    value: recipeOf(isOpen ? { type: 'string' } : additionalProperties),
    fits: (name: string) => fits(name),
  };
  return [...ofPatterns, others].filter(({ name, value }) => name !== impossible && value !== impossible);
};

const PLAIN_NAME = leaf(({ random }) => `prop${String(random.integer(0, 99_999))}`);

const ofObject: OfType = (schema, { recipeOf, width }) => {
  const { minProperties = 0, maxProperties = Infinity } = schema as { minProperties?: number; maxProperties?: number };
  const { properties, required, dependentRequired, propertyNames } = schema;
  const needed = new Set(namesIn(required));
  const all = Object.keys(objectAt(properties));
  const optional = new Set(all.filter((name) => !needed.has(name)).slice(0, width));
  const described = all.filter((name) => needed.has(name) || optional.has(name));
  const dependents = new Map(Object.entries(objectAt(dependentRequired)).map(([name, list]) => [name, namesIn(list)]));
  const names = new Set([...described, ...needed, ...[...dependents.values()].flat()]);
  const members = [...names].map((name): Member => {
    const presence = needed.has(name) ? 'required' : described.includes(name) ? 'optional' : 'dependent';
    return { name, presence, recipe: recipeOf(memberSchema(schema, name) ?? true, name) };
  });
  if (
    needed.size > maxProperties ||
    members.some((member) => member.presence === 'required' && member.recipe === impossible)
  )
    return impossible;
  const invented = minProperties > needed.size && propertyNames !== false ? inventions(schema, recipeOf) : [];
  return objectRecipe({ members, minProperties, maxProperties, dependents, invented });
};

interface Contained {
  readonly schema: unknown;
  readonly minContains: number;
  readonly maxContains: number;
}

const ofArray: OfType = (schema, { recipeOf }) => {
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number };
  const contained = itemsOf(schema['contains']) as readonly Contained[];
  if (contained.some((each) => isTooLargeToFake({ minContains: each.minContains }))) return impossible;
  const ordinary = contained
    .filter(({ maxContains }) => maxContains < Infinity)
    .reduce((items, { schema: counted }) => both(items, { not: counted }), schema['items']);
  const wanted = contained.flatMap(({ schema: one, minContains }) => Array.from({ length: minContains }, () => one));
  const prefix = [...itemsOf(schema['prefixItems'])];
  // Behind the prefix, or in it, from its end, where there is no room behind.
  const room = schema['items'] === false ? 0 : Math.max(0, maxItems - prefix.length);
  const behind = wanted.slice(0, room).map((one) => both(schema['items'], one));
  for (const [index, one] of wanted.slice(room).entries()) {
    const place = prefix.length - 1 - index;
    if (place < 0) return impossible;
    prefix[place] = both(prefix[place], one);
  }
  const first = [...prefix, ...behind].map((item) => recipeOf(item ?? true));
  // Items without a schema: no more than required.
  const isOpen = schema['items'] === undefined && minItems > first.length;
  const items = schema['items'] === undefined && !isOpen ? undefined : recipeOf(ordinary ?? true);
  return arrayRecipe({
    prefix: first,
    needed: wanted.length === 0 ? 0 : prefix.length + behind.length,
    items: items === impossible ? undefined : items,
    minItems,
    maxItems,
    isUnique: schema['uniqueItems'] === true,
  });
};

/** A text that is JSON of a schema (`contentSchema`), unless it has to be more than that. */
const jsonTextRecipe = (schema: SchemaObject, recipeOf: RecipeOf): Recipe | undefined => {
  const { contentMediaType, contentSchema } = schema;
  const isJson = typeof contentMediaType === 'string' && isJsonMediaType(contentMediaType);
  if (!isJson || contentSchema === undefined || TEXT_KEYWORDS.some((keyword) => keyword in schema)) return undefined;
  const inner = recipeOf(contentSchema);
  return compound({
    make: (drawing) => stringifyJson(inner.make(drawing)),
    parts: () => [inner],
    measure: () => inner.minDepth,
  });
};

const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'not', 'contentEncoding'];

const OF_TYPE: Readonly<Record<string, OfType>> = {
  array: (schema, tools) => unrefused(ofArray(schema, tools), schema),
  boolean: (schema) => valueRecipe(schema, [false, true]),
  integer: (schema) => numberRecipe(schema, true),
  null: (schema) => valueRecipe(schema, [null]),
  number: (schema) => numberRecipe(schema, false),
  object: (schema, tools) => unrefused(ofObject(schema, tools), schema),
  string: (schema, { recipeOf, generators }) => jsonTextRecipe(schema, recipeOf) ?? textRecipe(schema, generators),
};

/** Keywords that imply a type, for schemas without `type`. */
const TELLING: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
    ],
  ],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
];

/** The types that a value may have; all if unspecified. */
const typesOf = (schema: SchemaObject): readonly string[] => {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return namesIn(type);
  const telling = TELLING.find(([, keywords]) => keywords.some((keyword) => keyword in schema));
  return telling === undefined ? Object.keys(OF_TYPE) : [telling[0]];
};

/** Tries at a value that is none of those refused. */
const TRIES = 20;

/** Objects and lists are made of parts, which do not know what is refused of the whole. */
const unrefused = (recipe: Recipe, schema: SchemaObject): Recipe =>
  recipe === impossible || schema['not'] === undefined
    ? recipe
    : compound({
        make: (drawing) => {
          let value = recipe.make(drawing);
          for (let tries = 0; tries < TRIES && !keepsTo(schema, value); tries++) value = recipe.make(drawing);
          return value;
        },
        parts: () => [recipe],
        measure: () => recipe.minDepth,
      });

/** By type alone; several types are equally likely. */
export const typeRecipe = (schema: SchemaObject, tools: Tools): Recipe =>
  choiceRecipe(
    typesOf(schema).map((type) => {
      const ofType = OF_TYPE[type];
      if (ofType === undefined) throw new UnsupportedSchema(`type ${type}`);
      return ofType(schema, tools);
    }),
  );

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

const TO_TYPE: Readonly<Record<string, (value: string | number) => unknown>> = {
  boolean: Boolean,
  integer: (value) => Math.floor(Number(value)),
  null: () => null,
  number: Number,
  string: String,
};

/** Converts the values of one of our generators to the type of the schema. */
export const generatorRecipe = (name: string, schema: SchemaObject, generators: Generators): Recipe => {
  const generator = generators[name];
  if (generator === undefined) return impossible;
  const limits = limitsOf(schema);
  if (schema['type'] === undefined) return leaf(({ draw }) => generator(draw, limits));
  return choiceRecipe(
    typesOf(schema).map((type) => {
      const toType = TO_TYPE[type];
      return leaf(({ draw }) => {
        const value = generator(draw, limits);
        return toType === undefined ? value : toType(value);
      });
    }),
  );
};
