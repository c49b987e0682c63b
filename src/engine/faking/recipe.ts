import type { Random } from '../../kernel/random.ts';
import { type Draw, drawFrom } from './generator.ts';

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
  /** Remaining depth of references and compositions where they are optional. */
  remainingDepth: number;
  /** What was made so far: members and items, and texts by their length, rejected ones too. */
  work: number;
}

/** With so much work done, a body gets required members and items only. */
const ENOUGH_WORK = 1500;

/** Required values may multiply, too: beyond this, the attempt is aborted, after some ten milliseconds. */
const MOST_WORK = 20_000;

/** Characters that take as long as a value. */
const CHARACTERS = 12;

/** Generating the body would take so long that it would block other requests. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

const countWork = (drawing: Drawing, work: number): void => {
  if ((drawing.work += work) > MOST_WORK) throw new TooMuchWork();
};

export const countCharacters = (drawing: Drawing, { length }: string): void => {
  countWork(drawing, length / CHARACTERS);
};

/** Generates a member or an item. */
export const makeValue = (recipe: Recipe, drawing: Drawing): unknown => {
  countWork(drawing, 1);
  return recipe.make(drawing);
};

/** How deep optional values may nest; below zero if none may be added. */
export const remainingDepthIn = ({ remainingDepth, work }: Drawing): number =>
  work < ENOUGH_WORK ? remainingDepth : Math.min(-1, remainingDepth);

/** Whether the description's own examples are sent, one of each kind. */
export const sendsExamples = ({ examples }: Drawing): boolean => examples === 'sent' || examples === 'sent-of-leaves';

/** A generator for one schema: created once, run for each body. */
export interface Recipe {
  readonly make: (drawing: Drawing) => unknown;
  /**
   * Whether it has a value with no more references inside each other. A recursive schema is generated to a limited depth,
   * and beyond it only minimally: empty lists, the branch that terminates, no optional members.
   */
  readonly endsWithin: (depth: number) => boolean;
}

/** The recipe of a value without parts. */
export const leaf = (make: Recipe['make']): Recipe => ({ make, endsWithin: (depth) => depth >= 0 });

/** The recipe of a value with parts, which are asked once. */
export const compound = (make: Recipe['make'], endsWithin: Recipe['endsWithin']): Recipe => {
  const known: boolean[] = [];
  return { make, endsWithin: (depth) => depth >= 0 && (known[depth] ??= endsWithin(depth)) };
};

/** No value is valid. An optional member with this recipe is omitted; anything that requires it is impossible, too. */
export const impossible: Recipe = {
  make: () => {
    throw new Error('no value fits');
  },
  endsWithin: () => false,
};

/** References inside each other of which all are required: a schema without an end has no value. */
const DEEPEST = 400;

/** A step into a schema that may lead back here: created when first needed. */
export const following = (target: () => Recipe): Recipe => ({
  make: (drawing) => {
    if (--drawing.remainingDepth < -DEEPEST) throw new TooMuchWork();
    const value = target().make(drawing);
    drawing.remainingDepth++;
    return value;
  },
  endsWithin: (depth) => depth > 0 && target().endsWithin(depth - 1),
});

/** A branch that ends is looked for up to this depth of references. */
export const FARTHEST = 50;

const shuffled = <T>(list: readonly T[], random: Random): readonly T[] => {
  const left = [...list];
  for (let last = left.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [left[last], left[other]] = [left[other] as T, left[last] as T];
  }
  return left;
};

/** One of several recipes, with equal probability as long as the depth limit allows. */
export const choiceRecipe = (all: readonly Recipe[]): Recipe => {
  const branches = all.filter((branch) => branch !== impossible);
  const [only] = branches;
  if (only === undefined || branches.length === 1) return only ?? impossible;
  const choose = (drawing: Drawing): Recipe => {
    const { random, turn } = drawing;
    const start = turn % branches.length;
    const order =
      drawing.oneOf === 'apart' ? [...branches.slice(start), ...branches.slice(0, start)] : shuffled(branches, random);
    for (let depth = Math.max(0, remainingDepthIn(drawing)); depth < FARTHEST; depth++) {
      const found = order.find((branch) => branch.endsWithin(depth));
      if (found !== undefined) return found;
    }
    return drawFrom(branches, random);
  };
  return compound(
    (drawing) => choose(drawing).make(drawing),
    (depth) => branches.some((branch) => branch.endsWithin(depth)),
  );
};
