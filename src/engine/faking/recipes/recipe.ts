import type { Random } from '../../../kernel/random.ts';
import type { Draw } from '../generators/generator.ts';

/** The state while one body is drawn. */
export interface Drawing {
  readonly draw: Draw;
  readonly random: Random;
  /** How likely an optional member is. */
  optionals: number;
  /** How many more references are followed where nothing forces us to. */
  room: number;
  /** How many references have been followed so far. */
  followed: number;
  /** How many members and items have been made so far. */
  values: number;
  /** Whether json-schema-faker was asked. */
  isByLibrary: boolean;
}

/** Beyond this number of values, a body gets required members and items only. */
export const ENOUGH_VALUES = 3000;

/** Required values may multiply, too: beyond this number, the attempt is given up. */
const MOST_VALUES = 100_000;

/** The body would take so long that it would block other requests. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/** Counts a value that is about to be made. */
export const countValue = (drawing: Drawing): void => {
  if (++drawing.values > MOST_VALUES) throw new TooManyValues();
};

/** A member or an item. */
export const makeValue = (recipe: Recipe, drawing: Drawing): unknown => {
  countValue(drawing);
  return recipe.make(drawing);
};

/** How deep optional values may nest; below zero if none may be added. */
export const roomIn = ({ room, values }: Drawing): number => (values < ENOUGH_VALUES ? room : Math.min(-1, room));

/** How a value of one schema is drawn: worked out once, followed for each body. */
export interface Recipe {
  readonly make: (drawing: Drawing) => unknown;
  /**
   * How many references its smallest value goes through; infinite for a schema without a value. A schema that contains
   * itself is drawn to a limited depth, and beyond it only what is smallest: an empty list, the branch that ends, no
   * optional members.
   */
  least: number;
  /** The recipes that it uses, and `least` from theirs. */
  readonly parts: () => readonly Recipe[];
  readonly measure: () => number;
}

/** The recipe of a value that has no parts. */
export const leaf = (make: Recipe['make']): Recipe => ({ make, least: 0, parts: () => [], measure: () => 0 });

/** Its measure is taken by `settle`, when all of its parts are there. */
export const compound = (parts: Omit<Recipe, 'least'>): Recipe => ({ ...parts, least: Infinity });

/** No value fits. A member with it is left out; whatever needs it has no value either. */
export const impossible: Recipe = compound({
  make: () => {
    throw new Error('no value fits');
  },
  parts: () => [],
  measure: () => Infinity,
});

/** Measures a recipe and all that it uses. Each begins as endless; what ends is found from the inside out. */
export const settle = (recipe: Recipe): void => {
  const used = new Set([recipe]);
  for (const each of used) for (const part of each.parts()) used.add(part);
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const each of used) {
      const least = each.measure();
      if (least < each.least) hasChanged = true;
      each.least = least;
    }
  }
};
