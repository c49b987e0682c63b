import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { type QueueReading, createQueueMetrics } from '../../../src/edges/metrics/queues.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { parseMetrics, valueOf } from '../../support/metrics.ts';

const reading = (count: number): QueueReading => ({
  jobs: { count, oldest: 0 },
  deliveries: { count: 0, oldest: 0 },
});

const start = (read: () => Promise<QueueReading>) => {
  const registry = new Registry();
  const timers = createFakeTimers();
  const prepare = createQueueMetrics({ registry, read, after: timers.after });
  const due = async (): Promise<number> => valueOf(parseMetrics(await registry.metrics()), 'vatmock_jobs_due');
  return { prepare, due, timers };
};

test('a reading that takes too long shows the former one, and is not begun again', async () => {
  let readings = 0;
  let finish: (now: QueueReading) => void = () => undefined;
  const { prepare, due, timers } = start(() => {
    readings += 1;
    return readings === 1 ? Promise.resolve(reading(1)) : new Promise((resolve) => (finish = resolve));
  });
  await prepare();
  expect(await due()).toBe(1);
  const slow = prepare();
  timers.pass(1000);
  await slow;
  expect(await due()).toBe(1);
  const again = prepare();
  finish(reading(2));
  await again;
  expect([readings, await due(), timers.count()]).toEqual([2, 2, 0]);
});

test('a storage that cannot be read does not end the scrape', async () => {
  const { prepare, due } = start(() => Promise.reject(new Error('closed')));
  await prepare();
  expect(await due()).toBe(0);
});
