import { hash } from 'node:crypto';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** The only source of randomness: a seeded pseudo-random number generator. */
export interface Random {
  /** An unsigned 32-bit integer. */
  readonly uint32: () => number;
  /** An integer from `min` to `max`, both inclusive. */
  readonly integer: (min: number, max: number) => number;
  /** An independent stream for one purpose, so that additional draws from one never shift the values of another. */
  readonly split: (purpose: string) => Random;
}

/** Hashes a user-supplied seed (`42`, `demo`) to a 32-bit integer, the same on every machine. */
export const toSeed = (text: string): number => hash('sha256', text, 'buffer').readInt32BE(0);

/**
 * Seeds the whole 128-bit state: with 32 bits, two of 100,000 documents would more likely than not have the same id.
 * Created on the first draw, which for many documents never happens.
 */
const createGenerator = (seed: string): RandomGenerator => {
  // One character for each byte: takes half as long as a hex digest, and a third as long as a buffer.
  const bytes = hash('sha256', seed, 'binary');
  const int32 = (at: number): number =>
    (bytes.charCodeAt(at) << 24) |
    (bytes.charCodeAt(at + 1) << 16) |
    (bytes.charCodeAt(at + 2) << 8) |
    bytes.charCodeAt(at + 3);
  return xoroshiro128plusFromState([int32(0), int32(4), int32(8), int32(12)]);
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
