import type { Faker } from '@faker-js/faker';
import type { Clock } from '../../kernel/clock.ts';
import { createRandom, type Random } from '../../kernel/random.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import type { CompileAt } from '../validation/ajv.ts';
import type { Draw, Generators, Relations } from './generator.ts';
import { createRecipes } from './create-recipes.ts';
import { createLibraryRecipes, type Library, markAsMadeByLibrary } from './library-recipe.ts';
import { type Drawing, TooManyValues } from './recipe.ts';

const DAY = 86_400_000;

/**
 * Creates the state of one body. The library's generator is seeded lazily: seeding it for every body makes
 * generated orders 30 % slower (Node 24, 2 cores).
 */
export const beginDraw = (faker: Faker, random: Random, now: number): Draw => {
  let kept: Map<string, unknown> | undefined;
  let isSeeded = false;
  return {
    random,
    today: now - (now % DAY),
    get faker() {
      if (!isSeeded) faker.seed(random.uint32());
      isSeeded = true;
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
export type FakeValue = (place: SchemaPlace, seed: string, how?: HowToFake) => Promise<unknown>;

interface HowToFake {
  readonly now?: number | undefined;
  /** Whether to build the value of the examples and defaults that the description gives, as far as it gives any. */
  readonly sendsExamples?: boolean;
}

interface Attempt extends Pick<Drawing, 'optionals' | 'oneOf' | 'examples'> {
  readonly name: string;
  /** Maximum depth of optional references. */
  readonly depth: number;
}

/**
 * Most schemas succeed at the first attempt; later ones omit optional members, which cause most failures, except where
 * nothing else tells the branches of `oneOf` apart.
 */
const DRAWING: readonly (readonly [optionals: number, depth: number, oneOf: Drawing['oneOf']])[] = [
  [0.8, 5, 'sparse'],
  [0.8, 5, 'free'],
  [0.5, 4, 'sparse'],
  [0.3, 3, 'free'],
  [0, 7, 'sparse'],
  [0, 11, 'sparse'],
  [0, 7, 'apart'],
  [0, 7, 'apart'],
  [0.5, 4, 'apart'],
];

const drawingAttempts = (examples: Drawing['examples']): readonly Attempt[] =>
  DRAWING.map(([optionals, depth, oneOf], index) => ({ name: String(index), optionals, depth, oneOf, examples }));

/** With all members first, since somebody wrote an example for each; what does not fit together is drawn in the end. */
const SENDING: readonly Attempt[] = [
  { name: 'examples', optionals: 1, depth: 5, oneOf: 'free', examples: 'sent' },
  { name: 'sparse', optionals: 1, depth: 5, oneOf: 'sparse', examples: 'sent' },
  { name: 'apart', optionals: 1, depth: 5, oneOf: 'apart', examples: 'sent' },
  { name: 'leaves', optionals: 1, depth: 5, oneOf: 'sparse', examples: 'sent-of-leaves' },
  { name: 'required', optionals: 0, depth: 7, oneOf: 'sparse', examples: 'sent-of-leaves' },
  ...drawingAttempts('avoided'),
];

interface FakerParts {
  readonly document: SchemaObject;
  /** Whether drawn values avoid the examples of a description: those are what it sends where nothing is to be drawn. */
  readonly avoidsExamples?: boolean;
  /** Caches what it compiled. */
  readonly compileAt: CompileAt;
  readonly generators: Generators;
  readonly relations?: Relations | undefined;
  readonly clock: Clock;
  readonly nextTurn: NextTurn;
}

export const createFaker = (parts: FakerParts): FakeValue => {
  const { document, avoidsExamples = false, compileAt, generators, relations = {}, clock, nextTurn } = parts;
  /** json-schema-faker, loaded on first use. */
  let library: Library | undefined;
  let needsLibrary = false;
  const libraryRecipeAt = createLibraryRecipes({ document, generators, library: () => library });
  const recipeAt = createRecipes({
    document,
    generators,
    relations,
    fallback: (pointer) => {
      needsLibrary = true;
      return libraryRecipeAt(pointer);
    },
  });
  const drawing = drawingAttempts(avoidsExamples ? 'avoided' : 'drawn');
  let faker: Faker | undefined;

  return async (place, seed, { now = clock.now(), sendsExamples = false } = {}) => {
    faker ??= await loadWords();
    const fits = compileAt(place.pointer);
    const recipe = recipeAt(place.pointer);
    if (recipe.minDepth === Infinity) return undefined;
    if (needsLibrary) library ??= (await import('json-schema-faker')).generateSync;
    let isTooWide = false;
    let characters = 0;
    for (const [index, { name, depth, optionals, oneOf, examples }] of (sendsExamples ? SENDING : drawing).entries()) {
      // Each may take some ten milliseconds, and most schemas need one only.
      if (index > 0) await new Promise<void>(nextTurn);
      const random = createRandom(`${seed}/${name}`);
      const draw = beginDraw(faker, random, now);
      const attempt: Drawing = {
        draw,
        random,
        optionals,
        oneOf,
        turn: index,
        examples,
        remainingDepth: isTooWide && optionals > 0 ? 2 : depth,
        followed: 0,
        values: 0,
        characters,
        typesRead: 0,
        itemsRead: 0,
        isByLibrary: false,
      };
      try {
        const value = recipe.make(attempt);
        if (!fits(value)) continue;
        if (attempt.isByLibrary) markAsMadeByLibrary(value);
        return value;
      } catch (error) {
        isTooWide ||= error instanceof TooManyValues;
        // The library cannot read the schema (an impossible combination): another attempt may avoid the branch.
      }
      ({ characters } = attempt);
    }
    return undefined;
  };
};

/**
 * Loaded lazily, for the first generated body, and only in English: loading all languages takes longer than the rest of
 * the startup.
 */
export const loadWords = async (): Promise<Faker> => (await import('@faker-js/faker/locale/en')).faker;
