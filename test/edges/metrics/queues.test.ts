import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createCollectors } from '../../../src/edges/metrics/collectors.ts';
import { createQueueMetrics } from '../../../src/edges/metrics/queues.ts';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { type Job, jobs } from '../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import type { Store } from '../../../src/engine/sandbox/store.ts';
import { NO_PAUSE } from '../../../src/kernel/time-slices.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { parseMetrics, valueOf } from '../../support/metrics.ts';
import { TEST_NOW, createTestClock } from '../../support/test-clock.ts';

const MINUTE = 60_000;

const start = (beside: Partial<Pick<Store, 'read'>> = {}) => {
  const store = createMemoryStore();
  const wall = createTestClock();
  const timers = createFakeTimers();
  const open = new Map<string, number>();
  const registry = new Registry();
  const prepare = createQueueMetrics(createCollectors(registry), {
    store: { read: store.read, ...beside },
    inUse: () => [...open].map(([id, now]) => ({ id, clock: { now: () => now } }) as Sandbox),
    elapsed: wall.elapsed,
    pauses: () => NO_PAUSE,
    after: timers.after,
  });
  const shown = async () => {
    const samples = parseMetrics(await registry.metrics());
    return {
      jobs: [valueOf(samples, 'vatmock_jobs_due'), valueOf(samples, 'vatmock_oldest_job_seconds')],
      deliveries: [valueOf(samples, 'vatmock_deliveries_queued'), valueOf(samples, 'vatmock_oldest_delivery_seconds')],
    };
  };
  const read = async () => {
    await prepare();
    return shown();
  };
  const write = (sandbox: string, job: Omit<Job, 'kind' | 'data'>) =>
    store.transact(sandbox, (transaction) => {
      const value: Job = { kind: 'x', data: null, ...job };
      transaction.insert(jobs.name, () => ({ id: job.id, value, keysOf: () => jobs.keysOf(value) }));
    });
  const remove = (sandbox: string, job: Omit<Job, 'kind' | 'data'>) =>
    store.transact(sandbox, (transaction) => transaction.remove(jobs.name, job.id));
  return { store, wall, timers, open, prepare, shown, read, write, remove };
};

test('counts what is due in all sandboxes by their own clocks, and what is claimed', async () => {
  const { open, read, write } = start();
  open.set('one', TEST_NOW).set('two', TEST_NOW + MINUTE);
  await write('one', { id: 'due', dueAt: TEST_NOW });
  await write('one', { id: 'later', dueAt: TEST_NOW + 1 });
  await write('two', { id: 'due', dueAt: TEST_NOW + 1 });
  await write('two', { id: 'claimed', dueAt: TEST_NOW, isClaimed: true });
  await write('two', { id: 'parked', dueAt: TEST_NOW, isParked: true });
  expect(await read()).toEqual({ jobs: [2, 0], deliveries: [1, 0] });
});

test('the age is the real time since the oldest was first seen, whatever the clock of its sandbox does', async () => {
  const { wall, open, read, write, remove } = start();
  open.set('one', TEST_NOW);
  const first = { id: 'first', dueAt: TEST_NOW, isClaimed: true };
  await write('one', first);
  await write('one', { id: 'second', dueAt: TEST_NOW, isClaimed: true });
  await read();
  wall.advance(MINUTE);
  expect((await read()).deliveries).toEqual([2, 60]);
  await remove('one', first);
  expect((await read()).deliveries).toEqual([1, 0]);
});

test('a sandbox that is dropped, or has nothing due, is forgotten', async () => {
  const { wall, open, read, write } = start();
  open.set('one', TEST_NOW);
  await write('one', { id: 'due', dueAt: TEST_NOW });
  await read();
  wall.advance(MINUTE);
  open.clear();
  expect((await read()).jobs).toEqual([0, 0]);
  open.set('one', TEST_NOW);
  expect((await read()).jobs).toEqual([1, 0]);
});

test('of each sandbox, at most a hundred due jobs are counted', async () => {
  const { open, read, write } = start();
  open.set('one', TEST_NOW);
  for (let number = 0; number < 120; number++) await write('one', { id: String(number), dueAt: TEST_NOW - number });
  expect((await read()).jobs).toEqual([100, 0]);
});

test('a reading that takes too long shows the former one, and is not begun again', async () => {
  let readings = 0;
  let isStuck = false;
  let finish = (): void => undefined;
  const started = start({
    read: async (sandbox, work) => {
      readings += 1;
      if (isStuck)
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      return started.store.read(sandbox, work);
    },
  });
  const { open, prepare, shown, read, write, timers } = started;
  open.set('one', TEST_NOW);
  await write('one', { id: 'first', dueAt: TEST_NOW });
  expect((await read()).jobs).toEqual([1, 0]);
  isStuck = true;
  await write('one', { id: 'second', dueAt: TEST_NOW });
  const slow = prepare();
  timers.pass(1000);
  await slow;
  expect((await shown()).jobs).toEqual([1, 0]);
  const again = prepare();
  finish();
  await again;
  expect([readings, (await shown()).jobs, timers.count()]).toEqual([2, [2, 0], 0]);
});

test('a storage that cannot be read does not end the scrape', async () => {
  const { open, read } = start({ read: () => Promise.reject(new Error('closed')) });
  open.set('one', TEST_NOW);
  expect((await read()).jobs).toEqual([0, 0]);
});
