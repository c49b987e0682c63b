import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { drawPrefixedId, drawTraceId, drawUuid } from '../../src/kernel/ids.ts';
import { createRandom } from '../../src/kernel/random.ts';

test('ids have their forms for every seed', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const random = createRandom(seed);
      expect(drawUuid(random)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(drawTraceId(random)).toMatch(/^[\da-f]{32}$/);
      expect(drawPrefixedId('evt_', random)).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
    }),
  );
});

test('the same seed gives the same ids, another seed others', () => {
  expect(drawUuid(createRandom('a'))).toBe(drawUuid(createRandom('a')));
  expect(drawUuid(createRandom('a'))).not.toBe(drawUuid(createRandom('b')));
});

test('a split stream does not shift the one it was split from', () => {
  const alone = createRandom('a');
  const shared = createRandom('a');
  const other = shared.split('other');
  other.uint32();
  expect(shared.uint32()).toBe(alone.uint32());
  expect(createRandom('a').split('x').uint32()).not.toBe(createRandom('a').split('y').uint32());
});

test('integers stay within their bounds', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -50, max: 50 }), fc.nat(100), (seed, min, width) => {
      const drawn = createRandom(seed).integer(min, min + width);
      expect(drawn).toBeGreaterThanOrEqual(min);
      expect(drawn).toBeLessThanOrEqual(min + width);
    }),
  );
});
