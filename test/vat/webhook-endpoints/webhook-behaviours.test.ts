import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import { messages } from '../../../src/engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../../src/engine/webhooks/endpoint.ts';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { type Service, openService } from '../open-service.ts';

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
