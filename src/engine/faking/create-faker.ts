import type { Faker } from '@faker-js/faker';
import type { Clock } from '../../kernel/clock.ts';
import { createRandom } from '../../kernel/random.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import type { CompileAt } from '../validation/ajv.ts';
import { beginDraw } from './generators/begin-draw.ts';
import { createFakeableSchemas } from './recipes/fakeable-schema.ts';
import type { Generators } from './generators/generator.ts';
import type { Relations } from './generators/relation.ts';
import { createRecipes } from './recipes/create-recipes.ts';
import { markAsMadeByLibrary } from './made-by-library.ts';
import { type Drawing, TooManyValues } from './recipes/recipe.ts';
import { type Library, libraryRecipe } from './recipes/library-recipe.ts';

/**
 * Generates a value for a schema, reproducible for the same seed and UTC day. The day is that of `now`, the sandbox
 * time, or else of the wall clock. Undefined if no attempt is valid, as with patterns that no generator can satisfy.
 */
export type FakeValue = (place: SchemaPlace, seed: string, now?: number) => Promise<unknown>;

/**
 * Probability of optional members, by attempt. Most schemas succeed at the first; later attempts omit optional members,
 * which cause most failures.
 */
const OPTIONALS = [0.8, 0.8, 0.5, 0.3, 0, 0];

/** Maximum depth of optional references, by attempt. */
const DEPTHS = [5, 5, 4, 3, 7, 11];

export interface FakerParts {
  readonly document: SchemaObject;
  /** Caches what it compiled. */
  readonly compileAt: CompileAt;
  readonly generators: Generators;
  readonly relations?: Relations | undefined;
  readonly clock: Clock;
  readonly nextTurn: NextTurn;
}

export const createFaker = (parts: FakerParts): FakeValue => {
  const { document, compileAt, generators, relations = {}, clock, nextTurn } = parts;
  const schemas = createFakeableSchemas(document, generators);
  /** json-schema-faker, loaded on first use. */
  let library: Library | undefined;
  let needsLibrary = false;
  const recipeAt = createRecipes({
    document,
    generators,
    relations,
    fallback: (schema, property) => {
      needsLibrary = true;
      return libraryRecipe(schema, property, { schemas, generators, library: () => library });
    },
  });
  let faker: Faker | undefined;

  return async (place, seed, now = clock.now()) => {
    faker ??= await loadWords();
    const fits = compileAt(place.pointer);
    const recipe = recipeAt(place.pointer);
    if (recipe.minDepth === Infinity) return undefined;
    if (needsLibrary) library ??= (await import('json-schema-faker')).generateSync;
    let isTooWide = false;
    let characters = 0;
    for (const [attempt, optionals] of OPTIONALS.entries()) {
      // Each may take some ten milliseconds, and most schemas need one only.
      if (attempt > 0) await new Promise<void>(nextTurn);
      const random = createRandom(`${seed}/${String(attempt)}`);
      const draw = beginDraw(faker, random, now);
      const drawing: Drawing = {
        draw,
        random,
        optionals,
        remainingDepth: isTooWide && optionals > 0 ? 2 : (DEPTHS[attempt] ?? 0),
        followed: 0,
        values: 0,
        characters,
        typesRead: 0,
        itemsRead: 0,
        isByLibrary: false,
      };
      try {
        const value = recipe.make(drawing);
        if (!fits(value)) continue;
        if (drawing.isByLibrary) markAsMadeByLibrary(value);
        return value;
      } catch (error) {
        isTooWide ||= error instanceof TooManyValues;
        // The library cannot read the schema (an impossible combination): another attempt may avoid the branch.
      }
      ({ characters } = drawing);
    }
    return undefined;
  };
};

/**
 * Loaded lazily, for the first generated body, and only in English: loading all languages takes longer than the rest of
 * the startup.
 */
export const loadWords = async (): Promise<Faker> => (await import('@faker-js/faker/locale/en')).faker;
