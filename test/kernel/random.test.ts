import { expect, test } from '@jest/globals';
import { drawUuid } from '../../src/kernel/ids.ts';
import { createRandom } from '../../src/kernel/random.ts';

test('ids that are drawn from 300,000 seeds are all different', () => {
  const ids = new Set<string>();
  for (let n = 0; n < 300_000; n++) ids.add(drawUuid(createRandom(`vatmock/demo/orders/${String(n)}`)));
  expect(ids.size).toBe(300_000);
});

test('the same seed draws the same, whenever it is drawn', () => {
  const [early, late] = [createRandom('seed'), createRandom('seed')];
  const drawn = [early.uint32(), early.uint32(), early.split('purpose').uint32()];
  expect([late.uint32(), late.uint32(), late.split('purpose').uint32()]).toEqual(drawn);
  expect(new Set(drawn).size).toBe(3);
});
