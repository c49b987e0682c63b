import { drawChance, drawFrom } from './generator.ts';
import {
  compound,
  countValue,
  type Drawing,
  impossible,
  makeValue,
  type Recipe,
  remainingDepthIn,
  sendsExamples,
} from './recipe.ts';

export interface Member {
  readonly name: string;
  readonly recipe: Recipe;
  /** `dependent` members are present only together with a member that requires them (`dependentRequired`). */
  readonly presence: 'required' | 'optional' | 'dependent';
}

interface ObjectParts {
  readonly members: readonly Member[];
  readonly minProperties: number;
  readonly maxProperties: number;
  /** The members that each member requires. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  /** Members of other names. */
  readonly invented: readonly Invention[];
}

export interface Invention {
  readonly name: Recipe;
  readonly value: Recipe;
  readonly fits: (name: string) => boolean;
}

/** Maximum number of attempts at another name. */
const TRIES = 50;

type Made = Record<string, unknown>;

export const objectRecipe = (parts: ObjectParts): Recipe => {
  const { members, minProperties, maxProperties, dependents, invented } = parts;
  const required = members.filter(({ presence }) => presence === 'required');
  const byName = new Map(members.map((member) => [member.name, member]));
  const isPlain = minProperties <= required.length && maxProperties >= members.length && dependents.size === 0;

  const drawPlain = (drawing: Drawing): Made => {
    const made: Made = {};
    const { random, optionals } = drawing;
    for (const { name, recipe, presence } of members)
      if (presence === 'required' || (recipe.minDepth <= remainingDepthIn(drawing) && drawChance(optionals, random)))
        made[name] = makeValue(recipe, drawing);
    return made;
  };

  /** A member and those that it requires, transitively. */
  const withDependents = (name: string): readonly string[] => {
    const names = new Set([name]);
    for (const each of names) for (const dependent of dependents.get(each) ?? []) names.add(dependent);
    return [...names];
  };

  /** Adds a member with those that it requires, if there is room for all of them. */
  const add = (made: Made, name: string, drawing: Drawing): void => {
    const names = withDependents(name).filter((each) => !Object.hasOwn(made, each));
    const isPossible = names.every((each) => (byName.get(each)?.recipe.minDepth ?? 0) < Infinity);
    if (!isPossible || Object.keys(made).length + names.length > maxProperties) return;
    for (const each of names) {
      const recipe = byName.get(each)?.recipe;
      if (recipe !== undefined) made[each] = makeValue(recipe, drawing);
    }
  };

  const invent = (made: Made, drawing: Drawing): void => {
    for (let tries = 0; tries < TRIES; tries++) {
      const { name: names, value, fits } = drawFrom(invented, drawing.random);
      const name = names.make(drawing);
      if (typeof name !== 'string' || Object.hasOwn(made, name) || !fits(name)) continue;
      made[name] = makeValue(value, drawing);
      return;
    }
  };

  const drawLimited = (drawing: Drawing): Made => {
    const made: Made = {};
    for (const { name } of required) add(made, name, drawing);
    const optional = members.filter(({ name, presence }) => presence === 'optional' && !Object.hasOwn(made, name));
    for (const { name, recipe } of optional)
      if (recipe.minDepth <= remainingDepthIn(drawing) && drawChance(drawing.optionals, drawing.random))
        add(made, name, drawing);
    for (const { name } of inOrder(optional, drawing))
      if (Object.keys(made).length < minProperties && !Object.hasOwn(made, name)) add(made, name, drawing);
    const count = Object.keys(made).length;
    if (invented.length > 0) for (let index = count; index < minProperties; index++) invent(made, drawing);
    return made;
  };

  /** From a random one on: with the members that they require, the first ones may not fill an object exactly. */
  const inOrder = (list: readonly Member[], { random }: Drawing): readonly Member[] => {
    if (dependents.size === 0 || list.length === 0) return list;
    const start = random.integer(0, list.length - 1);
    return [...list.slice(start), ...list.slice(0, start)];
  };

  const recipes = members.map(({ recipe }) => recipe);
  return compound({
    make: isPlain ? drawPlain : drawLimited,
    parts: () => [...recipes, ...invented.flatMap(({ name, value }) => [name, value])],
    measure: () => Math.max(0, ...required.map(({ recipe }) => recipe.minDepth)),
  });
};

/** Maximum number of items where the schema allows it: 50 items take 25 times longer and add no information. */
export const MAX_ITEMS = 3;

/** Tries at an item that is different: enough to find all of some thousand in random order. */
const TRIES_AT_ITEM = 50;
const TRIES_FOR_EACH = 12;

interface ArrayParts {
  readonly prefix: readonly Recipe[];
  /** How many of them there have to be. */
  readonly needed: number;
  /** Undefined if no items are allowed beyond the prefix. */
  readonly items: Recipe | undefined;
  readonly minItems: number;
  readonly maxItems: number;
  readonly isUnique: boolean;
}

const largestOf = (recipes: readonly Recipe[]): number => Math.max(0, ...recipes.map(({ minDepth }) => minDepth));

export const arrayRecipe = ({ prefix, needed, items, minItems, maxItems, isUnique }: ArrayParts): Recipe => {
  // An item that nothing fits ends the list.
  const end = prefix.indexOf(impossible);
  const first = prefix.slice(0, Math.min(maxItems, end < 0 ? Infinity : end));
  const isShort = items === undefined || end >= 0;
  if (maxItems < minItems || first.length < needed || (isShort && first.length < minItems)) return impossible;
  if (isShort && items !== undefined)
    return arrayRecipe({ prefix: first, needed, items: undefined, minItems, maxItems, isUnique });
  const least = Math.max(minItems, first.length);
  const most = items === undefined ? least : Math.max(least, Math.min(maxItems, Math.max(minItems, MAX_ITEMS)));
  const needsItems = items !== undefined && least > first.length;

  interface Made {
    readonly items: unknown[];
    readonly seen: Set<string> | undefined;
    tries: number;
  }

  /** False if no other item is found. */
  const append = (made: Made, recipe: Recipe, drawing: Drawing): boolean => {
    countValue(drawing);
    for (; made.tries > 0; made.tries--) {
      const item = recipe.make(drawing);
      if (made.seen !== undefined) {
        const key = JSON.stringify(item);
        if (made.seen.has(key)) continue;
        made.seen.add(key);
      }
      made.items.push(item);
      return true;
    }
    return false;
  };

  const countOf = (drawing: Drawing, { minDepth }: Recipe): number => {
    if (minDepth > remainingDepthIn(drawing)) return least;
    // Items made of examples are all the same.
    return sendsExamples(drawing) ? Math.max(least, Math.min(1, most)) : drawing.random.integer(least, most);
  };

  return compound({
    make: (drawing) => {
      const count = items === undefined ? first.length : Math.max(first.length, countOf(drawing, items));
      const made: Made = {
        items: [],
        seen: isUnique ? new Set() : undefined,
        tries: TRIES_AT_ITEM + TRIES_FOR_EACH * count,
      };
      for (const recipe of first) append(made, recipe, drawing);
      if (items === undefined) return made.items;
      for (let index = first.length; index < count; index++) if (!append(made, items, drawing)) break;
      return made.items;
    },
    parts: () => (items === undefined ? first : [...first, items]),
    measure: () => Math.max(largestOf(first), needsItems ? items.minDepth : 0),
  });
};
