import { expect, test } from '@jest/globals';
import { createQueueReader } from '../../../src/edges/metrics/queues.ts';
import { createMemoryStore } from '../../../src/edges/stores/memory-store.ts';
import { type Job, jobs } from '../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import { NO_PAUSE } from '../../../src/kernel/time-slices.ts';
import { TEST_NOW, createTestClock } from '../../support/test-clock.ts';

const MINUTE = 60_000;

const start = () => {
  const store = createMemoryStore();
  const wall = createTestClock();
  const open = new Map<string, number>();
  const read = createQueueReader({
    store,
    inUse: () => [...open].map(([id, now]) => ({ id, clock: { now: () => now } }) as Sandbox),
    elapsed: wall.elapsed,
    pauses: () => NO_PAUSE,
  });
  const write = (sandbox: string, job: Omit<Job, 'kind' | 'data'>) =>
    store.transact(sandbox, (transaction) => {
      const value: Job = { kind: 'x', data: null, ...job };
      transaction.insert(jobs.name, () => ({ id: job.id, value, keys: jobs.keysOf(value) }));
    });
  const remove = (sandbox: string, job: Omit<Job, 'kind' | 'data'>) =>
    store.transact(sandbox, (transaction) =>
      transaction.remove(jobs.name, job.id, jobs.keysOf({ kind: 'x', data: null, ...job })),
    );
  return { wall, open, read, write, remove };
};

test('counts what is due in all sandboxes by their own clocks, and what is claimed', async () => {
  const { open, read, write } = start();
  open.set('one', TEST_NOW).set('two', TEST_NOW + MINUTE);
  await write('one', { id: 'due', dueAt: TEST_NOW });
  await write('one', { id: 'later', dueAt: TEST_NOW + 1 });
  await write('two', { id: 'due', dueAt: TEST_NOW + 1 });
  await write('two', { id: 'claimed', dueAt: TEST_NOW, isClaimed: true });
  await write('two', { id: 'parked', dueAt: TEST_NOW, isParked: true });
  expect(await read()).toEqual({ jobs: { count: 2, oldest: 0 }, deliveries: { count: 1, oldest: 0 } });
});

test('the age is the real time since the oldest was first seen, whatever the clock of its sandbox does', async () => {
  const { wall, open, read, write, remove } = start();
  open.set('one', TEST_NOW);
  const first = { id: 'first', dueAt: TEST_NOW, isClaimed: true };
  await write('one', first);
  await write('one', { id: 'second', dueAt: TEST_NOW, isClaimed: true });
  await read();
  wall.advance(MINUTE);
  expect((await read()).deliveries).toEqual({ count: 2, oldest: 60 });
  await remove('one', first);
  expect((await read()).deliveries).toEqual({ count: 1, oldest: 0 });
});

test('a sandbox that is dropped, or has nothing due, is forgotten', async () => {
  const { wall, open, read, write } = start();
  open.set('one', TEST_NOW);
  await write('one', { id: 'due', dueAt: TEST_NOW });
  await read();
  wall.advance(MINUTE);
  open.clear();
  expect((await read()).jobs).toEqual({ count: 0, oldest: 0 });
  open.set('one', TEST_NOW);
  expect((await read()).jobs).toEqual({ count: 1, oldest: 0 });
});

test('of each sandbox, at most a hundred due jobs are counted', async () => {
  const { open, read, write } = start();
  open.set('one', TEST_NOW);
  for (let number = 0; number < 120; number++) await write('one', { id: String(number), dueAt: TEST_NOW - number });
  expect((await read()).jobs.count).toBe(100);
});
