import { createHash } from 'node:crypto';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

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
export const toSeed = (text: string): number => createHash('sha256').update(text).digest().readInt32BE(0);

export const createRandom = (seed: string): Random => {
  const generator = xoroshiro128plus(toSeed(seed));
  const uint32 = (): number => generator.next() >>> 0;
  return {
    uint32,
    integer: (min, max) => min + Math.floor((uint32() / 0x1_0000_0000) * (max - min + 1)),
    split: (purpose) => createRandom(`${seed}/${purpose}`),
  };
};
