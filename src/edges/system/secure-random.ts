import { randomInt } from 'node:crypto';
import type { Random } from '../../kernel/random.ts';

/**
 * Cryptographically secure randomness, for values that must be unguessable: client secrets, and anything else that
 * users of a hosted server must not learn about each other. All streams are equivalent, so that splitting changes
 * nothing. Node fetches its random bytes in bulk.
 */
export const secureRandom: Random = {
  uint32: () => randomInt(0x1_0000_0000),
  integer: (min, max) => randomInt(min, max + 1),
  split: () => secureRandom,
};
