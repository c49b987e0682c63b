import {
  type Drawing,
  type Recipe,
  compound,
  impossible,
  makeValue,
  remainingDepthIn,
  sendsExamples,
} from './recipe.ts';

/** Maximum number of items where the schema allows it: 50 items take 25 times longer and add no information. */
export const MAX_ITEMS = 3;

const TRIES = 50;

export interface ArrayParts {
  readonly prefix: readonly Recipe[];
  /** Undefined if no items are allowed beyond the prefix. */
  readonly items: Recipe | undefined;
  readonly minItems: number;
  readonly maxItems: number;
  readonly isUnique: boolean;
}

const largestOf = (recipes: readonly Recipe[]): number => Math.max(0, ...recipes.map(({ minDepth }) => minDepth));

export const arrayRecipe = ({ prefix, items, minItems, maxItems, isUnique }: ArrayParts): Recipe => {
  if (maxItems < minItems || (items === undefined && prefix.length < minItems)) return impossible;
  const first = prefix.slice(0, maxItems);
  const least = Math.max(minItems, first.length);
  const most = items === undefined ? least : Math.max(least, Math.min(maxItems, Math.max(minItems, MAX_ITEMS)));
  const needsItems = items !== undefined && least > first.length;

  /** False if no other item is found. */
  const append = (made: unknown[], recipe: Recipe, drawing: Drawing, seen: Set<string> | undefined): boolean => {
    for (let tries = 0; tries < TRIES; tries++) {
      const item = makeValue(recipe, drawing);
      const key = seen === undefined ? '' : JSON.stringify(item);
      if (seen?.has(key) === true) continue;
      seen?.add(key);
      made.push(item);
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
      const seen = isUnique ? new Set<string>() : undefined;
      const made: unknown[] = [];
      for (const recipe of first) append(made, recipe, drawing, seen);
      if (items === undefined) return made;
      const count = countOf(drawing, items);
      for (let index = first.length; index < count; index++) if (!append(made, items, drawing, seen)) break;
      return made;
    },
    parts: () => (items === undefined ? first : [...first, items]),
    measure: () => Math.max(largestOf(first), needsItems ? items.minDepth : 0),
  });
};
