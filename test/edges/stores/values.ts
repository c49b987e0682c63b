import fc from 'fast-check';
import { stringifyJson } from '../../../src/kernel/json.ts';

const leaves = fc.oneof(
  { weight: 8, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
  fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 53n) }),
  fc.constant(undefined),
);

/** JSON as domain code makes it: long integers are BigInts, and a member may be undefined. */
export const values = fc
  .dictionary(fc.string({ unit: 'binary', maxLength: 5 }), fc.oneof(leaves, fc.array(leaves)), { maxKeys: 4 })
  // Refused where it comes in.
  .filter((value) => !stringifyJson(value).includes('__proto__'));
