import type { Random } from '../../../kernel/random.ts';

/** A uniformly random item of a list. */
export const drawFrom = <T>(list: readonly T[], random: Random): T => {
  const drawn = list[random.integer(0, list.length - 1)];
  if (drawn === undefined && list.length === 0) throw new Error('there is nothing to draw from');
  return drawn as T;
};

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
