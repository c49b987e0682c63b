import { describe, expect, test } from '@jest/globals';
import { secureRandom } from '../../../src/edges/system/secure-random.ts';

describe('real chance', () => {
  test.each([
    [0, 0],
    [0, 1],
    [-3, 3],
    [1, 6],
    [10, 61],
    [0, 0xffff_ffff],
  ])('draws whole numbers from %i to %i, both included', (min, max) => {
    const drawn = Array.from({ length: 2000 }, () => secureRandom.integer(min, max));
    for (const number of drawn) {
      expect(Number.isInteger(number)).toBe(true);
      expect(number).toBeGreaterThanOrEqual(min);
      expect(number).toBeLessThanOrEqual(max);
    }
    if (max - min < 10) expect(new Set(drawn).size).toBe(max - min + 1);
  });

  test('does not repeat itself, also beyond what is drawn in one go', () => {
    const drawn = Array.from({ length: 5000 }, () => secureRandom.uint32());
    // Of 5,000 numbers out of 2^32 about 0.003 are expected twice.
    expect(new Set(drawn).size).toBeGreaterThan(4990);
  });

  test('is as unknown for one purpose as for another', () => {
    const [one, other] = [secureRandom.split('a'), secureRandom.split('a')].map((random) =>
      Array.from({ length: 8 }, () => random.uint32()),
    );
    expect(one).not.toEqual(other);
  });
});
