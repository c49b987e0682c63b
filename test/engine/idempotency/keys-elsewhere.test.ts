import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { awaitFirst } from '../../../src/engine/idempotency/await-first.ts';
import { createIdempotencyRecords } from '../../../src/engine/idempotency/idempotency-records.ts';
import { createKeysElsewhere } from '../../../src/engine/idempotency/keys-elsewhere.ts';
import { createMemoryStore } from '../../../src/edges/stores/memory-store.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { severalProcesses } from '../sandbox/several-processes.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';

const PROCESSES = ['a', 'b', 'c'];

const start = () => {
  const ended = new Set<string>();
  const timers = createFakeTimers();
  const store = createMemoryStore();
  const made = PROCESSES.map((own) => {
    const { sandbox } = startSandbox({}, { store });
    const peers = {
      own,
      isAlive: (name: string) => !ended.has(name),
      whileWaiting: <T>(wait: () => Promise<T>) => wait(),
    };
    const records = createIdempotencyRecords(86_400_000, createKeysElsewhere(peers, timers.after));
    const live = records.liveOf(() => sandbox)!;
    return {
      live,
      lookUp: (key: string, fingerprint = 'body') => Promise.resolve(records.lookUp(sandbox, key, fingerprint)),
      release: (key: string) => {
        records.release(sandbox, key);
      },
      waitFor: async (key: string, maxWait: number) => {
        const found = await records.lookUp(sandbox, key, 'body');
        return found.kind === 'in-flight'
          ? awaitFirst(found.done, () => records.lookUp(sandbox, key, 'body'), { after: timers.after, maxWait })
          : found;
      },
    };
  });
  const sandbox = { sandbox: 'demo', uuid: 'organization' };
  return { ...severalProcesses(made, ({ live }) => [live], sandbox), made, ended, timers };
};

test('a key that one process has in progress is in flight in the others, also for another body', async () => {
  const { on } = start();
  // What is captured is known at the end of a turn, when the look-up has ended.
  await on(0, ({ lookUp }) => lookUp('key'));
  on(0, () => undefined);
  expect(await on(1, ({ lookUp }) => lookUp('key'))).toMatchObject({ kind: 'in-flight', beganAt: TEST_NOW });
  expect(await on(2, ({ lookUp }) => lookUp('key', 'other'))).toEqual({ kind: 'mismatch', beganAt: TEST_NOW });
  expect(await on(1, ({ lookUp }) => lookUp('another'))).toMatchObject({ kind: 'first' });
});

test('when its process is dead, a key is free for the others', async () => {
  const { on, ended, written } = start();
  await on(0, ({ lookUp }) => lookUp('key'));
  on(1, () => undefined);
  ended.add('a');
  expect(await on(1, ({ lookUp }) => lookUp('key'))).toMatchObject({ kind: 'first' });
  on(1, ({ release }) => {
    release('key');
  });
  expect(written()).toBe(1);
  expect(await on(2, ({ lookUp }) => lookUp('key'))).toMatchObject({ kind: 'first' });
});

test('whoever waits for a key looks again after a moment, and takes over when it was released', async () => {
  const { on, timers } = start();
  await on(0, ({ lookUp }) => lookUp('key'));
  const waiting = on(1, ({ waitFor }) => waitFor('key', 5000));
  const refused = on(2, ({ waitFor }) => waitFor('key', 0));
  await expect(refused).rejects.toMatchObject({ members: { type: 'idempotency-key-in-flight' } });
  on(0, ({ release }) => {
    release('key');
  });
  on(1, () => undefined);
  timers.pass(100);
  expect(await waiting).toMatchObject({ kind: 'first' });
});

test('a key that was released without the sandbox is taken back with the next turn', async () => {
  const { on, made } = start();
  await on(0, ({ lookUp }) => lookUp('key'));
  made[0]?.release('key');
  // Another process hands on what it knew.
  await on(1, ({ lookUp }) => lookUp('other'));
  on(0, () => undefined);
  expect(await on(2, ({ lookUp }) => lookUp('key'))).toMatchObject({ kind: 'first' });
});

test('a key is free for all when it was released beside one of another process', async () => {
  const { on } = start();
  await on(0, ({ lookUp }) => lookUp('one'));
  await on(1, ({ lookUp }) => lookUp('other'));
  on(0, () => undefined);
  on(0, ({ release }) => {
    release('one');
  });
  expect(await on(2, ({ lookUp }) => lookUp('one'))).toMatchObject({ kind: 'first' });
});

test('at most one of several processes has a key at a time', async () => {
  const steps = fc.record({
    process: fc.nat(2),
    key: fc.constantFrom('one', '__proto__'),
    what: fc.constantFrom('look up', 'look up', 'release', 'start over'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (all) => {
      const { on, startOver } = start();
      const holders = new Map<string, number>();
      for (const { process, key, what } of all) {
        const holder = holders.get(key);
        if (what === 'start over') startOver(process);
        else if (what === 'release') {
          if (holder !== process) continue;
          on(process, ({ release }) => {
            release(key);
          });
          holders.delete(key);
        } else {
          const { kind } = await on(process, ({ lookUp }) => lookUp(key));
          on(process, () => undefined);
          expect([key, kind]).toEqual([key, holder === undefined ? 'first' : 'in-flight']);
          if (kind === 'first') holders.set(key, process);
        }
      }
    }),
    { numRuns: 300 },
  );
});
