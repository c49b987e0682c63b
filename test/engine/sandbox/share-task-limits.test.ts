import { expect, test } from '@jest/globals';
import { shareTaskLimits, toTaskLimits } from '../../../src/engine/sandbox/share-task-limits.ts';
import { OUTBOUND_TASK_LIMITS, type OutboundTaskLimits } from '../../../src/engine/sandbox/outbound-task.ts';

const allOf = ({ perSandbox, forIdleKeys }: OutboundTaskLimits): number => perSandbox + forIdleKeys;

test('the default is what a sandbox has by itself', () => {
  expect(toTaskLimits(25)).toEqual(OUTBOUND_TASK_LIMITS);
});

test.each([1, 2, 4, 5, 25])('of %i tasks, some are for idle keys, and one key has no more than all', (count) => {
  const limits = toTaskLimits(count);
  expect(allOf(limits)).toBe(count);
  expect(limits.perKey).toBeLessThanOrEqual(limits.perSandbox);
});

test.each([25, 7, 3])('processes divide %i tasks among themselves, and take over those of one that ended', (count) => {
  const alive = new Set(['a', 'b', 'c']);
  const shares = [...alive].map((id) => shareTaskLimits(count, { id, alive: () => [...alive] }));
  expect(shares.map(allOf).reduce((sum, share) => sum + share)).toBe(count);
  alive.delete('c');
  expect(
    shares
      .slice(0, 2)
      .map(allOf)
      .reduce((sum, share) => sum + share),
  ).toBe(count);
});

test('a process that does not yet see itself counts itself, and each has one at least', () => {
  expect(allOf(shareTaskLimits(1, { id: 'b', alive: () => ['a'] }))).toBe(1);
});
