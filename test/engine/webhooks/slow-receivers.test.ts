import { expect, test } from '@jest/globals';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import { TIMEOUTS_UNTIL_SLOW, createSlowReceivers } from '../../../src/engine/webhooks/slow-receivers.ts';

const [one, other] = [{}, {}] as Sandbox[] as [Sandbox, Sandbox];

test('a host is slow after several time-outs in a row, in the sandbox that saw them, until it responds', () => {
  const slow = createSlowReceivers();
  const verdicts = Array.from({ length: TIMEOUTS_UNTIL_SLOW }, () => slow.timedOut(one, 'wh_1', 'slow.example:443'));
  expect(verdicts).toEqual([false, false, false, false, true]);
  expect(slow.slowHostOf(one, 'wh_1')).toBe('slow.example:443');
  expect(slow.slowHostOf(one, 'wh_2')).toBeUndefined();
  expect(slow.slowHostOf(other, 'wh_1')).toBeUndefined();
  slow.responded(one, 'wh_1');
  expect(slow.slowHostOf(one, 'wh_1')).toBeUndefined();
  expect(slow.timedOut(one, 'wh_1', 'slow.example:443')).toBe(false);
});

test('endpoints at one host count together', () => {
  const slow = createSlowReceivers();
  for (let time = 1; time < TIMEOUTS_UNTIL_SLOW; time++) slow.timedOut(one, `wh_${String(time)}`, 'slow.example:443');
  expect(slow.timedOut(one, 'wh_5', 'slow.example:443')).toBe(true);
  for (const id of ['wh_1', 'wh_5']) expect(slow.slowHostOf(one, id)).toBe('slow.example:443');
});

test('a sandbox with ever new hosts takes no more memory', () => {
  const slow = createSlowReceivers();
  for (let time = 0; time < TIMEOUTS_UNTIL_SLOW; time++) slow.timedOut(one, 'wh_old', 'old.example:443');
  for (let index = 0; index < 100; index++) slow.timedOut(one, `wh_${String(index)}`, `${String(index)}.example:443`);
  expect(slow.slowHostOf(one, 'wh_old')).toBeUndefined();
});
