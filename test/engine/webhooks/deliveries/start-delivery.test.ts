import { beforeEach, expect, test } from '@jest/globals';
import { type Job, jobs } from '../../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import { deliveries, DELIVERY_POLICY } from '../../../../src/engine/webhooks/delivery.ts';
import { purgeJobs, startDelivery } from '../../../../src/engine/webhooks/schedule.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { HOUR, startSandbox } from '../../sandbox/start-sandbox.ts';
import { MESSAGE, createDelivery, createEndpoint, keepDeliveries } from './create-delivery.ts';

const { retention: RETENTION } = DELIVERY_POLICY;
const jobHandlers = purgeJobs;

let sandbox: Sandbox;
beforeEach(() => {
  ({ sandbox } = startSandbox(
    { ...jobHandlers, 'webhook-attempt': () => Promise.resolve() },
    {},
    { kind: 'frozen', at: TEST_NOW },
  ));
});

const begin = (
  endpoint: Parameters<typeof createEndpoint>[0] = {},
  more?: Parameters<typeof startDelivery>[3],
): Promise<ReturnType<typeof startDelivery>> =>
  sandbox.transact((work) => startDelivery(work, createEndpoint(endpoint), MESSAGE, more));
const jobOf = (id: string): Promise<Job | undefined> => sandbox.read((reading) => reading.get(jobs, id));
const count = async (): Promise<number> =>
  (await sandbox.read((reading) => reading.page(deliveries, { page: 0, size: 1 }))).total;

test('a delivery is never older than the one before', async () => {
  await keepDeliveries(
    sandbox,
    createDelivery({ createdAt: TEST_NOW - HOUR }),
    createDelivery({ id: 'del_2', createdAt: TEST_NOW + HOUR }),
  );
  const delivery = await begin();
  expect(delivery).toMatchObject({ createdAt: TEST_NOW + HOUR, nextRetryAt: TEST_NOW + HOUR });
  expect((await jobOf(`webhook-attempt/${delivery.id}`))?.dueAt).toBe(TEST_NOW);
});

test('a long history is purged bit by bit: one transaction takes no more than 200', async () => {
  await keepDeliveries(sandbox, ...Array.from({ length: 450 }, (_, n) => createDelivery({ id: `d${String(n)}` })));
  await sandbox.advance(TEST_NOW + RETENTION);
  for (const left of [250, 50, 0, 0]) {
    await sandbox.transact((work) =>
      jobHandlers['webhook-purge']!(work, { id: 'webhook-purge', kind: 'webhook-purge', dueAt: 0, data: null }),
    );
    expect(await count()).toBe(left);
  }
});
