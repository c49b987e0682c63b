import { randomFillSync } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';

/** Several numbers are drawn per request, so random bytes are fetched in bulk. */
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

/** Uniform distribution: redraws numbers from the incomplete last interval of the range. */
const integer = (min: number, max: number): number => {
  const span = max - min + 1;
  const limit = ALL - (ALL % span);
  for (;;) {
    const number = uint32();
    if (number < limit) return min + (number % span);
  }
};

/**
 * Cryptographically secure randomness, for values that must be unguessable: client secrets, and anything else that
 * users of a hosted server must not learn about each other. All streams are equivalent, so that splitting changes
 * nothing.
 */
export const secureRandom: Random = { uint32, integer, split: () => secureRandom };
