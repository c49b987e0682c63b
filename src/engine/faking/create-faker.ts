import type { Faker } from '@faker-js/faker';
import { CONVENTIONS } from '../../generated/conventions.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createRandom, type Random } from '../../kernel/random.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import { asObject, type SchemaObject } from '../contract/walk-schema.ts';
import { isCalled } from '../matching/names.ts';
import type { Compile } from '../validation/ajv.ts';
import { compileInTurns } from '../validation/compile-in-turns.ts';
import { createRecipes } from './create-recipes.ts';
import { type Draw, drawFraction, type Generators, type Relations } from './generator.ts';
import { createLibraryRecipe } from './generator-recipe.ts';
import { type Drawing, type Recipe, TooMuchWork } from './recipe.ts';

const DAY = 86_400_000;

/** Whose random numbers the library draws. */
let drawing: Random | undefined;

/** Creates the state of one body. */
export const beginDraw = (faker: Faker, random: Random, now: number): Draw => {
  let kept: Map<string, unknown> | undefined;
  return {
    random,
    today: now - (now % DAY),
    get faker() {
      drawing = random;
      return faker;
    },
    once: <T>(key: string, make: () => T): T => {
      kept ??= new Map();
      if (!kept.has(key)) kept.set(key, make());
      return kept.get(key) as T;
    },
  };
};

/**
 * Generates a value for a schema, reproducible for the same seed and UTC day. The day is that of `now`, the sandbox
 * time, or else of the wall clock. Undefined if no attempt is valid, as with patterns that no generator can satisfy.
 */
export type FakeValue = (
  place: SchemaPlace,
  seed: string,
  how?: {
    readonly now?: number | undefined;
    /** Whether to build the value of the examples and defaults that the description gives, as far as it gives any. */
    readonly sendsExamples?: boolean;
    /** Whether to leave out the members that say what went wrong, unless the schema requires them. */
    readonly isSuccess?: boolean;
  },
) => Promise<unknown>;

type Attempt = readonly [optionals: number, depth: number, oneOf: Drawing['oneOf']];

/**
 * Most schemas succeed at the first attempt; later ones omit optional members, which cause most failures, or have all of them
 * where nothing else tells the branches of `oneOf` apart.
 */
const DRAWING: readonly Attempt[] = [
  [0.8, 5, 'sparse'],
  [0.8, 5, 'free'],
  [0.5, 4, 'sparse'],
  [1, 3, 'free'],
  [0, 7, 'sparse'],
  [0, 11, 'sparse'],
  [0, 7, 'apart'],
  [0, 7, 'apart'],
  [0.5, 4, 'apart'],
  [0.5, 5, 'free'],
  [0.3, 5, 'sparse'],
  [1, 4, 'apart'],
  [0.5, 5, 'free'],
  [0.2, 6, 'sparse'],
];

/** With all members first, since somebody wrote an example for each. */
const SENDING: readonly (readonly [name: string, ...Attempt, Drawing['examples']])[] = [
  ['examples', 1, 5, 'free', 'sent'],
  ['sparse', 1, 5, 'sparse', 'sent'],
  ['apart', 1, 5, 'apart', 'sent'],
  ['leaves', 1, 5, 'sparse', 'sent-of-leaves'],
  ['required', 0, 7, 'sparse', 'sent-of-leaves'],
];

/** Of optional values, in attempts after one that was too much work. */
const NARROW_DEPTH = 2;

/** Bodies of one schema that no attempt could make, after which none is tried: each took all attempts. */
const MOST_FAILURES = 3;

export const createFaker = ({
  document,
  avoidsExamples = false,
  compileAt,
  generators,
  relations = {},
  clock,
  nextTurn,
}: {
  readonly document: SchemaObject;
  /** Whether drawn values avoid the examples of a description: those are what it sends where nothing is to be drawn. */
  readonly avoidsExamples?: boolean;
  /** Caches what it compiled. */
  readonly compileAt: Compile;
  readonly generators: Generators;
  readonly relations?: Relations | undefined;
  readonly clock: Clock;
  readonly nextTurn: NextTurn;
}): FakeValue => {
  const { recipeAt, startAttempt } = createRecipes({ document, generators, relations });
  const recipes = new Map<string, Recipe>();
  const failures = new Map<string, number>();
  const toAttempts = (examples: Drawing['examples']) =>
    DRAWING.map((attempt, index) => [String(index), ...attempt, examples] as const);
  const drawing = toAttempts(avoidsExamples ? 'avoided' : 'drawn');
  // What does not fit together is drawn in the end.
  const sending = [...SENDING, ...toAttempts('avoided')];
  let faker: Faker | undefined;

  return async (place, seed, { now = clock.now(), sendsExamples = false, isSuccess = false } = {}) => {
    const { pointer } = place;
    const failed = failures.get(pointer) ?? 0;
    if (failed === MOST_FAILURES) return undefined;
    faker ??= await loadWords();
    let recipe = recipes.get(pointer);
    if (recipe === undefined) {
      recipe = (await createLibraryRecipe(document, pointer, generators)) ?? recipeAt(pointer);
      recipes.set(pointer, recipe);
    }
    const fits = compileAt(pointer);
    let isTooWide = false;
    for (const [turn, attempt] of (sendsExamples ? sending : drawing).entries()) {
      const [name, optionals, depth, oneOf, examples] = attempt;
      // Each may take some ten milliseconds, and most schemas need one only.
      if (turn > 0) await new Promise<void>(nextTurn);
      startAttempt();
      const random = createRandom(`${seed}/${name}`);
      const remainingDepth = isTooWide && optionals > 0 ? NARROW_DEPTH : depth;
      const how = { optionals, oneOf, turn, examples, remainingDepth, work: 0 };
      try {
        const value = recipe.make(Object.assign(beginDraw(faker, random, now), how));
        if (await compileInTurns(() => fits(value))) return isSuccess ? withoutErrors(value, fits) : value;
      } catch (error) {
        isTooWide ||= error instanceof TooMuchWork;
        // No value was found: another attempt may avoid the branch.
      }
    }
    failures.set(pointer, failed + 1);
    return undefined;
  };
};

const withoutErrors = (value: unknown, fits: (value: unknown) => boolean): unknown => {
  const members = Object.entries(asObject(value));
  const left = members.filter(([name]) => !isCalled(name, CONVENTIONS.errors));
  const body = Object.fromEntries(left);
  return left.length < members.length && fits(body) ? body : value;
};

/**
 * Loaded lazily, for the first generated body, and only in English: loading all languages takes longer than the rest of
 * the startup. It draws from the body's own random numbers: seeding its generator takes as long as the rest of a small body.
 */
export const loadWords = async (): Promise<Faker> => {
  const { faker } = await import('@faker-js/faker/locale/en');
  const randomizer = { next: () => (drawing ? drawFraction(drawing) : 0), seed: () => undefined };
  return new (faker.constructor as typeof Faker)({ locale: faker.rawDefinitions, randomizer });
};
