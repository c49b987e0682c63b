import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import type { components } from '../../../src/generated/admin-types.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, succeed } from '../control-api/admin-client.ts';
import { readRecords } from './read-records.ts';

type Schemas = components['schemas'];

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);

const search = async (q: string, sandbox = 'demo'): Promise<NonNullable<Schemas['RecordCollections']['hits']>> =>
  (
    succeed(await admin('GET', `/records?search=${encodeURIComponent(q)}&sandbox=${sandbox}`))
      .body as Schemas['RecordCollections']
  ).hits ?? [];

const { data: orders } = await readRecords(admin, 'orders')();
const [order] = orders;
if (order === undefined) throw new Error('the fixtures have orders');

test('records are found by ids, VINs, VAT numbers and names', async () => {
  const { uuid, buyer } = order;
  for (const q of [uuid, order.externalOrderId.toLowerCase(), order.vehicles.vins[0]!])
    expect(await search(q)).toContainEqual(expect.objectContaining({ kind: 'order', id: uuid }));
  for (const q of [buyer.uuid, buyer.vatNumber, buyer.companyName.slice(0, 5)])
    expect(await search(q)).toContainEqual(expect.objectContaining({ kind: 'buyer', id: buyer.uuid }));
  expect(await search(buyer.vatNumber.toLowerCase())).toContainEqual({
    ...{ kind: 'order', id: uuid, title: order.externalOrderId, detail: buyer.vatNumber },
  });
  expect((await search(uuid))[0]).toMatchObject({ id: uuid });
  expect((await search('20')).length).toBeLessThanOrEqual(20);
});

test('a request is found by its id', async () => {
  const answer = await started.api.get('/me');
  const id = answer.headers['x-mock-request-id']!;
  expect(await search(id)).toEqual([{ kind: 'request', id, title: 'getOrganization 200' }]);
});

test('a webhook, its deliveries and events are found by their ids, requests by their trace', async () => {
  const created = await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['kyc.*'] });
  const webhook = String(created.body.id);
  expect(await search(webhook)).toContainEqual({ kind: 'webhook', id: webhook, title: '127.0.0.1:9' });
  expect(await search(created.headers['x-trace-id']!)).toEqual([
    { kind: 'request', id: created.headers['x-mock-request-id'], title: 'createWebhook 201' },
  ]);
  succeed(await started.api.post(`/webhooks/${webhook}/test`, { eventType: 'kyc.verification_completed', data: {} }));
  const travelling = orders.find(({ status }) => status === 'TRANSPORT_IN_PROGRESS')!;
  await started.mock.simulate('vies_recheck_failed_in_transit', { orderUuid: travelling.uuid });
  await started.mock.idle();
  const [delivery] = succeed(await admin('GET', `/deliveries?webhookId=${webhook}`)).body.data as Schemas['Delivery'][];
  if (delivery === undefined) throw new Error('the test of a webhook is a delivery');
  expect(await search(delivery.id)).toContainEqual(
    expect.objectContaining({ kind: 'delivery', id: delivery.id, title: `Delivery of ${delivery.eventType}` }),
  );
  const [event] = succeed(await admin('GET', '/events')).body.data as Schemas['Event'][];
  if (event === undefined) throw new Error('the order has emitted events');
  expect(await search(event.id)).toContainEqual({ kind: 'event', id: event.id, title: event.type });
});

test('the records of another sandbox are invisible', async () => {
  const { id } = await createSandbox(admin);
  expect(await search(order.uuid, id)).toEqual([]);
  for (const path of [`/records/orders/${order.uuid}`, `/records/buyers/${order.buyer.uuid}`])
    expect(await admin('GET', `${path}?sandbox=${id}`)).toMatchObject({ status: 404 });
});

test('a description of one’s own is told, and has jobs, but no orders', async () => {
  const foreign = await startMock({
    spec: fileURLToPath(new URL('../foreign-descriptions/descriptions/forms.yaml', import.meta.url)),
  });
  try {
    const call = createAdminClient(foreign);
    for (const path of ['/records/orders', `/records/orders/${order.uuid}`, '/records/buyers'])
      expect(await call('GET', path)).toMatchObject({ status: 404 });
    expect(succeed(await call('GET', '/description')).body).toMatchObject({
      openapi: expect.stringMatching(/^3/),
      paths: {},
    });
    expect(succeed(await call('GET', '/records/jobs')).body.data).toEqual([]);
  } finally {
    await foreign.stop();
  }
});
