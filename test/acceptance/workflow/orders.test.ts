import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { OTHER_VIN, SELLER, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const { api, clock, mock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
beforeEach(() => {
  clock.advance(60_000);
});

const ORDERS = `/partners/${SELLER}/orders`;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('the natural key', () => {
  const body = (buyerId: string, change: object = {}): object => ({
    externalOrderId: 'NATURAL-1',
    buyerId,
    purchaseDate: '2026-11-02',
    vins: [vehicle(VIN)],
    totalAmount: { value: 1_250_000, currency: 'EUR' },
    ...change,
  });

  test('the same order again is 200 and the same order; another body is 409 with it', async () => {
    const { buyerUuid } = await workflow.begin();
    const first = await api.post(ORDERS, body(buyerUuid));
    expect(first.status).toBe(201);
    // Members in another order, the buyer in upper case: still the same.
    const again = await api.post(ORDERS, Object.fromEntries(Object.entries(body(buyerUuid.toUpperCase())).reverse()));
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { etag: '"1"' } });

    const conflict = await api.post(ORDERS, body(buyerUuid, { purchaseDate: '2026-11-03' }));
    expectRefusal(conflict, 409, 'resource-exists-different-body');
    expect(conflict.body.currentResource).toEqual(first.body);
    expect((await workflow.order(first.body.uuid)).text).toBe(first.text);
  });

  test('belongs to the seller: the other one has orders of its own', async () => {
    const { buyerUuid } = await workflow.begin();
    const foreign = '/partners/7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f/orders';
    expectRefusal(await api.post(foreign, body(buyerUuid)), 404, 'not-found');
  });
});

test('an order for a buyer that there is not is 404, and the answer says what to do', async () => {
  const answer = await workflow.createOrder(UNKNOWN);
  expectRefusal(answer, 404, 'not-found');
  expect(answer.body.detail).toContain(UNKNOWN);
});

test('amounts beyond 2^53 come back digit by digit', async () => {
  const { buyerUuid } = await workflow.begin();
  const text = JSON.stringify({
    externalOrderId: 'INT64',
    buyerId: buyerUuid,
    purchaseDate: '2026-11-02',
    vins: [vehicle(VIN)],
    totalAmount: { value: 0, currency: 'EUR' },
  }).replace('"value":0', '"value":9223372036854775807');
  const created = await api.post(ORDERS, text);
  expect(created.status).toBe(201);
  expect((await api.get(`${ORDERS}/${created.body.uuid}`)).text).toContain('"value":9223372036854775807');
  succeed(await workflow.submitInvoice(created.body.uuid));
  expect((await workflow.pay(created.body.uuid)).text).toContain('"outstandingAmount":{"value":9223372036853525807,');
});

test.each(['2016-12-31T23:59:60Z', '2016-12-31T15:59:60-08:00'])(
  'the leap second %s comes back as it was sent',
  async (paidAt) => {
    const { orderUuid } = await workflow.begin();
    succeed(await workflow.submitInvoice(orderUuid));
    expect(await workflow.pay(orderUuid, { paidAt })).toMatchObject({ status: 201, body: { paidAt } });
  },
);

test.each([
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
])('a pickup at %s is one like any other, also for what follows it', async (pickedUpAt, at) => {
  const { orderUuid } = await workflow.begin();
  succeed(await workflow.submitInvoice(orderUuid));
  succeed(await workflow.pay(orderUuid));
  succeed(await workflow.confirmPickup(orderUuid, { pickedUpAt }));
  const early = await workflow.confirmDelivery(orderUuid, { deliveredAt: '2016-12-30T00:00:00Z' });
  expect(early.body.errors).toMatchObject([{ field: 'deliveredAt' }]);
  const { calls } = succeed(await api.get(`${mock.url}/__admin/orders/${orderUuid}/next`)).body;
  const { body } = calls.find(({ operationId }: { operationId: string }) => operationId === 'confirmDelivery');
  const { milestones } = succeed(await api.get(`${mock.url}/__admin/records/orders/${orderUuid}`)).body;
  expect(milestones).toContainEqual(expect.objectContaining({ name: 'on_the_road', at }));
  succeed(await workflow.confirmDelivery(orderUuid, body));
});

describe('found', () => {
  test('by VIN over all authorized partners, newest first', async () => {
    const vin = 'VF1RFB00X56789012';
    const uuids: string[] = [];
    for (const seller of [SELLER, '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f']) {
      const { orderUuid } = await createWorkflow(api, clock, { seller }).begin([vehicle(vin)]);
      uuids.unshift(orderUuid);
    }
    const found = await api.get(`/orders?vin=${vin}`);
    expect(found.body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(uuids);
    expect(found.body.pagination).toEqual({ page: 0, size: 20, totalElements: 2, totalPages: 1 });
    expect((await api.get(`/orders?vin=${vin}`, { as: 'api-client-restricted' })).body.data).toEqual([]);
  });

  test('by VIN and status, page by page, sorted', async () => {
    const vin = 'ZFA31200000512345';
    const { buyerUuid } = await workflow.begin([vehicle(OTHER_VIN)]);
    const external = ['B', 'D', 'A', 'C', 'E'];
    for (const name of external)
      succeed(await workflow.createOrder(buyerUuid, { externalOrderId: `PAGE-${name}`, vins: [vehicle(vin)] }));
    const { data } = (await api.get(`/orders?vin=${vin}&status=CREATED&size=2&page=1&sort=externalOrderId,asc`)).body;
    expect(data.map(({ externalOrderId }: { externalOrderId: string }) => externalOrderId)).toEqual([
      'PAGE-C',
      'PAGE-D',
    ]);
    const last = await api.get(`/orders?vin=${vin}&size=2&page=2`);
    expect(last.body).toMatchObject({
      data: [{ externalOrderId: 'PAGE-B' }],
      pagination: { totalElements: 5, totalPages: 3 },
    });
    expect((await api.get(`/orders?vin=${vin}&status=CANCELLED`)).body.data).toEqual([]);
    expect((await api.get(`/orders?vin=${vin}&page=99`)).body).toMatchObject({
      data: [],
      pagination: { totalElements: 5 },
    });
  });

  test('every order once, however the pages are cut', async () => {
    const total = (await api.get('/orders?size=1')).body.pagination.totalElements;
    for (const size of [3, 7]) {
      const seen: string[] = [];
      for (let page = 0; page * size < total; page++) {
        const { data } = (await api.get(`/orders?size=${String(size)}&page=${String(page)}`)).body;
        seen.push(...data.map(({ uuid }: { uuid: string }) => uuid));
      }
      expect(new Set(seen).size).toBe(total);
      expect(seen).toHaveLength(total);
    }
  });
});

describe('cancelled', () => {
  test('before the verdict, once, with the reason audited', async () => {
    const { orderUuid } = await workflow.begin();
    const cancelled = await api.post(`/orders/${orderUuid}/cancel`, { reason: 'The customer withdrew' });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED', version: 2 } });
    expectRefusal(await api.post(`/orders/${orderUuid}/cancel`, {}), 409, 'milestone-already-set');
    for (const answer of [
      await workflow.submitInvoice(orderUuid),
      await workflow.pay(orderUuid),
      await workflow.confirmPickup(orderUuid),
    ])
      expectRefusal(answer, 409, 'milestone-already-set');
    expect((await workflow.order(orderUuid)).body).toEqual(cancelled.body);
  });

  test('not after it, and the answer names support', async () => {
    const { orderUuid } = await workflow.begin();
    await workflow.takeToTheRoad(orderUuid);
    await workflow.arrive(orderUuid);
    const refused = await api.post(`/orders/${orderUuid}/cancel`, {});
    expectRefusal(refused, 409, 'milestone-already-set');
    expect(refused.body.detail).toContain('support');
  });

  test('not after one that was taken back, whatever is archived or corrected since', async () => {
    const { orderUuid } = await workflow.begin();
    await workflow.takeToTheRoad(orderUuid);
    await workflow.arrive(orderUuid);
    const { data } = (await api.get(`${ORDERS}/${orderUuid}/documents`)).body;
    const cmr = data.find(({ type }: { type: string }) => type === 'CMR');
    succeed(await api.patch(`/documents/${cmr.id}`, { status: 'ARCHIVED' }));
    const open = await workflow.order(orderUuid);
    expect(open.body.status).toBe('TRANSPORT_COMPLETED');
    const refused = await api.post(`/orders/${orderUuid}/cancel`, {});
    expectRefusal(refused, 409, 'milestone-already-set');
    expect(refused.body.detail).toMatch(/had a verdict.*support/);
    expect((await workflow.order(orderUuid)).text).toBe(open.text);
  });
});

describe('steps out of order', () => {
  test('a VIN that is not the order’s is 422 at its place; one that is delivered cannot be revoked', async () => {
    const { orderUuid } = await workflow.begin([vehicle(VIN), vehicle(OTHER_VIN)]);
    await workflow.takeToTheRoad(orderUuid);
    const unknown = await workflow.confirmDelivery(orderUuid, { vins: [VIN, 'VF1RFB00X56789012'] });
    expectRefusal(unknown, 422, 'validation-error');
    expect(unknown.body.errors).toMatchObject([{ field: 'vins[1]', rejectedValue: 'VF1RFB00X56789012' }]);
    succeed(await workflow.confirmDelivery(orderUuid, { vins: [VIN] }));
    expectRefusal(await workflow.revokePickup(orderUuid, { vins: [VIN] }), 409, 'milestone-already-set');
    expect((await workflow.revokePickup(orderUuid)).body).toMatchObject({
      status: 'PARTIAL',
      vins: [{ status: 'DELIVERED' }, { status: 'NOT_STARTED' }],
    });
  });

  test('a delivery before its pickup is 422, also that of the second VIN alone', async () => {
    const { orderUuid } = await workflow.begin([vehicle(OTHER_VIN), vehicle(VIN)]);
    await workflow.takeToTheRoad(orderUuid);
    const deliveredAt = new Date(clock.now()).toISOString();
    succeed(await workflow.revokePickup(orderUuid, { vins: [VIN] }));
    clock.advance(60_000);
    succeed(await workflow.confirmPickup(orderUuid, { vins: [VIN] }));
    const early = await workflow.confirmDelivery(orderUuid, { deliveredAt });
    expectRefusal(early, 422, 'validation-error');
    expect(early.body.errors).toMatchObject([{ field: 'deliveredAt' }]);
    expect(early.body.errors[0].message).toMatch(new RegExp(`^is before the pickup of ${VIN} at 20`));
  });

  test('payments in another currency, or of nothing, are 422', async () => {
    const { orderUuid } = await workflow.begin();
    succeed(await workflow.submitInvoice(orderUuid));
    const dollars = await workflow.pay(orderUuid, { amount: { value: 1, currency: 'USD' } });
    expect(dollars.body.errors).toMatchObject([{ field: 'amount.currency', rejectedValue: 'USD' }]);
    const nothing = await workflow.pay(orderUuid, { amount: { value: 0, currency: 'EUR' } });
    expect(nothing.body.errors).toMatchObject([{ field: 'amount.value', rejectedValue: 0 }]);
  });
});

describe('evidence that a step names', () => {
  test('has to be a document of the order, of the right type, and current', async () => {
    const { orderUuid } = await workflow.begin();
    const { orderUuid: otherOrder } = await workflow.begin([vehicle(OTHER_VIN)], { vatNumber: 'SE100' });
    succeed(await workflow.submitInvoice(orderUuid));
    succeed(await workflow.pay(orderUuid));
    const foreign = succeed(await workflow.upload(otherOrder, 'CMR')).body.id;
    const wrongType = succeed(await workflow.upload(orderUuid, 'INVOICE')).body.id;
    const archived = succeed(await workflow.upload(orderUuid, 'CMR')).body.id;
    succeed(await api.patch(`/documents/${archived}`, { status: 'ARCHIVED' }));
    for (const cmrDocumentId of [UNKNOWN, foreign, wrongType, archived]) {
      const refused = await workflow.confirmPickup(orderUuid, { cmrDocumentId });
      expectRefusal(refused, 422, 'validation-error');
      expect(refused.body.errors).toMatchObject([{ field: 'cmrDocumentId', rejectedValue: cmrDocumentId }]);
    }
    const cmrDocumentId = succeed(await workflow.upload(orderUuid, 'CMR')).body.id;
    expect((await workflow.confirmPickup(orderUuid, { cmrDocumentId })).body.vins).toMatchObject([
      { pickup: { cmrDocumentId } },
    ]);
  });

  test.each([
    ['confirmPickup', 'PICKUP_DECLARATION', 'pickup'],
    ['confirmDelivery', 'DELIVERY_DECLARATION', 'delivery'],
  ] as const)('%s: of its kind, about its vehicles, and kept with each of them', async (step, type, milestone) => {
    const { orderUuid } = await workflow.begin([vehicle(VIN), vehicle(OTHER_VIN)]);
    succeed(await workflow.submitInvoice(orderUuid));
    succeed(await workflow.pay(orderUuid));
    if (step === 'confirmDelivery') succeed(await workflow.confirmPickup(orderUuid));
    const upload = async (...wanted: readonly ['CMR' | typeof type, vin?: string]): Promise<string> =>
      String(succeed(await workflow.upload(orderUuid, ...wanted)).body.id);
    const [cmrDocumentId, declarationDocumentId] = [await upload('CMR'), await upload(type)];
    const wrong = await workflow[step](orderUuid, { declarationDocumentId: cmrDocumentId });
    expect(wrong.body.errors).toMatchObject([
      {
        field: 'declarationDocumentId',
        message: `must be the id of a ${type}, but is the id of a CMR`,
        rejectedValue: cmrDocumentId,
      },
    ]);
    const ofOther = await upload(type, OTHER_VIN);
    const elsewhere = await workflow[step](orderUuid, { vins: [VIN], declarationDocumentId: ofOther });
    expect(elsewhere.body.errors).toMatchObject([{ field: 'declarationDocumentId', rejectedValue: ofOther }]);
    expect(elsewhere.body.errors[0].message).toContain(OTHER_VIN);
    const named = { cmrDocumentId: cmrDocumentId.toUpperCase(), declarationDocumentId };
    const kept = { confirmedAt: expect.any(String), cmrDocumentId, declarationDocumentId };
    const { vins } = succeed(await workflow[step](orderUuid, named)).body;
    expect(vins.map((vin: Record<string, unknown>) => vin[milestone])).toEqual([kept, kept]);
  });
});

test('orders of others are not there: 404 below a seller, 404 without one', async () => {
  const { orderUuid } = await workflow.begin();
  const other = 'api-client-restricted';
  expectRefusal(
    await api.get(`/partners/1df37d56-914b-4198-b2c0-2f6427c2b072/orders/${orderUuid}`, { as: other }),
    404,
    'not-found',
  );
  expectRefusal(await api.get(`/orders/${orderUuid}/compliance`, { as: other }), 404, 'not-found');
  expectRefusal(await api.post(`/orders/${orderUuid}/cancel`, {}, { as: other }), 404, 'not-found');
});
