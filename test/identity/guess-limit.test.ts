import { expect, test } from '@jest/globals';
import { createMemoryCounters } from '../../src/engine/rate-limiting/counters.ts';
import { createGuessLimit } from '../../src/identity/guess-limit.ts';
import type { ApiRequest } from '../../src/kernel/http.ts';
import { createTestClock } from '../support/test-clock.ts';

const from = (address: string | undefined) => ({ address }) as ApiRequest;

const start = (most: number) => {
  const clock = createTestClock();
  return {
    clock,
    limit: createGuessLimit({ most, counters: createMemoryCounters(clock), senderOf: ({ address }) => address }),
  };
};

test('a call from within the process is never slowed down', () => {
  const { limit } = start(1);
  for (let n = 0; n < 5; n++) void limit.failed(from(undefined));
  expect(limit.waitOf(from(undefined))).toBe(0);
});

test('0 is no limit', () => {
  const { limit } = start(0);
  for (let n = 0; n < 1000; n++) void limit.failed(from('192.0.2.1'));
  expect(limit.waitOf(from('192.0.2.1'))).toBe(0);
});

test('the memory is bounded: the oldest senders are forgotten', () => {
  const { limit } = start(1);
  for (let n = 0; n <= 10_000; n++) void limit.failed(from(`sender-${String(n)}`));
  expect(limit.waitOf(from('sender-0'))).toBe(0);
  expect(limit.waitOf(from('sender-10000'))).toBe(60);
});
