import type { Faker } from '@faker-js/faker';
import type { Random } from '../../../kernel/random.ts';
import type { NameHints } from './name-tables.ts';

/** One generated body: everything drawn for it comes from one seed, and one company stays one company. */
export interface Draw {
  /** Seeded for this body. */
  readonly random: Random;
  /** Names and words of the library; seeded for this body when first asked for, which most bodies never do. */
  readonly faker: Faker;
  /** Start of the UTC day of the clock, in milliseconds: the same seed gives the same bytes all day. */
  readonly today: number;
  /** The value kept under `key` for this body, made when first asked for: the country, the person, the company. */
  readonly once: <T>(key: string, make: () => T) => T;
}

/** The limits of the schema that is being filled. */
export interface FakeLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Makes one believable value. What does not fit its schema in the end is thrown away by the caller. */
export type Generator = (draw: Draw, limits: FakeLimits) => string | number;

export const HINTS = Symbol('hints');

/** By the name that a schema asks for with `x-fake`. */
export type Generators = Readonly<Record<string, Generator>> & {
  /** The properties that they are for by their names; the common ones if it is left out. */
  readonly [HINTS]?: NameHints;
};
