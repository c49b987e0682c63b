import { expect, test } from '@jest/globals';
import { createPerMinute } from '../../../src/engine/rate-limiting/per-minute.ts';

const START = Date.UTC(2026, 10, 20, 9, 0, 15);

test('each key has its own room, and gets it again with the next minute', () => {
  const calls = createPerMinute(2);
  expect([calls.take('a', START), calls.take('a', START), calls.take('a', START + 1000)]).toEqual([
    undefined,
    undefined,
    44,
  ]);
  expect(calls.take('b', START)).toBeUndefined();
  expect(calls.take('a', START + 45_000)).toBeUndefined();
});
