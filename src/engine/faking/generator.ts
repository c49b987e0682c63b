import type { Random } from '../../kernel/random.ts';

/** The state of one generated body: all values derive from one seed, and entities such as the company stay the same. */
export interface Draw {
  /** Seeded for this body. */
  readonly random: Random;
  /**
   * Names and words of `@faker-js/faker`, drawn with the random numbers of this body. It is the whole library; its own types would be
   * missing where ours are installed.
   */
  readonly faker: {
    readonly company: { readonly name: () => string };
    readonly helpers: { readonly slugify: (text: string) => string };
    readonly location: Readonly<Record<'streetAddress' | 'city', () => string>> & {
      readonly zipCode: (format: string) => string;
    };
    readonly lorem: { readonly sentence: () => string };
    readonly person: Readonly<Record<'firstName' | 'lastName', () => string>>;
    readonly word: Readonly<Record<'noun' | 'adjective', () => string>>;
  };
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

/** Hints from property names to generators. */
export type NameHints = Readonly<Record<'names' | 'wholeNames', ReadonlyMap<string, string>>>;

export const HINTS = Symbol('hints');

/** By name: each generates one realistic value. The caller discards values that do not conform to the schema. */
export type Generators = Readonly<Record<string, (draw: Draw, limits: FakeLimits) => string | number>> & {
  /** Hints that select these generators by property name; the common ones if omitted. */
  readonly [HINTS]?: NameHints;
};

/** A generated object before it is returned, still mutable. */
export type Drawn = Record<string, unknown>;

/** Makes the members of a generated object consistent with each other, in place. */
export type Relation = (value: Drawn, draw: Draw) => void;

/** By name. */
export type Relations = Readonly<Record<string, Relation>>;

/**
 * A member of the current entity (person, place, company). Generators do not know which object they fill, so requesting
 * a member for the second time starts the next entity: the contacts of a list differ, but the name and the e-mail
 * address of each contact match.
 */
export const current = <T extends object, K extends keyof T>(
  draw: Draw,
  kind: string,
  make: () => T,
  member: K,
): T[K] => {
  const state = draw.once(`current ${kind}`, () => ({ thing: make(), given: new Set<PropertyKey>() }));
  if (state.given.has(member)) {
    state.thing = make();
    state.given.clear();
  }
  state.given.add(member);
  return state.thing[member];
};

/** A uniformly random item of a list. */
export const drawFrom = <T>(list: readonly T[], random: Random): T => list[random.integer(0, list.length - 1)] as T;

export const drawCharacters = (alphabet: string, count: number, random: Random): string => {
  let text = '';
  for (let index = 0; index < count; index++) text += alphabet.charAt(random.integer(0, alphabet.length - 1));
  return text;
};

/** `count` random digits, possibly with leading zeros. */
export const drawDigits = (count: number, random: Random): string => drawCharacters('0123456789', count, random);

const RANGE = 0x1_0000_0000;

/** True with a probability from 0 to 1. */
export const drawChance = (probability: number, random: Random): boolean => random.uint32() < probability * RANGE;

/** A fraction from 0 to below 1. */
export const drawFraction = (random: Random): number => random.uint32() / RANGE;

/** Truncates or extends free text to the length limits; not suitable for numbers, addresses and codes. */
export const fitText = (text: string, limits: FakeLimits, more: () => string = () => text): string => {
  const { minLength = 0, maxLength = Infinity } = limits;
  let fitted = text;
  while (fitted.length < minLength) fitted += ` ${more()}`;
  if (fitted.length <= maxLength) return fitted;
  // A trailing space would look like a mistake; trimmed, the text could be shorter than `minLength`.
  return fitted.slice(0, maxLength).trimEnd().padEnd(Math.min(minLength, maxLength), '.');
};

export const fitInteger = (value: number, limits: FakeLimits): number => {
  const { minimum = -Infinity, maximum = Infinity } = limits;
  return Math.min(Math.max(value, Math.ceil(minimum)), Math.floor(maximum));
};
