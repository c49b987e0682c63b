import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { drawChance } from '../generators/draw-from.ts';
import type { Generators } from '../generators/generator.ts';
import { arrayRecipe } from './array-recipe.ts';
import { choiceRecipe } from './choice-recipe.ts';
import { memberSchema } from './merge-schemas.ts';
import { UnsupportedSchema } from './unsupported-schema.ts';
import { numberRecipe } from './number-recipe.ts';
import { type Member, objectRecipe } from './object-recipe.ts';
import { type Recipe, leaf } from './recipe.ts';
import { textRecipe } from './text-recipe.ts';

/** The recipe for a nested schema; `property` is the member's name, which serves as a hint. */
export type RecipeOf = (schema: unknown, property?: string) => Recipe;

interface Tools {
  readonly recipeOf: RecipeOf;
  readonly generators: Generators;
  /** Maximum number of optional members of an object to consider. */
  readonly width: number;
}

type OfType = (schema: SchemaObject, tools: Tools) => Recipe;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const namesIn = (value: unknown): readonly string[] => listOf(value).filter((name) => typeof name === 'string');
const objectAt = (value: unknown): SchemaObject => (isSchemaObject(value) ? value : {});

const ofObject: OfType = (schema, { recipeOf, width }) => {
  const { minProperties = 0, maxProperties = Infinity } = schema as { minProperties?: number; maxProperties?: number };
  const { properties, required, dependentRequired, additionalProperties } = schema;
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
  if (minProperties > names.size && schema['propertyNames'] !== undefined)
    throw new UnsupportedSchema('names to invent');
  const isOpen = additionalProperties === undefined || additionalProperties === true;
  const additional =
    minProperties > needed.size ? recipeOf(isOpen ? { type: 'string' } : additionalProperties) : undefined;
  return objectRecipe({ members, minProperties, maxProperties, dependents, additional });
};

const ofArray: OfType = (schema, { recipeOf }) => {
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number };
  const prefix = listOf(schema['prefixItems']).map((item) => recipeOf(item));
  // Items without a schema: no more than required.
  const isOpen = schema['items'] === undefined && minItems > prefix.length;
  const items = schema['items'] === undefined && !isOpen ? undefined : recipeOf(schema['items'] ?? true);
  return arrayRecipe({ prefix, items, minItems, maxItems, isUnique: schema['uniqueItems'] === true });
};

const OF_TYPE: Readonly<Record<string, OfType>> = {
  array: ofArray,
  boolean: () => leaf(({ random }) => drawChance(0.5, random)),
  integer: (schema) => numberRecipe(schema, true),
  null: () => leaf(() => null),
  number: (schema) => numberRecipe(schema, false),
  object: ofObject,
  string: (schema, { generators }) => textRecipe(schema, generators),
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
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
];

/** The types that a value may have; all if unspecified. */
export const typesOf = (schema: SchemaObject): readonly string[] => {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return namesIn(type);
  const telling = TELLING.find(([, keywords]) => keywords.some((keyword) => keyword in schema));
  return telling === undefined ? Object.keys(OF_TYPE) : [telling[0]];
};

/** By type alone; several types are equally likely. */
export const typeRecipe = (schema: SchemaObject, tools: Tools): Recipe =>
  choiceRecipe(
    typesOf(schema).map((type) => {
      const ofType = OF_TYPE[type];
      if (ofType === undefined) throw new UnsupportedSchema(`type ${type}`);
      return ofType(schema, tools);
    }),
  );
