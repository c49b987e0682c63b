import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import { type DeliveryRecord, deliveries, messages } from '../../../src/engine/webhooks/delivery.ts';
import { type WebhookEndpointRecord, webhookEndpoints } from '../../../src/engine/webhooks/endpoint.ts';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { SELLER } from '../../support/sample-records.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { NOW, ORGANIZATION, OTHER_SELLER, STRANGER, type Service, openService } from '../open-service.ts';

const URL_OF_HOOK = 'https://receiver.example/hook';
const FORBIDDEN_URL = 'https://forbidden.example';

let service: Service;
beforeEach(() => {
  service = openService({
    refusalOf: (url) => (url === FORBIDDEN_URL ? 'must lead elsewhere' : undefined),
    drawSecret: () => 'whsec_abc',
  });
});
afterEach(() => service.stop());

const create = (change: object = {}, more: object = {}) =>
  service.call('createWebhook', { body: { url: URL_OF_HOOK, events: ['kyc.*'], ...change }, ...more });

const register = async (change: object = {}): Promise<string> => String((await create(change)).body.id);

const show = async (id: string) => (await service.call('getWebhook', { path: { id } })).body as object;

const patch = (id: string, body: object, ifMatch?: string) =>
  service.call('updateWebhook', { path: { id }, body, ...(ifMatch === undefined ? {} : { ifMatch }) });

const fire = (id: string) =>
  service.call('testWebhook', { path: { id }, body: { eventType: 'kyc.buyer_verified', data: { buyerUuid: 'b' } } });

const replay = (id: string, deliveryId: unknown) => ({ path: { id, deliveryId: String(deliveryId) } });

const history = async (id: string) =>
  (await service.call('listWebhookDeliveries', { path: { id } })).body.data as readonly { readonly id: string }[];

const endpointRecord = async (id: string): Promise<WebhookEndpointRecord> =>
  (await service.sandbox.read((work) => work.get(webhookEndpoints, id)))!;

const deliveryRecord = async (id: unknown): Promise<DeliveryRecord> =>
  (await service.sandbox.read((work) => work.get(deliveries, String(id))))!;

describe('a webhook endpoint that is registered', () => {
  test('is active, and is shown with its secret this once', async () => {
    const { status, body } = await create({ partnerIds: [SELLER] });
    expect(status).toBe(201);
    const shown = {
      id: expect.stringMatching(/^wh_[0-9A-HJKMNP-TV-Z]{26}$/),
      url: URL_OF_HOOK,
      events: ['kyc.*'],
      partnerIds: [SELLER],
      status: 'ACTIVE',
      version: 1,
    };
    expect(body).toEqual({ ...shown, secret: 'whsec_abc' });
    expect(await service.call('getWebhook', { path: { id: body.id } })).toMatchObject({ status: 200, body: shown });
    expect(await show(body.id)).not.toHaveProperty('secret');
    expect(await endpointRecord(body.id)).toMatchObject({
      administratorEmail: 'admin@example.com',
      createdAt: TEST_NOW,
      lastSuccessAt: null,
      streak: null,
    });
  });

  test('by nobody has nobody to write to', async () => {
    const { body } = await create({}, { organization: undefined });
    expect(await endpointRecord(body.id)).toMatchObject({ administratorEmail: '' });
  });

  test('without events hears of all of them', async () => {
    const { body } = await service.call('createWebhook', { body: { url: URL_OF_HOOK } });
    expect(body.events).toEqual([
      'compliance.*',
      'kyc.*',
      'export_file.*',
      'prospect.*',
      'self_service_invitation.*',
      'webhook.*',
    ]);
  });

  test('has a secret without its prefix where that is assumed', async () => {
    service.assume('webhook-secret-format=without-prefix');
    expect((await create()).body.secret).toBe('abc');
  });

  test('is refused with a URL that deliveries may not go to', async () => {
    expect(await service.refusal('createWebhook', { body: { url: FORBIDDEN_URL, events: [] } })).toMatchObject({
      status: 422,
      type: 'validation-error',
      errors: [{ field: 'url', message: 'must lead elsewhere', rejectedValue: FORBIDDEN_URL }],
    });
    expect((await service.call('listWebhooks')).body.data).toEqual([]);
  });

  test('stands in the list, in the order of registration', async () => {
    const ids = [await register(), await register(), await register()];
    const { status, body } = await service.call('listWebhooks');
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { readonly id: string }) => id)).toEqual(ids);
    expect(body.data[0]).toEqual(await show(ids[0]!));
  });

  test('is gone when it is deleted, with its history', async () => {
    const id = await register();
    const { body } = await fire(id);
    expect((await service.call('deleteWebhook', { path: { id } })).status).toBe(204);
    expect((await service.call('listWebhooks')).body.data).toEqual([]);
    expect(await deliveryRecord(body.id)).toBeUndefined();
  });
});

describe('partnerIds', () => {
  test('are authorized partners, in whatever case', async () => {
    const partnerIds = [SELLER.toUpperCase(), OTHER_SELLER];
    expect((await create({ partnerIds })).body.partnerIds).toEqual([SELLER, OTHER_SELLER]);
  });

  test('that are empty restrict nothing', async () => {
    expect((await create({ partnerIds: [] })).body).not.toHaveProperty('partnerIds');
  });

  test.each([
    ['of a stranger', ORGANIZATION],
    ['of a caller without an organization', undefined],
  ])('%s are refused, and named', async (_who, organization) => {
    const partnerIds = organization === undefined ? [SELLER] : [SELLER, STRANGER];
    const body = { url: URL_OF_HOOK, events: ['kyc.*'], partnerIds };
    expect(await service.refusal('createWebhook', { body, organization })).toMatchObject({
      status: 403,
      type: 'forbidden',
      detail: expect.stringContaining(partnerIds.at(-1)!),
    });
  });
});

describe('a change', () => {
  test.each([
    ['url', 'https://other.example/hook'],
    ['events', ['compliance.*']],
    ['partnerIds', [OTHER_SELLER]],
    ['status', 'PAUSED'],
  ])('of %s leaves the rest as it is, and is a new version', async (member, value) => {
    const id = await register({ partnerIds: [SELLER] });
    const before = await show(id);
    const { status, body } = await patch(id, { [member]: value });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, [member]: value, version: 2 });
    expect(await show(id)).toEqual(body);
  });

  test('to null takes the restriction to partners away', async () => {
    const id = await register({ partnerIds: [SELLER] });
    const { body } = await patch(id, { partnerIds: null });
    expect(body).not.toHaveProperty('partnerIds');
    expect(body.version).toBe(2);
  });

  test('to what it is already is none', async () => {
    const id = await register({ partnerIds: [SELLER] });
    const before = await show(id);
    const same = { url: URL_OF_HOOK, events: ['kyc.*'], partnerIds: [SELLER.toUpperCase()], status: 'ACTIVE' };
    expect(await patch(id, same)).toMatchObject({ status: 200, body: before });
    expect(await patch(id, {})).toMatchObject({ status: 200, body: before });
    expect(await show(id)).toEqual(before);
  });

  test('of a former version is refused', async () => {
    const id = await register();
    await patch(id, { events: ['compliance.*'] }, '"1"');
    const ask = { path: { id }, body: { events: ['kyc.*'] }, ifMatch: '"1"' };
    expect(await service.refusal('updateWebhook', ask)).toMatchObject({ status: 409, type: 'version-mismatch' });
    expect(await show(id)).toMatchObject({ events: ['compliance.*'], version: 2 });
  });

  test('to a URL that deliveries may not go to is refused, or to partners of others', async () => {
    const id = await register();
    const refusal = (body: object) => service.refusal('updateWebhook', { path: { id }, body });
    expect(await refusal({ url: FORBIDDEN_URL })).toMatchObject({ status: 422, errors: [{ field: 'url' }] });
    expect(await refusal({ partnerIds: [STRANGER] })).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await show(id)).toMatchObject({ url: URL_OF_HOOK, version: 1 });
  });

  test('leaves a URL alone that was registered while it was allowed', async () => {
    const id = await register();
    const record = await endpointRecord(id);
    await service.sandbox.transact((work) => work.update(webhookEndpoints, record, { ...record, url: FORBIDDEN_URL }));
    expect((await patch(id, { url: FORBIDDEN_URL, events: ['webhook.*'] })).body).toMatchObject({
      url: FORBIDDEN_URL,
      events: ['webhook.*'],
    });
  });

  test('of the status forgets what failed before; any other does not', async () => {
    const id = await register();
    const streak = { failures: 3, since: TEST_NOW };
    const record = await endpointRecord(id);
    await service.sandbox.transact((work) => work.update(webhookEndpoints, record, { ...record, streak }));
    await patch(id, { events: ['webhook.*'] });
    expect(await endpointRecord(id)).toMatchObject({ streak });
    await patch(id, { status: 'PAUSED' });
    expect(await endpointRecord(id)).toMatchObject({ streak: null });
  });
});

describe('while it is paused', () => {
  const nextOf = async (deliveryId: unknown) => (await deliveryRecord(deliveryId)).nextRetryAt;

  test('nothing is sent, and what was pending does not go on by itself', async () => {
    const id = await register();
    const { body } = await fire(id);
    await patch(id, { events: ['webhook.*'] });
    expect(await nextOf(body.id)).toBe(TEST_NOW);
    await patch(id, { status: 'PAUSED' });
    expect(await deliveryRecord(body.id)).toMatchObject({ nextRetryAt: null, status: 'PENDING' });
    expect((await patch(id, { status: 'ACTIVE' })).body).toMatchObject({ status: 'ACTIVE', version: 4 });
    expect(await nextOf(body.id)).toBeNull();
  });

  test('what was pending goes on at its reactivation where that is assumed, and by no other change', async () => {
    const id = await register();
    const { body } = await fire(id);
    await patch(id, { status: 'PAUSED' });
    service.assume('paused-endpoint-policy=resumed');
    await patch(id, { events: ['webhook.*'] });
    expect(await nextOf(body.id)).toBeNull();
    await patch(id, { status: 'ACTIVE' });
    expect(await nextOf(body.id)).toBe(TEST_NOW);
  });

  test('what was pending before a former reactivation stays where it is', async () => {
    const id = await register();
    const { body } = await fire(id);
    await patch(id, { status: 'PAUSED' });
    await patch(id, { status: 'ACTIVE' });
    service.assume('paused-endpoint-policy=resumed');
    await patch(id, { events: ['webhook.*'] });
    expect(await nextOf(body.id)).toBeNull();
  });

  test('test fires and replays are refused', async () => {
    const id = await register();
    const { body } = await fire(id);
    await patch(id, { status: 'PAUSED' });
    const paused = { status: 409, type: 'webhook-endpoint-paused', detail: expect.stringContaining(id) };
    const ask = { path: { id }, body: { eventType: 'kyc.buyer_verified', data: {} } };
    expect(await service.refusal('testWebhook', ask)).toMatchObject(paused);
    expect(await service.refusal('replayWebhookDelivery', replay(id, body.id))).toMatchObject(paused);
    expect(await history(id)).toHaveLength(1);
  });
});

describe('a test fire', () => {
  const bodyOf = async (eventId: string) => {
    const message = await service.sandbox.read((work) => work.get(messages, eventId));
    return { ...message, body: JSON.parse(message!.body) as unknown };
  };

  test('is a delivery of its own', async () => {
    const id = await register();
    const { status, body } = await fire(id);
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.stringMatching(/^del_/),
      eventId: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/),
      eventType: 'kyc.buyer_verified',
      status: 'PENDING',
      httpStatus: null,
      attempts: 0,
      lastAttemptAt: null,
      nextRetryAt: NOW,
      createdAt: NOW,
    });
    expect(await history(id)).toEqual([body]);
    expect(await deliveryRecord(body.id)).toMatchObject({ isTest: true, endpointId: id });
    expect(await bodyOf(body.eventId)).toMatchObject({
      eventType: 'kyc.buyer_verified',
      body: {
        id: body.eventId,
        type: 'kyc.buyer_verified',
        createdAt: NOW,
        organizationUuid: ORGANIZATION.uuid,
        data: { buyerUuid: 'b' },
      },
    });
  });

  test('has the envelope that the sandbox assumes, and its payload as it was sent', async () => {
    const id = await register();
    service.sandbox.assumed = {
      ...NOTHING_ASSUMED,
      eventAmendments: [{ fill: { more: 1 }, envelope: { specversion: '1.0' } }],
    };
    const { body } = await fire(id);
    expect((await bodyOf(body.eventId)).body).toMatchObject({ specversion: '1.0', type: 'kyc.buyer_verified' });
    expect((await bodyOf(body.eventId)).body).toHaveProperty('data', { buyerUuid: 'b' });
  });
});

describe('a replay', () => {
  test('is another delivery of the same event', async () => {
    const id = await register();
    const { body: first } = await fire(id);
    const { status, body } = await service.call('replayWebhookDelivery', replay(id, first.id));
    expect(status).toBe(202);
    expect(body).toEqual({ ...first, id: expect.stringMatching(/^del_/) });
    expect(body.id).not.toBe(first.id);
    expect((await history(id)).map((one) => one.id)).toEqual([body.id, first.id]);
    expect(await deliveryRecord(body.id)).toMatchObject({ replayOf: first.id, isTest: true });
  });

  test('of one that has not failed is refused where that is assumed', async () => {
    const id = await register();
    const { body } = await fire(id);
    service.assume('delivery-replay=failed-only', 'paused-endpoint-policy=failed');
    expect(await service.refusal('replayWebhookDelivery', replay(id, body.id))).toMatchObject({
      status: 409,
      type: 'milestone-not-reached',
      detail: expect.stringMatching(new RegExp(`${String(body.id)}.*PENDING`)),
    });
    await patch(id, { status: 'PAUSED' });
    await patch(id, { status: 'ACTIVE' });
    expect((await deliveryRecord(body.id)).status).toBe('FAILED');
    expect((await service.call('replayWebhookDelivery', replay(id, body.id))).status).toBe(202);
  });

  test('is of a delivery to this endpoint', async () => {
    const [id, other] = [await register(), await register()];
    const { body } = await fire(other);
    const unknown = { status: 404, type: 'not-found' };
    expect(await service.refusal('replayWebhookDelivery', replay(id, body.id))).toMatchObject({
      ...unknown,
      detail: expect.stringMatching(new RegExp(`${id}.*${String(body.id)}`)),
    });
    expect(await service.refusal('replayWebhookDelivery', replay(id, 'del_0'))).toMatchObject(unknown);
    expect(await service.refusal('replayWebhookDelivery', replay('wh_0', body.id))).toMatchObject(unknown);
  });

  test('of an event whose bytes are lost is a bug of ours', async () => {
    const id = await register();
    const { body } = await fire(id);
    await service.sandbox.transact((work) => {
      work.remove(messages, work.get(messages, body.eventId)!);
    });
    await expect(service.call('replayWebhookDelivery', replay(id, body.id))).rejects.toThrow(body.eventId);
  });
});

test.each(['getWebhook', 'updateWebhook', 'deleteWebhook', 'listWebhookDeliveries', 'testWebhook'] as const)(
  '%s of an endpoint that there is not is refused',
  async (operation) => {
    await register();
    expect(await service.refusal(operation, { path: { id: 'wh_0' }, body: {} })).toMatchObject({
      status: 404,
      type: 'not-found',
      detail: expect.stringContaining('wh_0'),
    });
  },
);

describe('the history', () => {
  const page = async (id: string, query: object) =>
    (await service.call('listWebhookDeliveries', { path: { id }, query: { ...query } }))
      .body as Schemas['WebhookDeliveryPage'];

  /** Deliveries of one endpoint: how often each was tried, and when it was created. */
  const keep = async (id: string, ...all: readonly Partial<DeliveryRecord>[]) => {
    for (const change of all) {
      const { body } = await fire(id);
      const record = await deliveryRecord(body.id);
      await service.sandbox.transact((work) =>
        work.update(deliveries, record, { ...record, ...change } as DeliveryRecord),
      );
    }
  };
  const triesOf = ({ data }: { readonly data: readonly { readonly attempts: number }[] }) =>
    data.map(({ attempts }) => attempts);

  test('that is cut off is sorted and paged as the whole one', async () => {
    const id = await register();
    await keep(
      id,
      { attempts: 1, lastAttemptAt: TEST_NOW + 2 },
      { attempts: 3, lastAttemptAt: null },
      { attempts: 2, lastAttemptAt: TEST_NOW + 1 },
      { attempts: 4, status: 'FAILED', lastAttemptAt: TEST_NOW + 3 },
    );
    const since = '2026-01-01T00:00:00Z';
    expect(triesOf(await page(id, { since }))).toEqual([4, 2, 3, 1]);
    expect(triesOf(await page(id, { since, sort: 'createdAt,asc' }))).toEqual([1, 3, 2, 4]);
    expect(triesOf(await page(id, { since, sort: 'attempts,asc' }))).toEqual([1, 2, 3, 4]);
    expect(triesOf(await page(id, { since, sort: 'attempts,desc' }))).toEqual([4, 3, 2, 1]);
    expect(triesOf(await page(id, { since, sort: 'lastAttemptAt,asc' }))).toEqual([3, 2, 1, 4]);
    const second = await page(id, { since, page: 1, size: 3 });
    expect(triesOf(second)).toEqual([1]);
    expect(second.pagination).toEqual({ page: 1, size: 3, totalElements: 4, totalPages: 2 });
    expect(triesOf(await page(id, { since, page: 0, size: 3 }))).toEqual([4, 2, 3]);
    expect(triesOf(await page(id, { since, status: 'FAILED' }))).toEqual([4]);
    expect(triesOf(await page(id, { status: 'FAILED' }))).toEqual([4]);
    expect(triesOf(await page(id, { status: 'PENDING' }))).toEqual([2, 3, 1]);
  });

  test('begins after the instant that is asked for', async () => {
    const id = await register();
    await keep(id, { attempts: 1 });
    expect((await page(id, { since: NOW })).data).toEqual([]);
    expect(triesOf(await page(id, { since: new Date(TEST_NOW - 1).toISOString() }))).toEqual([1]);
  });

  test('is refused since a day that there is not', async () => {
    const id = await register();
    const query = { since: '2026-02-30' };
    expect(await service.refusal('listWebhookDeliveries', { path: { id }, query })).toMatchObject({
      status: 422,
      errors: [{ field: 'since', rejectedValue: '2026-02-30' }],
    });
  });

  test('shows hundreds of deliveries, each once', async () => {
    const id = await register();
    for (let count = 0; count < 201; count++) await fire(id);
    const shown = await page(id, { since: '2026-01-01', size: 100, page: 2 });
    expect(shown.pagination).toMatchObject({ totalElements: 201, totalPages: 3 });
    expect(shown.data).toHaveLength(1);
  });
});
