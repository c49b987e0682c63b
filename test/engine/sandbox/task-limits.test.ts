import { expect, test } from '@jest/globals';
import {
  toTaskLimits,
  OUTBOUND_TASK_LIMITS,
  type OutboundTaskLimits,
} from '../../../src/engine/sandbox/outbound-task.ts';

const allOf = ({ perSandbox, forIdleKeys }: OutboundTaskLimits): number => perSandbox + forIdleKeys;

test('the default is what a sandbox has by itself', () => {
  expect(toTaskLimits(25)).toEqual(OUTBOUND_TASK_LIMITS);
});

test.each([1, 2, 4, 5, 25])('of %i tasks, some are for idle keys, and one key has no more than all', (count) => {
  const limits = toTaskLimits(count);
  expect(allOf(limits)).toBe(count);
  expect(limits.perKey).toBeLessThanOrEqual(limits.perSandbox);
});
