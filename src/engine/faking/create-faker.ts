import type { Clock } from '../../kernel/clock.ts';
import { toSeed } from '../../kernel/random.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import type { CompileAt } from '../validation/ajv.ts';
import { MAX_ITEMS, createFakeableSchemas } from './fakeable-schema.ts';
import type { Draw, Generators } from './generator.ts';

/**
 * Makes a value for a schema: the same seed gives the same value on the same day. The day is that of `now`, on the clock
 * of the sandbox that it is made for, or else the wall's. Undefined when no attempt fits the schema, as with patterns that
 * no generator can satisfy.
 */
export type FakeValue = (place: SchemaPlace, seed: string, now?: number) => Promise<unknown>;

/** Most schemas fit at the first attempt; the later ones leave optional members out, where the trouble mostly sits. */
const OPTIONALS = [0.8, 0.8, 0.5, 0.3, 0, 0];

const DAY = 86_400_000;

/** How deep a schema that contains itself is followed, by attempt: all of it at first, as little as can be in the end. */
const REF_DEPTHS = [6, 6, 5, 4, 8, 12];

type Tools = Awaited<ReturnType<typeof loadTools>>;

/** Loaded when the first body is generated: the libraries cost more time than the rest of the start together. */
const loadTools = async () => {
  const [{ generateSync }, { Faker, base, en }] = await Promise.all([
    import('json-schema-faker'),
    import('@faker-js/faker'),
  ]);
  return { generateSync, faker: new Faker({ locale: [en, base] }) };
};

export const createFaker = (parts: {
  readonly document: SchemaObject;
  /** Remembers what it compiled. */
  readonly compileAt: CompileAt;
  readonly generators: Generators;
  readonly clock: Clock;
}): FakeValue => {
  const schemas = createFakeableSchemas(parts.document, parts.generators);
  let tools: Promise<Tools> | undefined;

  return async (place, seed, now = parts.clock.now()) => {
    const { generateSync, faker } = await (tools ??= loadTools());
    const fits = parts.compileAt(place.pointer);
    for (const [attempt, optionalsProbability] of OPTIONALS.entries()) {
      const number = toSeed(`${seed}/${String(attempt)}`);
      const draw = beginDraw(faker, number, now);
      try {
        const value = generateSync(schemas.at(place.pointer), {
          seed: number,
          optionalsProbability,
          maxDefaultItems: MAX_ITEMS,
          maxDepth: 24,
          refDepthMax: REF_DEPTHS[attempt] ?? 1,
          fillProperties: false,
          extensions: { faker: bindGenerators(parts.generators, draw) },
          refResolver: (reference) => schemas.at(reference),
        });
        if (fits(value)) return value;
      } catch {
        // A schema that the library cannot read (an impossible combination): another attempt may avoid the branch.
      }
    }
    return undefined;
  };
};

const beginDraw = (faker: Draw['faker'], seed: number, now: number): Draw => {
  const kept = new Map<string, unknown>();
  const today = now - (now % DAY);
  faker.seed(seed);
  faker.setDefaultRefDate(new Date(today));
  return {
    faker,
    today,
    once: <T>(key: string, make: () => T): T => {
      if (!kept.has(key)) kept.set(key, make());
      return kept.get(key) as T;
    },
  };
};

/** json-schema-faker looks its generators up on one object and calls them without a receiver. */
const bindGenerators = (generators: Generators, draw: Draw): Record<string, (limits: object) => unknown> => {
  const bound: Record<string, (limits: object) => unknown> = {};
  for (const [name, generator] of Object.entries(generators)) bound[name] = (limits) => generator(draw, limits);
  return bound;
};
