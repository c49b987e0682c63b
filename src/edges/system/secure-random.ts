import { randomFillSync } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';

/** Several numbers are drawn per request, so that the machine is asked for many at once. */
const pool = Buffer.alloc(4096);
let used = pool.byteLength;

const uint32 = (): number => {
  if (used === pool.byteLength) {
    randomFillSync(pool);
    used = 0;
  }
  const number = pool.readUInt32LE(used);
  used += 4;
  return number;
};

const ALL = 0x1_0000_0000;

/** Every value is equally likely: numbers from the incomplete last stretch of the range are drawn again. */
const integer = (min: number, max: number): number => {
  const span = max - min + 1;
  const limit = ALL - (ALL % span);
  for (;;) {
    const number = uint32();
    if (number < limit) return min + (number % span);
  }
};

/**
 * Real chance, for what nobody may guess: client secrets, and whatever else strangers on one server must not find out
 * about each other. A stream for one purpose is as good as any other, so that splitting changes nothing.
 */
export const secureRandom: Random = { uint32, integer, split: () => secureRandom };
