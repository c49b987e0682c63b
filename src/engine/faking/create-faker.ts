import type { Faker } from '@faker-js/faker';
import type { Clock } from '../../kernel/clock.ts';
import { createRandom } from '../../kernel/random.ts';
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
 * Makes a value for a schema: the same seed gives the same value on the same day. The day is that of `now`, on the clock
 * of the sandbox that it is made for, or else the wall's. Undefined when no attempt fits the schema, as with patterns that
 * no generator can satisfy.
 */
export type FakeValue = (place: SchemaPlace, seed: string, now?: number) => Promise<unknown>;

/** Most schemas fit at the first attempt; the later ones leave optional members out, where the trouble mostly sits. */
const OPTIONALS = [0.8, 0.8, 0.5, 0.3, 0, 0];

/** How many references deep a value goes where it may end, by attempt. */
const ROOMS = [5, 5, 4, 3, 7, 11];

export interface FakerParts {
  readonly document: SchemaObject;
  /** Remembers what it compiled. */
  readonly compileAt: CompileAt;
  readonly generators: Generators;
  readonly relations?: Relations | undefined;
  readonly clock: Clock;
}

export const createFaker = (parts: FakerParts): FakeValue => {
  const { document, compileAt, generators, relations = {}, clock } = parts;
  const schemas = createFakeableSchemas(document, generators);
  const library = createLibrary();
  const recipeAt = createRecipes({
    document,
    generators,
    relations,
    fallback: (schema, property) => {
      library.need();
      return libraryRecipe(schema, property, { schemas, generators, library: library.get });
    },
  });
  let faker: Faker | undefined;

  return async (place, seed, now = clock.now()) => {
    faker ??= await loadWords();
    const fits = compileAt(place.pointer);
    const recipe = recipeAt(place.pointer);
    if (recipe.least === Infinity) return undefined;
    if (library.isAwaited()) await library.load();
    let isTooWide = false;
    for (const [attempt, optionals] of OPTIONALS.entries()) {
      const random = createRandom(`${seed}/${String(attempt)}`);
      const draw = beginDraw(faker, random, now);
      try {
        const drawing: Drawing = {
          draw,
          random,
          optionals,
          room: isTooWide && optionals > 0 ? 2 : (ROOMS[attempt] ?? 0),
          followed: 0,
          values: 0,
          isByLibrary: false,
        };
        const value = recipe.make(drawing);
        if (!fits(value)) continue;
        if (drawing.isByLibrary) markAsMadeByLibrary(value);
        return value;
      } catch (error) {
        isTooWide ||= error instanceof TooManyValues;
        // A schema that the library cannot read (an impossible combination): another attempt may avoid the branch.
      }
    }
    return undefined;
  };
};

/** Loaded when the first body is generated, and only the English words: all languages cost more than the whole start. */
const loadWords = async (): Promise<Faker> => (await import('@faker-js/faker/locale/en')).faker;

/** json-schema-faker, loaded when a recipe needs it. */
const createLibrary = () => {
  let isNeeded = false;
  let generate: Library | undefined;
  return {
    need: (): void => {
      isNeeded = true;
    },
    isAwaited: (): boolean => isNeeded && generate === undefined,
    load: async (): Promise<void> => {
      ({ generateSync: generate } = await import('json-schema-faker'));
    },
    get: (): Library => {
      if (generate === undefined) throw new Error('json-schema-faker is not loaded');
      return generate;
    },
  };
};
