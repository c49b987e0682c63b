import { expect, test } from '@jest/globals';
import { MINUTE, createMemoryCounters } from '../../../src/engine/rate-limiting/counters.ts';
import { createTestClock } from '../../support/test-clock.ts';

const start = (limit: number) => {
  const clock = createTestClock();
  // No call comes at the start of a process.
  clock.advance(MINUTE);
  return { clock, counter: createMemoryCounters(clock)({ name: 'calls', limit, window: MINUTE }) };
};

test('each key has its own room, and gets it again when its window ends', () => {
  const { clock, counter } = start(2);
  expect(counter.take('a')).toBeUndefined();
  clock.advance(15_000);
  expect(counter.take('a')).toBeUndefined();
  expect(counter.take('a')).toBe(45_000);
  expect(counter.waitOf('a')).toBe(45_000);
  expect([counter.take('b'), counter.waitOf('b')]).toEqual([undefined, 0]);
  clock.advance(45_000);
  expect([counter.waitOf('a'), counter.take('a')]).toEqual([0, undefined]);
});

test.each([1, 3])('what is given back can be taken again: %i', (amount) => {
  const { counter } = start(1);
  void counter.take('a', amount);
  void counter.giveBack('a', amount);
  expect([counter.take('a'), counter.take('a')]).toEqual([undefined, MINUTE]);
});

test('a limit of 0 admits nothing', () => {
  const { counter } = start(0);
  expect(counter.take('a')).toBe(MINUTE);
});
