import { randomFillSync, randomInt } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';

/** Several numbers are drawn per request, so random bytes are fetched in bulk: `randomInt` takes eight times as long. */
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

/**
 * Cryptographically secure randomness, for values that must be unguessable: client secrets, and anything else that
 * users of a hosted server must not learn about each other. All streams are equivalent, so that splitting changes
 * nothing.
 */
export const secureRandom: Random = {
  uint32,
  integer: (min, max) => randomInt(min, max + 1),
  split: () => secureRandom,
};
