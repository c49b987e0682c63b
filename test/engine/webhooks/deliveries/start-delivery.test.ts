import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Job, jobs } from '../../../../src/engine/sandbox/job.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import { deliveries, messages } from '../../../../src/engine/webhooks/delivery.ts';
import { purgeJobs, removeDelivery, schedulePurge, startDelivery } from '../../../../src/engine/webhooks/schedule.ts';
import { goodSecrets, rotateSecret } from '../../../../src/engine/webhooks/endpoint.ts';
import { DELIVERY_POLICY } from '../../../../src/vat/policy/delivery-policy.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { DAY, HOUR, startSandbox } from '../../sandbox/start-sandbox.ts';
import { MESSAGE, createDelivery, createEndpoint, keepDeliveries, readDelivery } from './create-delivery.ts';

const { retention: RETENTION } = DELIVERY_POLICY;
const jobHandlers = purgeJobs(RETENTION);

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
  more?: Parameters<typeof startDelivery>[4],
): Promise<ReturnType<typeof startDelivery>> =>
  sandbox.transact((work) => startDelivery(work, createEndpoint(endpoint), MESSAGE, DELIVERY_POLICY, more));
const jobOf = (id: string): Promise<Job | undefined> => sandbox.read((reading) => reading.get(jobs, id));
const count = async (): Promise<number> =>
  (await sandbox.read((reading) => reading.page(deliveries, { page: 0, size: 1 }))).total;
const keepMessage = () => sandbox.transact((work) => work.insert(messages, () => MESSAGE));
const message = () => sandbox.read((reading) => reading.get(messages, MESSAGE.eventId));

describe('a delivery', () => {
  test('begins with an attempt that is due at once', async () => {
    const delivery = await begin();
    expect(delivery).toEqual(createDelivery({ id: delivery.id }));
    expect(delivery.id).toMatch(/^del_[0-9A-Z]{26}$/);
    expect(await jobOf(`webhook-attempt/${delivery.id}`)).toMatchObject({
      kind: 'webhook-attempt',
      dueAt: TEST_NOW,
      data: { deliveryId: delivery.id, endpointId: 'wh_1' },
    });
    expect(await readDelivery(sandbox, delivery.id)).toEqual(delivery);
  });

  test('to a paused endpoint is only recorded', async () => {
    const delivery = await begin({ status: 'PAUSED' });
    expect(delivery).toMatchObject({ status: 'PENDING', nextRetryAt: null });
    expect(await jobOf(`webhook-attempt/${delivery.id}`)).toBeUndefined();
  });

  test('may be a test, or a replay', async () => {
    expect(await begin({}, { isTest: true })).toMatchObject({ isTest: true });
    expect(await begin({}, { replayOf: 'del_0' })).toMatchObject({ isTest: false, replayOf: 'del_0' });
    expect(await begin()).not.toHaveProperty('replayOf');
  });

  test('is never older than the one before', async () => {
    await keepDeliveries(
      sandbox,
      createDelivery({ createdAt: TEST_NOW - HOUR }),
      createDelivery({ id: 'del_2', createdAt: TEST_NOW + HOUR }),
    );
    const delivery = await begin();
    expect(delivery).toMatchObject({ createdAt: TEST_NOW + HOUR, nextRetryAt: TEST_NOW + HOUR });
    expect((await jobOf(`webhook-attempt/${delivery.id}`))?.dueAt).toBe(TEST_NOW);
  });
});

describe('a history', () => {
  test('is purged when its oldest delivery is thirty days old, and not a moment earlier', async () => {
    expect(RETENTION).toBe(30 * DAY);
    const { id } = await begin();
    await sandbox.advance(TEST_NOW + DAY);
    const later = await begin();
    await sandbox.advance(TEST_NOW + RETENTION - 1);
    expect(await readDelivery(sandbox, id)).toBeDefined();
    await sandbox.advance(TEST_NOW + RETENTION);
    expect(await readDelivery(sandbox, id)).toBeUndefined();
    expect(await readDelivery(sandbox, later.id)).toBeDefined();
    await sandbox.advance(TEST_NOW + DAY + RETENTION);
    expect(await count()).toBe(0);
    expect(await jobOf('webhook-purge')).toBeUndefined();
  });

  test('has one purge for all, which is not put off', async () => {
    await begin();
    await sandbox.advance(TEST_NOW + HOUR);
    await begin();
    expect((await jobOf('webhook-purge'))?.dueAt).toBe(TEST_NOW + RETENTION);
  });

  test('that is long is purged bit by bit: one transaction takes no more than 200', async () => {
    await keepDeliveries(sandbox, ...Array.from({ length: 450 }, (_, n) => createDelivery({ id: `d${String(n)}` })));
    await sandbox.advance(TEST_NOW + RETENTION);
    for (const left of [250, 50, 0, 0]) {
      await sandbox.transact((work) =>
        jobHandlers['webhook-purge']!(work, { id: 'webhook-purge', kind: 'webhook-purge', dueAt: 0, data: null }),
      );
      expect(await count()).toBe(left);
    }
  });

  test('that is long is purged whole on the clock, too', async () => {
    await keepDeliveries(sandbox, ...Array.from({ length: 450 }, (_, n) => createDelivery({ id: `d${String(n)}` })));
    await sandbox.transact((work) => schedulePurge(work, createDelivery(), RETENTION));
    await sandbox.advance(TEST_NOW + RETENTION);
    expect(await count()).toBe(0);
  });
});

describe('a message', () => {
  test('is kept as long as there is a delivery of it', async () => {
    await keepMessage();
    const records = ['a', 'b'].map((id) => createDelivery({ id, endpointId: `wh_${id}` }));
    await keepDeliveries(sandbox, ...records, createDelivery({ id: 'c', eventId: 'evt_2' }));
    await sandbox.transact((work) => removeDelivery(work, records[0]!));
    expect(await message()).toEqual(MESSAGE);
    await sandbox.transact((work) => removeDelivery(work, records[1]!));
    expect(await message()).toBeUndefined();
    expect(await count()).toBe(1);
  });

  test('may be gone before its delivery, whose attempts are gone with it', async () => {
    const delivery = await begin();
    await sandbox.transact((work) => removeDelivery(work, delivery));
    expect(await count()).toBe(0);
    expect(await jobOf(`webhook-attempt/${delivery.id}`)).toBeUndefined();
  });
});

describe('secrets', () => {
  test('are both good while one is being replaced, the current one first, and not a moment longer', () => {
    const secrets = rotateSecret({ current: 'a' }, 'b', TEST_NOW, DAY);
    expect(secrets).toEqual({ current: 'b', former: { secret: 'a', goodUntil: TEST_NOW + DAY } });
    expect(goodSecrets(secrets, TEST_NOW + DAY - 1)).toEqual(['b', 'a']);
    expect(goodSecrets(secrets, TEST_NOW + DAY)).toEqual(['b']);
    expect(goodSecrets({ current: 'a' }, TEST_NOW)).toEqual(['a']);
  });

  test('are good for as long as somebody says', () => {
    const first = rotateSecret({ current: 'a' }, 'b', TEST_NOW, 1000);
    expect(goodSecrets(first, TEST_NOW + 999)).toEqual(['b', 'a']);
    // Of three the oldest is good no more.
    expect(goodSecrets(rotateSecret(first, 'c', TEST_NOW, DAY), TEST_NOW)).toEqual(['c', 'b']);
  });
});
