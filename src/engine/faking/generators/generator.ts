import type { Faker } from '@faker-js/faker';
import type { Random } from '../../../kernel/random.ts';
import type { NameHints } from './name-tables.ts';

/** The state of one generated body: all values derive from one seed, and entities such as the company stay the same. */
export interface Draw {
  /** Seeded for this body. */
  readonly random: Random;
  /** Names and words of the library; seeded for this body on first use, which for most bodies never happens. */
  readonly faker: Faker;
  /** Start of the UTC day in milliseconds since the epoch: the same seed yields the same bytes all day. */
  readonly today: number;
  /** Memoizes a value per body under `key`: the country, the person, the company. */
  readonly once: <T>(key: string, make: () => T) => T;
}

/** Limits of the schema to generate for. */
export interface FakeLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Generates one realistic value. The caller discards values that do not conform to the schema. */
type Generator = (draw: Draw, limits: FakeLimits) => string | number;

export const HINTS = Symbol('hints');

/** By name. */
export type Generators = Readonly<Record<string, Generator>> & {
  /** Hints that select these generators by property name; the common ones if omitted. */
  readonly [HINTS]?: NameHints;
};
