import { getOrInsert } from '../../kernel/caches.ts';
import { toExpression } from '../contract/expression.ts';
import { asList, asObject, type SchemaObject } from '../contract/walk-schema.ts';
import { drawChance, drawFrom, type Drawn } from './generator.ts';
import { both, isTooLargeToFake, keepsTo, memberSchema, textsIn } from './schema-keywords.ts';
import {
  compound,
  countWork,
  type Drawing,
  FARTHEST,
  impossible,
  leaf,
  makeValue,
  type Recipe,
  remainingDepthIn,
  sendsExamples,
} from './recipe.ts';

/** The recipe for a nested schema; `property` is the member's name, which serves as a hint. */
export type RecipeOf = (schema: unknown, property?: string) => Recipe;

/** Tries at another name, and at a whole that is none of those refused. */
const TRIES = 50;

export const objectRecipe = (schema: SchemaObject, recipeOf: RecipeOf): Recipe => {
  const { minProperties = 0, maxProperties = Infinity } = schema as { minProperties?: number; maxProperties?: number };
  const described = Object.keys(asObject(schema['properties']));
  const dependents = new Map(
    Object.entries(asObject(schema['dependentRequired'])).map(([name, list]) => [name, textsIn(list)]),
  );
  /** With the members that they require, transitively. */
  const withDependents = (names: readonly string[]): ReadonlySet<string> => {
    const all = new Set(names);
    for (const each of all) for (const dependent of dependents.get(each) ?? []) all.add(dependent);
    return all;
  };
  const needed = withDependents(textsIn(schema['required'] ?? []));
  /** Each with the members that it requires. */
  const optional = described.filter((name) => !needed.has(name)).map((name) => [...withDependents([name])]);
  const names = withDependents([...described, ...needed]);
  const members = new Map([...names].map((name) => [name, recipeOf(memberSchema(schema, name) ?? true, name)]));
  const invented = minProperties > needed.size && schema['propertyNames'] !== false ? inventions(schema, recipeOf) : [];

  const endsWithin = (name: string, depth: number): boolean => members.get(name)?.endsWithin(depth) !== false;

  const choose = (drawing: Drawing): ReadonlySet<string> => {
    const { random, optionals } = drawing;
    const chosen = new Set(needed);
    const add = (group: readonly string[], depth: number): void => {
      const added = group.filter((each) => !chosen.has(each));
      if (chosen.size + added.length > maxProperties || !added.every((each) => endsWithin(each, depth))) return;
      for (const each of added) chosen.add(each);
    };
    const depth = remainingDepthIn(drawing);
    for (const group of optional) if (drawChance(optionals, random)) add(group, depth);
    if (chosen.size >= minProperties) return chosen;
    // From a random one on: with the members that they require, the first ones may not fill an object exactly.
    const start = optional.length === 0 ? 0 : random.integer(0, optional.length - 1);
    for (const group of [...optional.slice(start), ...optional.slice(0, start)])
      if (chosen.size < minProperties) add(group, FARTHEST);
    return chosen;
  };

  const invent = (made: Drawn, drawing: Drawing): void => {
    for (let tries = 0; tries < TRIES; tries++) {
      const { name: ofName, value, fits } = drawFrom(invented, drawing.random);
      const name = ofName.make(drawing);
      if (typeof name !== 'string' || Object.hasOwn(made, name) || !fits(name)) continue;
      made[name] = makeValue(value, drawing);
      return;
    }
  };

  return compound(
    (drawing) => {
      const made: Drawn = {};
      const chosen = choose(drawing);
      for (const [name, recipe] of members) if (chosen.has(name)) made[name] = makeValue(recipe, drawing);
      if (invented.length > 0) for (let size = chosen.size; size < minProperties; size++) invent(made, drawing);
      return made;
    },
    (depth) => needed.size <= maxProperties && [...needed].every((name) => endsWithin(name, depth)),
  );
};

const PLAIN_NAME = leaf(({ random }) => `prop${random.integer(0, 99_999)}`);

/** What the names of invented members are, and their values: those of each pattern, then those of no pattern. */
const inventions = (schema: SchemaObject, recipeOf: RecipeOf) => {
  const { propertyNames, additionalProperties } = schema;
  const described = asObject(schema['properties']);
  const patterns = Object.entries(asObject(schema['patternProperties'])).map(
    ([pattern, value]) => ({ pattern, value, expression: toExpression(pattern) }) as const,
  );
  const fits = (name: string, wanted?: string): boolean =>
    !Object.hasOwn(described, name) &&
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

/** Maximum number of items where the schema allows it: 50 items take 25 times longer and add no information. */
const MAX_ITEMS = 3;

/** Tries at an item that is different: enough to find all of some thousand in random order. */
const TRIES_FOR_EACH = 12;

/** The work of such a try: most are of something small. */
const DRAWN_AGAIN = 0.2;

interface Contained {
  readonly schema: unknown;
  readonly minContains: number;
  readonly maxContains: number;
}

export const arrayRecipe = (schema: SchemaObject, recipeOf: RecipeOf): Recipe => {
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number };
  const isUnique = schema['uniqueItems'] === true;
  const contained = asList(schema['contains']) as readonly Contained[];
  if (maxItems < minItems || contained.some(({ minContains }) => isTooLargeToFake({ minContains }))) return impossible;
  const wanted = contained.flatMap(({ schema: one, minContains }) => Array.from({ length: minContains }, () => one));
  const prefix = [...asList(schema['prefixItems'])];
  // Behind the prefix, or in it, from its end, where there is no room behind.
  const room = schema['items'] === false ? 0 : Math.max(0, maxItems - prefix.length);
  const ofContained = new Map<unknown, Recipe>();
  const behind = wanted
    .slice(0, room)
    .map((one) => getOrInsert(ofContained, one, () => recipeOf(both(schema['items'], one) ?? true)));
  for (const [index, one] of wanted.slice(room).entries()) {
    const place = prefix.length - 1 - index;
    if (place < 0) return impossible;
    prefix[place] = both(prefix[place], one);
  }
  const needed = wanted.length === 0 ? 0 : prefix.length + behind.length;
  const listed = [...prefix.map((item) => recipeOf(item ?? true)), ...behind];
  // An item that nothing fits ends the list.
  const end = listed.indexOf(impossible);
  const first = listed.slice(0, Math.min(maxItems, end < 0 ? Infinity : end));
  const items = end < 0 ? furtherItems(schema, contained, { recipeOf, isOpen: minItems > listed.length }) : impossible;
  const least = Math.max(minItems, first.length);
  const most = items === impossible ? first.length : Math.max(least, Math.min(maxItems, MAX_ITEMS));
  if (first.length < needed || most < least) return impossible;

  const countFor = (drawing: Drawing): number => {
    if (!items.endsWithin(remainingDepthIn(drawing))) return least;
    // Items made of examples are all the same.
    return sendsExamples(drawing) ? Math.max(least, Math.min(1, most)) : drawing.random.integer(least, most);
  };

  return compound(
    (drawing) => {
      const count = countFor(drawing);
      const made: unknown[] = [];
      const seen = new Set<string>();
      let tries = TRIES + TRIES_FOR_EACH * count;
      for (let index = 0; index < count; index++) {
        const recipe = first[index] ?? items;
        let item = makeValue(recipe, drawing);
        for (; isUnique && seen.has(JSON.stringify(item)); item = recipe.make(drawing)) {
          countWork(drawing, DRAWN_AGAIN);
          if (--tries < 0) return made;
        }
        if (isUnique) seen.add(JSON.stringify(item));
        made.push(item);
      }
      return made;
    },
    (depth) => first.every((recipe) => recipe.endsWithin(depth)) && (least === first.length || items.endsWithin(depth)),
  );
};

/** Items behind those that a list names: without a schema, no more than required. */
const furtherItems = (
  { items }: SchemaObject,
  contained: readonly Contained[],
  { recipeOf, isOpen }: { readonly recipeOf: RecipeOf; readonly isOpen: boolean },
): Recipe => {
  if (items === undefined && !isOpen) return impossible;
  const counted = contained.filter(({ maxContains }) => maxContains < Infinity);
  return recipeOf(counted.reduce((all, { schema }) => both(all, { not: schema }), items) ?? true);
};

/** Objects and lists are made of parts, which do not know what is refused of the whole. */
export const unrefused = (recipe: Recipe, schema: SchemaObject): Recipe => {
  if (recipe === impossible || schema['not'] === undefined) return recipe;
  const make = (drawing: Drawing): unknown => {
    let value = recipe.make(drawing);
    for (let tries = 0; tries < TRIES && !keepsTo(schema, value); tries++) value = recipe.make(drawing);
    return value;
  };
  return { ...recipe, make };
};
