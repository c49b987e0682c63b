import { expect, test } from '@jest/globals';
import { createRecorder } from '../../../src/engine/capsule/recorder.ts';
import type { LogPiece } from '../../../src/engine/sandbox/live-state.ts';
import type { SandboxClock } from '../../../src/engine/sandbox/sandbox-clock.ts';
import { createMemoryAccount } from '../../../src/kernel/memory-account.ts';
import { FORM, createEntry } from '../journal/create-entry.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const call = { method: 'POST', path: '/x', body: null, mediaType: 'application/json' };

const SANDBOX = { organization: 'one', clock: { now: () => 1 } as SandboxClock };

const LIMITS = { calls: 3, bytes: 100_000, allBytes: 150_000, controls: 2 };

const open = (sharesUnowned = true, now = 0) =>
  createRecorder({
    form: FORM,
    version: '1',
    sharesUnowned,
    clock: { now: () => 1, elapsed: () => now },
    limits: LIMITS,
    memory: createMemoryAccount({ limit: LIMITS.allBytes, share: Infinity }),
  });

const start = (bytes: number) => ({ state: new Uint8Array(bytes), beganAt: 0 });

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...createEntry(), position: index + 1 }));

test('shows nobody the exchanges of strangers, nor those of nobody among strangers', () => {
  const recorder = open(false);
  recorder.begin('one', start(10));
  for (const [index, entry] of entries(2).entries())
    recorder.onExchange(entry, index === 0 ? 'other' : undefined, undefined);
  expect(recorder.recordingOf('one')?.calls).toEqual([]);
});

test('what was on its way before is left out', () => {
  const recorder = open(true, 1_000_000);
  recorder.begin('one', start(10));
  recorder.onExchange({ ...createEntry(), startedAt: 999_999 }, 'one', undefined);
  expect(recorder.recordingOf('one')?.calls).toEqual([]);
});

test('all recordings together take up only so much, and give it back', () => {
  const recorder = open();
  expect(recorder.begin('one', start(100_000))).toBe(true);
  expect(recorder.begin('two', start(100_000))).toBe(false);
  recorder.end('one');
  expect(recorder.begin('two', start(100_000))).toBe(true);
});

const OWNER = { sandbox: 'demo', uuid: 'one' };

test('begins anew with its sandbox, and knows when it began elsewhere', () => {
  const recorder = open();
  for (let n = 0; n < 3; n++) recorder.control(SANDBOX, call);
  expect(recorder.sinceOf('one')).toMatchObject({ isComplete: false });
  recorder.begin('one', start(1));
  recorder.log.reset(OWNER);
  recorder.live.reset?.(OWNER, 'reset');
  expect(recorder.recordingOf('one')).toBeUndefined();
  expect(recorder.sinceOf('one')).toMatchObject({ began: 'reset', controls: [], exchanges: 0, isAsNow: true });
  recorder.live.reset?.(OWNER, 'import');
  expect(recorder.sinceOf('one')).toMatchObject({ began: 'import', exchanges: 0 });
  // What it forgets leaves its room.
  for (let n = 0; n < 2; n++) {
    recorder.live.reset?.(OWNER, 'reset');
    recorder.control(SANDBOX, { ...call, body: 'x'.repeat(100_000) });
    expect(recorder.sinceOf('one')).toMatchObject({ isComplete: true });
  }
});

test('goes on elsewhere from the pieces of its log, each of which has what is new', () => {
  const [here, there] = [open(), open(true, 1_000_000)];
  const pieces: LogPiece[] = [];
  const save = (recorder: ReturnType<typeof open>): void => {
    const piece = recorder.log.take(OWNER);
    if (piece === undefined) return;
    pieces.push(JSON.parse(JSON.stringify(piece)) as LogPiece);
    pieces.splice(
      0,
      pieces.length,
      ...pieces.filter(({ number, value }) => number >= piece.from && value !== undefined),
    );
  };
  const move = (to: ReturnType<typeof open>): void => {
    runAtOnce(to.log.load(OWNER, pieces));
  };
  const [first, second] = entries(2);
  here.begin('one', { state: Uint8Array.from([0, 255]), beganAt: 7 });
  here.onExchange(first!, 'one', undefined);
  save(here);
  save(here);
  expect(pieces).toHaveLength(1);
  here.control(SANDBOX, call);
  save(here);
  move(there);
  // Whatever its monotonic clock says.
  there.onExchange(second!, 'one', undefined);
  save(there);
  // The end alone is new, too.
  there.control(SANDBOX, call);
  save(there);
  expect([pieces.length, there.log.take(OWNER)]).toEqual([4, undefined]);
  move(here);
  const { start: begun, calls, ended } = here.recordingOf('one')!;
  expect([begun.beganAt, [...begun.state]]).toEqual([7, [0, 255]]);
  expect(calls.map((one) => ('entry' in one ? one.entry.id : one.path))).toEqual([first!.id, '/x', second!.id]);
  expect(ended).toContain('3 calls, the most');
  here.end('one');
  save(here);
  move(there);
  expect([pieces, there.recordingOf('one')]).toEqual([[], undefined]);
});

test('how a sandbox began and was steered is known elsewhere, but not by a release that fills it in another way', () => {
  const here = open();
  here.live.reset?.(OWNER, 'reset');
  here.onExchange(createEntry(), 'one', undefined);
  here.control(SANDBOX, call);
  const saved: unknown = JSON.parse(JSON.stringify(here.live.save(OWNER)));
  const there = open();
  there.live.load(OWNER, saved);
  expect(there.sinceOf('one')).toEqual(here.sinceOf('one'));
  there.live.load(OWNER, { ...(saved as object), version: '2' });
  expect(there.sinceOf('one')).toMatchObject({ exchanges: 1, isAsNow: false });
  there.live.load(OWNER, undefined);
  expect(there.sinceOf('one')).toBeUndefined();
});
