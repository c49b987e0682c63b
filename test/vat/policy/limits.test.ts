import { expect, test } from '@jest/globals';
import { BREAKER, IDEMPOTENCY_WINDOW } from '../../../src/vat/policy/limits.ts';

test('10 consecutive 429 answers to one API client pause that client for 15 minutes', () => {
  expect(BREAKER).toEqual({ strikes: 10, pause: 900_000 });
});

test('the idempotency window is 24 hours', () => {
  expect(IDEMPOTENCY_WINDOW).toBe(86_400_000);
});
