import { hash } from 'node:crypto';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** The only source of chance: a seeded stream of numbers. */
export interface Random {
  /** An unsigned 32-bit integer. */
  readonly uint32: () => number;
  /** An integer from `min` to `max`, both included. */
  readonly integer: (min: number, max: number) => number;
  /** A stream of its own for one purpose, so that drawing more here never shifts what is drawn elsewhere. */
  readonly split: (purpose: string) => Random;
}

/** Any seed a user types (`42`, `demo`) as a 32-bit integer, the same on every machine. */
export const toSeed = (text: string): number => hash('sha256', text, 'buffer').readInt32BE(0);

/**
 * All of the generator's state comes from the seed: with 32 bits of it, two of 100,000 documents would have the same id,
 * more likely than not. Made when the first number is drawn, which for many a document is never.
 */
const createGenerator = (seed: string): RandomGenerator => {
  // As text it comes at half the price of a buffer.
  const bits = hash('sha256', seed, 'hex');
  return xoroshiro128plusFromState(
    [0, 8, 16, 24].map((offset) => Number.parseInt(bits.slice(offset, offset + 8), 16) | 0),
  );
};

export const createRandom = (seed: string): Random => {
  let generator: RandomGenerator | undefined;
  const uint32 = (): number => (generator ??= createGenerator(seed)).next() >>> 0;
  return {
    uint32,
    integer: (min, max) => min + Math.floor((uint32() / 0x1_0000_0000) * (max - min + 1)),
    split: (purpose) => createRandom(`${seed}/${purpose}`),
  };
};
