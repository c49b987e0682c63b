import { expect, test } from '@jest/globals';
import { createRecorder } from '../../../src/engine/capsule/recorder.ts';
import { createMemoryAccount } from '../../../src/kernel/memory-account.ts';
import { createEntry } from '../journal/create-entry.ts';

const call = { at: 1, wallAt: 1, method: 'POST', path: '/x', body: null, mediaType: 'application/json' };

const LIMITS = { calls: 3, bytes: 100_000, allBytes: 150_000, controls: 2 };

const open = (sharesUnowned = true, now = 0) =>
  createRecorder<string>({
    sharesUnowned,
    elapsed: () => now,
    limits: LIMITS,
    memory: createMemoryAccount({ limit: LIMITS.allBytes, share: Infinity }),
  });

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...createEntry(), position: index + 1 }));

test('takes down what comes after its beginning, in order, until it is full', async () => {
  const recorder = open();
  expect(await recorder.begin('one', 'start', 10)).toBe(true);
  const [first, second, third] = entries(3);
  recorder.onExchange(first!, 'one', undefined);
  recorder.control('one', call);
  recorder.onExchange(second!, undefined, undefined);
  recorder.onExchange(third!, 'one', undefined);
  const recording = await recorder.recordingOf('one');
  expect(recording?.calls.map(({ kind }) => kind)).toEqual(['exchange', 'control', 'exchange']);
  expect(recording?.ended).toContain('3 calls, the most');
  expect(recorder.sinceOf('one')).toMatchObject({ began: 'reset', exchanges: 2, isComplete: true });
});

test('shows nobody the exchanges of strangers, nor those of nobody among strangers', async () => {
  const recorder = open(false);
  await recorder.begin('one', 'start', 10);
  for (const [index, entry] of entries(2).entries())
    recorder.onExchange(entry, index === 0 ? 'other' : undefined, undefined);
  expect((await recorder.recordingOf('one'))?.calls).toEqual([]);
});

test('what was on its way before is left out', async () => {
  const recorder = open(true, 1_000_000);
  await recorder.begin('one', 'start', 10);
  recorder.onExchange({ ...createEntry(), startedAt: 999_999 }, 'one', undefined);
  expect((await recorder.recordingOf('one'))?.calls).toEqual([]);
});

test('all recordings together take up only so much, and give it back', async () => {
  const recorder = open();
  expect(await recorder.begin('one', 'start', 100_000)).toBe(true);
  expect(await recorder.begin('two', 'start', 100_000)).toBe(false);
  await recorder.end('one');
  expect(await recorder.begin('two', 'start', 100_000)).toBe(true);
});

test('begins anew with its sandbox, and knows when it began elsewhere', async () => {
  const recorder = open();
  for (let n = 0; n < 3; n++) recorder.control('one', call);
  expect(recorder.sinceOf('one')).toMatchObject({ isComplete: false });
  await recorder.begin('one', 'start', 1);
  recorder.forget('one');
  expect([await recorder.recordingOf('one'), recorder.sinceOf('one')]).toEqual([undefined, undefined]);
  recorder.replaced('one');
  expect(recorder.sinceOf('one')).toMatchObject({ began: 'replaced', exchanges: 0 });
});
