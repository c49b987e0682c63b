import { expect, test } from '@jest/globals';
import { createSlowRefusals } from '../../../src/engine/rate-limiting/slow-refusals.ts';
import { createTestClock } from '../../support/test-clock.ts';

const start = () => {
  const clock = createTestClock();
  const waits: { milliseconds: number; task: () => void }[] = [];
  const refuse = createSlowRefusals(clock, (milliseconds, task) => {
    waits.push({ milliseconds, task });
    return { cancel: () => undefined };
  });
  return { clock, waits, refuse };
};

const REFUSAL = new Error('too many');

test('the first call is refused at once, and each further one after the one before', async () => {
  const { refuse, waits } = start();
  await expect(refuse('one', REFUSAL)).rejects.toBe(REFUSAL);
  expect(waits).toEqual([]);
  const [second, third] = [refuse('one', REFUSAL), refuse('one', REFUSAL)];
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([50, 100]);
  for (const { task } of waits) task();
  await expect(second).rejects.toBe(REFUSAL);
  await expect(third).rejects.toBe(REFUSAL);
});

test('who calls now and then is refused at once, and so is another caller', async () => {
  const { clock, refuse, waits } = start();
  await expect(refuse('one', REFUSAL)).rejects.toBe(REFUSAL);
  await expect(refuse('other', REFUSAL)).rejects.toBe(REFUSAL);
  clock.advance(50);
  await expect(refuse('one', REFUSAL)).rejects.toBe(REFUSAL);
  expect(waits).toEqual([]);
});

test('none waits longer than ten seconds', () => {
  const { refuse, waits } = start();
  for (let count = 0; count < 500; count++) refuse('one', REFUSAL).catch(() => undefined);
  expect(Math.max(...waits.map(({ milliseconds }) => milliseconds))).toBe(10_000);
});
