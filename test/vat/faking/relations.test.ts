import { expect, test } from '@jest/globals';
import type { Drawn } from '../../../src/engine/faking/generator.ts';
import { vatRelationsAt } from '../../../src/vat/faking/relations.ts';
import { createDraw } from '../../support/create-draw.ts';

const attemptsOf = (status: string, attempts: number): unknown => {
  const delivery: Drawn = { status, attempts };
  vatRelationsAt('')['delivery']!(delivery, createDraw(1));
  return delivery['attempts'];
};

test('a delivery that failed was tried ten times, one that was delivered at least once, one that waits at most nine', () => {
  expect(attemptsOf('FAILED', 3)).toBe(10);
  expect([attemptsOf('DELIVERED', 0), attemptsOf('DELIVERED', 5)]).toEqual([1, 5]);
  expect(attemptsOf('PENDING', 10)).toBe(9);
});
