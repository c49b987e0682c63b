import type { Random } from '../../kernel/random.ts';
import { relationIn } from '../contract/fakeable.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import { type Draw, drawFrom, type Drawn, type Relations } from './generator.ts';

/** The state while one body is generated. */
export interface Drawing {
  readonly draw: Draw;
  readonly random: Random;
  /** Probability of optional members. */
  optionals: number;
  /**
   * Whether the branches of `oneOf` get no optional members, one of which could make a second branch valid, or even members
   * that the other branches refuse.
   */
  readonly oneOf: 'free' | 'sparse' | 'apart';
  /** The number of the attempt; those that keep branches apart take them in turn. */
  readonly turn: number;
  /**
   * Whether to send the examples that the description gives (those of texts, numbers and booleans only, if it has examples
   * of objects that do not fit), to draw from them, or to draw something else.
   */
  readonly examples: 'sent' | 'sent-of-leaves' | 'drawn' | 'avoided';
  /** Remaining depth of references where they are optional. */
  remainingDepth: number;
  /** Number of references followed so far. */
  followed: number;
  /** Number of members and items generated so far. */
  values: number;
  /** Number of characters generated so far, including those of rejected texts and of earlier attempts. */
  characters: number;
  /** Number of types that json-schema-faker has read: some two for each value. */
  typesRead: number;
  /** Number of items that the lists of json-schema-faker had to have at least, at each time that it asked. */
  itemsRead: number;
  /** Whether json-schema-faker was used. */
  isByLibrary: boolean;
}

/** Beyond this number of values, a body gets required members and items only. */
const ENOUGH_VALUES = 3000;

/** Required values may multiply, too: beyond this number, the attempt is aborted. */
const MOST_VALUES = 20_000;

/** Beyond this number of characters in all attempts, generating is aborted: some ten milliseconds. */
const MOST_CHARACTERS = 250_000;

/** Generating the body would take so long that it would block other requests. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/** Counts a value before it is generated. */
export const countValue = (drawing: Drawing): void => {
  if (++drawing.values > MOST_VALUES) throw new TooManyValues();
};

/** Counts the characters of a generated text. */
export const countCharacters = (drawing: Drawing, { length }: string): void => {
  if ((drawing.characters += length) > MOST_CHARACTERS) throw new TooManyValues();
};

/** Generates a member or an item. */
export const makeValue = (recipe: Recipe, drawing: Drawing): unknown => {
  countValue(drawing);
  return recipe.make(drawing);
};

/** How deep optional values may nest; below zero if none may be added. */
export const remainingDepthIn = ({ remainingDepth, values }: Drawing): number =>
  values < ENOUGH_VALUES ? remainingDepth : Math.min(-1, remainingDepth);

/** A compiled generator for one schema: compiled once, run for each body. */
export interface Recipe {
  readonly make: (drawing: Drawing) => unknown;
  /**
   * Depth of references of its smallest value; infinite for a schema without a value. A recursive schema is generated
   * to a limited depth, and beyond it only minimally: empty lists, the branch that terminates, no optional members.
   */
  minDepth: number;
  /** The recipes that it uses; `measure` derives `minDepth` from theirs. */
  readonly parts: () => readonly Recipe[];
  readonly measure: () => number;
}

/** The recipe of a value without parts. */
export const leaf = (make: Recipe['make']): Recipe => ({ make, minDepth: 0, parts: () => [], measure: () => 0 });

/** Whether the description's own examples are sent, one of each kind. */
export const sendsExamples = ({ examples }: Drawing): boolean => examples === 'sent' || examples === 'sent-of-leaves';

/** Its `minDepth` is computed by `computeMinDepths`, once all of its parts exist. */
export const compound = (parts: Omit<Recipe, 'minDepth'>): Recipe => ({ ...parts, minDepth: Infinity });

/** No value is valid. An optional member with this recipe is omitted; anything that requires it is impossible, too. */
export const impossible: Recipe = compound({
  make: () => {
    throw new Error('no value fits');
  },
  parts: () => [],
  measure: () => Infinity,
});

/**
 * Computes `minDepth` of a recipe and all its parts as a fixed point. All start as infinite; finite ones propagate
 * outwards.
 */
export const computeMinDepths = (recipe: Recipe): void => {
  const used = new Set([recipe]);
  for (const each of used) for (const part of each.parts()) used.add(part);
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const each of used) {
      const minDepth = each.measure();
      if (minDepth < each.minDepth) hasChanged = true;
      each.minDepth = minDepth;
    }
  }
};

/** A schema that recipes do not support, because it is faulty or leads to itself. */
export class UnsupportedSchema extends Error {
  override readonly name = 'UnsupportedSchema';
}

/** A schema whose recipes, with all its parts, would exceed the limits. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** A schema whose smallest value is larger than any that is generated. */
export class OversizedSchema extends Error {
  override readonly name = 'OversizedSchema';
}

const leastOf = (recipes: readonly Recipe[]): number => Math.min(...recipes.map(({ minDepth }) => minDepth));

const fittingBranches = (branches: readonly Recipe[], remainingDepth: number): readonly Recipe[] => {
  const fitting = branches.filter(({ minDepth }) => minDepth <= remainingDepth);
  if (fitting.length > 0) return fitting;
  const minDepth = leastOf(branches);
  return branches.filter((branch) => branch.minDepth === minDepth);
};

/** One of several recipes, with equal probability as long as the depth limit allows. */
export const choiceRecipe = (all: readonly Recipe[]): Recipe => {
  const branches = all.filter((branch) => branch !== impossible);
  const [only] = branches;
  if (only === undefined) return impossible;
  if (branches.length === 1) return only;
  return compound({
    make: (drawing) => {
      const { random } = drawing;
      const remainingDepth = remainingDepthIn(drawing);
      if (drawing.oneOf === 'apart') {
        const fitting = fittingBranches(branches, remainingDepth);
        return (fitting[drawing.turn % fitting.length] ?? only).make(drawing);
      }
      const isFree = branches.every(({ minDepth }) => minDepth <= remainingDepth);
      return drawFrom(isFree ? branches : fittingBranches(branches, remainingDepth), random).make(drawing);
    },
    parts: () => branches,
    measure: () => leastOf(branches),
  });
};

/** Omits all optional members, recursively, in attempts that do so. */
export const withoutOptionals = (recipe: Recipe): Recipe => {
  if (recipe === impossible) return impossible;
  return compound({
    make: (drawing) => {
      const { optionals } = drawing;
      if (drawing.oneOf !== 'free') drawing.optionals = 0;
      const value = recipe.make(drawing);
      drawing.optionals = optionals;
      return value;
    },
    parts: () => [recipe],
    measure: () => recipe.minDepth,
  });
};

/**
 * Applies the relation that the schema of an object requests; other recipes are returned unchanged.
 */
export const relatedRecipe = (recipe: Recipe, schema: SchemaObject, known: Relations): Recipe => {
  const name = relationIn(schema);
  const relation = name !== undefined && Object.hasOwn(known, name) ? known[name] : undefined;
  if (relation === undefined) return recipe;
  return compound({
    make: (drawing) => {
      const value = recipe.make(drawing);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) relation(value as Drawn, drawing.draw);
      return value;
    },
    parts: () => [recipe],
    measure: () => recipe.minDepth,
  });
};
