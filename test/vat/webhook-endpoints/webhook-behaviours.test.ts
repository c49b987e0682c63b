import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import { type DeliveryRecord, deliveries, messages } from '../../../src/engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../../src/engine/webhooks/endpoint.ts';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { NOW, type Service, openService } from '../open-service.ts';

const FORBIDDEN_URL = 'https://forbidden.example';

let service: Service;
let id: string;
beforeEach(async () => {
  service = openService({
    refusalOf: (url) => (url === FORBIDDEN_URL ? 'must lead elsewhere' : undefined),
    drawSecret: () => 'whsec_abc',
  });
  const body = { url: 'https://receiver.example/hook', events: ['kyc.*'] };
  ({ id } = (await service.call('createWebhook', { body })).body);
});
afterEach(() => service.stop());

const patch = (body: object) => service.call('updateWebhook', { path: { id }, body });
const fire = async () =>
  (await service.call('testWebhook', { path: { id }, body: { eventType: 'kyc.buyer_verified', data: { b: 1 } } }))
    .body as Schemas['WebhookDelivery'];
const endpoint = () => service.sandbox.read((work) => work.get(webhookEndpoints, id)!);
const set = async (change: object): Promise<void> => {
  const before = await endpoint();
  await service.sandbox.transact((work) => work.update(webhookEndpoints, before, { ...before, ...change }));
};

test('a change leaves a URL alone that was registered while it was allowed', async () => {
  await set({ url: FORBIDDEN_URL });
  expect((await patch({ url: FORBIDDEN_URL, events: ['webhook.*'] })).body).toMatchObject({
    url: FORBIDDEN_URL,
    events: ['webhook.*'],
  });
});

test('a change of the status forgets what failed before; any other does not', async () => {
  const streak = { failures: 3, since: TEST_NOW };
  await set({ streak });
  await patch({ events: ['webhook.*'] });
  expect(await endpoint()).toMatchObject({ streak });
  await patch({ status: 'PAUSED' });
  expect(await endpoint()).toMatchObject({ streak: null });
});

test('a test fire has the envelope that the sandbox assumes, and its payload as it was sent', async () => {
  service.sandbox.assumed = {
    ...NOTHING_ASSUMED,
    eventAmendments: [{ fill: { more: 1 }, envelope: { specversion: '1.0' } }],
  };
  const { eventId } = await fire();
  const { body } = (await service.sandbox.read((work) => work.get(messages, eventId)))!;
  expect(JSON.parse(body)).toMatchObject({ specversion: '1.0', type: 'kyc.buyer_verified' });
  expect(JSON.parse(body)).toHaveProperty('data', { b: 1 });
});

test('a replay of an event whose bytes are lost is a bug of ours', async () => {
  const { id: deliveryId, eventId } = await fire();
  await service.sandbox.transact((work) => {
    work.remove(messages, work.get(messages, eventId)!);
  });
  await expect(service.call('replayWebhookDelivery', { path: { id, deliveryId } })).rejects.toThrow(eventId);
});

test('a history that is cut off is sorted and paged as the whole one', async () => {
  const records: readonly Partial<DeliveryRecord>[] = [
    { attempts: 1, lastAttemptAt: TEST_NOW + 2 },
    { attempts: 3, lastAttemptAt: null },
    { attempts: 2, lastAttemptAt: TEST_NOW + 1 },
    { attempts: 4, status: 'FAILED', lastAttemptAt: TEST_NOW + 3 },
  ];
  for (const change of records) {
    const { id: deliveryId } = await fire();
    await service.sandbox.transact((work) => {
      const record = work.get(deliveries, deliveryId)!;
      work.update(deliveries, record, { ...record, ...change } as DeliveryRecord);
    });
  }
  const page = async (query: object) =>
    (await service.call('listWebhookDeliveries', { path: { id }, query: { ...query } }))
      .body as Schemas['WebhookDeliveryPage'];
  const attemptsIn = async (query: object) => (await page(query)).data.map(({ attempts }) => attempts);
  const since = '2026-01-01T00:00:00Z';
  for (const cut of [{}, { since }]) {
    expect(await attemptsIn(cut)).toEqual([4, 2, 3, 1]);
    expect(await attemptsIn({ ...cut, sort: 'createdAt,asc' })).toEqual([1, 3, 2, 4]);
    expect(await attemptsIn({ ...cut, sort: 'attempts,asc' })).toEqual([1, 2, 3, 4]);
    expect(await attemptsIn({ ...cut, sort: 'attempts,desc' })).toEqual([4, 3, 2, 1]);
    expect(await attemptsIn({ ...cut, sort: 'lastAttemptAt,asc' })).toEqual([3, 2, 1, 4]);
    expect(await attemptsIn({ ...cut, page: 0, size: 3 })).toEqual([4, 2, 3]);
    expect(await attemptsIn({ ...cut, status: 'FAILED' })).toEqual([4]);
    expect(await attemptsIn({ ...cut, status: 'PENDING' })).toEqual([2, 3, 1]);
    expect(await page({ ...cut, page: 1, size: 3 })).toMatchObject({
      data: [{ attempts: 1 }],
      pagination: { page: 1, size: 3, totalElements: 4, totalPages: 2 },
    });
  }
  // It begins after the instant that is asked for.
  expect(await attemptsIn({ since: NOW })).toEqual([]);
  expect(await attemptsIn({ since: new Date(TEST_NOW - 1).toISOString() })).toHaveLength(4);
});
