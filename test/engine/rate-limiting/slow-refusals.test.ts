import { expect, test } from '@jest/globals';
import { createSlowRefusals } from '../../../src/engine/rate-limiting/slow-refusals.ts';
import { createTestClock } from '../../support/test-clock.ts';

const start = () => {
  const clock = createTestClock();
  const waits: { milliseconds: number; task: () => void }[] = [];
  const refusals = createSlowRefusals(clock, (milliseconds, task) => {
    waits.push({ milliseconds, task });
    return { cancel: () => undefined };
  });
  return { clock, waits, ...refusals };
};

const REFUSAL = new Error('too many');

test('the first call is refused at once, and each further one after the one before', async () => {
  const { refuse, waits } = start();
  await expect(refuse('one', REFUSAL)).rejects.toBe(REFUSAL);
  expect(waits).toEqual([]);
  const [second, third] = [refuse('one', REFUSAL), refuse('one', REFUSAL)];
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([100, 200]);
  for (const { task } of waits) task();
  await expect(second).rejects.toBe(REFUSAL);
  await expect(third).rejects.toBe(REFUSAL);
});

test('who calls now and then is refused at once, and so is another caller', async () => {
  const { clock, refuse, waits } = start();
  await expect(refuse('one', REFUSAL)).rejects.toBe(REFUSAL);
  await expect(refuse('other', REFUSAL)).rejects.toBe(REFUSAL);
  clock.advance(100);
  await expect(refuse('one', REFUSAL)).rejects.toBe(REFUSAL);
  expect(waits).toEqual([]);
});

test('none waits longer than ten seconds', () => {
  const { refuse, waits } = start();
  for (let count = 0; count < 500; count++) refuse('one', REFUSAL).catch(() => undefined);
  expect(Math.max(...waits.map(({ milliseconds }) => milliseconds))).toBe(10_000);
});

test('what a caller may still call waits behind its refusals', async () => {
  const { clock, refuse, lineUp, waits } = start();
  expect(lineUp('one')).toBeUndefined();
  for (let count = 0; count < 3; count++) refuse('one', REFUSAL).catch(() => undefined);
  const accepted = lineUp('one');
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([100, 200, 300]);
  waits[2]!.task();
  await accepted;
  expect(lineUp('other')).toBeUndefined();
  clock.advance(400);
  expect(lineUp('one')).toBeUndefined();
});
