import {
  type Drawing,
  type Recipe,
  compound,
  impossible,
  countValue,
  remainingDepthIn,
  sendsExamples,
} from './recipe.ts';

/** Maximum number of items where the schema allows it: 50 items take 25 times longer and add no information. */
export const MAX_ITEMS = 3;

/** Tries at an item that is different: enough to find all of some thousand in random order. */
const TRIES = 50;
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
      const made: Made = { items: [], seen: isUnique ? new Set() : undefined, tries: TRIES + TRIES_FOR_EACH * count };
      for (const recipe of first) append(made, recipe, drawing);
      if (items === undefined) return made.items;
      for (let index = first.length; index < count; index++) if (!append(made, items, drawing)) break;
      return made.items;
    },
    parts: () => (items === undefined ? first : [...first, items]),
    measure: () => Math.max(largestOf(first), needsItems ? items.minDepth : 0),
  });
};
