import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_DELAY, toDelay } from '../../../src/engine/scenarios/scenario.ts';
import type { DelayFile } from '../../../src/generated/scenario-file.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const draw = (count: number, delay: ReturnType<typeof toDelay>): number[] => {
  const random = createRandom('delays');
  return Array.from({ length: count }, () => delay(random));
};

test('a fixed delay is always as long, written short or long', () => {
  expect(draw(3, toDelay('PT1.5S'))).toEqual([1500, 1500, 1500]);
  const always: DelayFile = { fixed: 'PT2S' };
  expect(draw(3, toDelay(always))).toEqual([2000, 2000, 2000]);
});

test('a uniform delay lies within its bounds, which it reaches', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (lower, more) => {
      const text = (milliseconds: number): string => `PT${(milliseconds / 1000).toFixed(3)}S`;
      const delay = toDelay({ uniform: { lower: text(lower), upper: text(lower + more) } });
      for (const drawn of draw(50, delay)) {
        expect(drawn).toBeGreaterThanOrEqual(lower);
        expect(drawn).toBeLessThanOrEqual(lower + more);
      }
    }),
  );
  const few = new Set(draw(500, toDelay({ uniform: { lower: 'PT0S', upper: 'PT0.003S' } })));
  expect([...few].sort()).toEqual([0, 1, 2, 3]);
});

test('half of the lognormal delays are shorter than the median, few are much longer, none exceeds the most', () => {
  const drawn = draw(4000, toDelay({ lognormal: { median: 'PT1S', sigma: 0.5, atMost: 'PT4S' } })).sort(
    (a, b) => a - b,
  );
  expect(drawn[2000]).toBeGreaterThan(950);
  expect(drawn[2000]).toBeLessThan(1050);
  // One standard deviation: e^0.5 times the median.
  expect(drawn[3365]).toBeGreaterThan(1550);
  expect(drawn[3365]).toBeLessThan(1750);
  expect(drawn.at(-1)).toBeLessThanOrEqual(4000);
});

test('nobody waits for ever', () => {
  const drawn = draw(2000, toDelay({ lognormal: { median: 'PT5M', sigma: 3 } }));
  expect(Math.max(...drawn)).toBe(LONGEST_DELAY);
});

test('the same seed draws the same delays', () => {
  const delay = toDelay({ lognormal: { median: 'PT1S', sigma: 1 } });
  expect(draw(20, delay)).toEqual(draw(20, delay));
});
