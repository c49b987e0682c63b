import { expect, test } from '@jest/globals';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import { SLOW_UNTIL_QUARANTINE, createSlowReceivers } from '../../../src/engine/webhooks/slow-receivers.ts';

const [one, other] = [{}, {}] as Sandbox[] as [Sandbox, Sandbox];

test('a host is quarantined after several slow attempts in a row, in the sandbox that saw them, until it is quick', () => {
  const slow = createSlowReceivers();
  let now = 0;
  const verdicts = Array.from({ length: SLOW_UNTIL_QUARANTINE }, () =>
    slow.wasSlow(one, 'wh_1', 'slow.example:443', ++now),
  );
  expect(verdicts).toEqual([false, false, false, false, true]);
  const quarantine = { host: 'slow.example:443', since: SLOW_UNTIL_QUARANTINE };
  expect(slow.quarantineOf(one, 'wh_1')).toEqual(quarantine);
  // It stays since the same time.
  slow.wasSlow(one, 'wh_1', 'slow.example:443', ++now);
  expect(slow.quarantineOf(one, 'wh_1')).toEqual(quarantine);
  expect(slow.quarantineOf(one, 'wh_2')).toBeUndefined();
  expect(slow.quarantineOf(other, 'wh_1')).toBeUndefined();
  slow.wasQuick(one, 'wh_1');
  expect(slow.quarantineOf(one, 'wh_1')).toBeUndefined();
  expect(slow.wasSlow(one, 'wh_1', 'slow.example:443', 0)).toBe(false);
});

test('endpoints at one host count together', () => {
  const slow = createSlowReceivers();
  for (let time = 1; time < SLOW_UNTIL_QUARANTINE; time++)
    slow.wasSlow(one, `wh_${String(time)}`, 'slow.example:443', 0);
  expect(slow.wasSlow(one, 'wh_5', 'slow.example:443', 0)).toBe(true);
  for (const id of ['wh_1', 'wh_5']) expect(slow.quarantineOf(one, id)?.host).toBe('slow.example:443');
});

test('a sandbox with ever new hosts takes no more memory', () => {
  const slow = createSlowReceivers();
  for (let time = 0; time < SLOW_UNTIL_QUARANTINE; time++) slow.wasSlow(one, 'wh_old', 'old.example:443', 0);
  for (let index = 0; index < 100; index++) slow.wasSlow(one, `wh_${String(index)}`, `${String(index)}.example:443`, 0);
  expect(slow.quarantineOf(one, 'wh_old')).toBeUndefined();
});

test('a quick response now and then does not keep a slow host out of the quarantine', () => {
  const slow = createSlowReceivers();
  const attempt = (isSlow: boolean): boolean => {
    if (isSlow) return slow.wasSlow(one, 'wh_1', 'slow.example:443', 0);
    slow.wasQuick(one, 'wh_1');
    return false;
  };
  const pattern = [true, true, true, true, false];
  const verdicts = [...pattern, ...pattern, ...pattern].map(attempt);
  expect(verdicts.filter(Boolean)).toHaveLength(4);
  // An ordinary host recovers.
  for (let time = 0; time < 3; time++) attempt(false);
  expect([true, true, true, true].map(attempt)).toEqual([false, false, false, false]);
});
