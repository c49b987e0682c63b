import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { orders } from '../../../src/vat/orders/order.ts';
import { OTHER_VIN, SELLER, VIN } from '../../support/sample-records.ts';
import {
  NOW,
  ORGANIZATION,
  OTHER_SELLER,
  STRANGER,
  type Service,
  UNKNOWN,
  createSteps,
  eur,
  isoOf,
  openService,
  orderBody,
  vehicle,
} from '../open-service.ts';

let service: Service;
let steps: ReturnType<typeof createSteps>;
beforeEach(() => {
  service = openService();
  steps = createSteps(service);
});
afterEach(() => service.stop());

describe('creating an order', () => {
  test('again with the same body is 200 with the same order, the buyer in upper case or not', async () => {
    const buyer = await steps.buyer();
    const first = await service.call('createOrder', { body: orderBody(buyer) });
    expect(first).toMatchObject({ status: 201, body: { ...orderBody(buyer), status: 'CREATED', version: 1 } });
    const again = await service.call('createOrder', { body: orderBody(buyer.toUpperCase()) });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await service.call('findOrders', {})).body.pagination.totalElements).toBe(1);
  });

  test('with another body is 409 with the order as it is, since when, and where', async () => {
    const buyer = await steps.buyer();
    const createdAt = isoOf(service.now());
    const { body } = await service.call('createOrder', { body: orderBody(buyer) });
    await service.pass(60_000);
    const refusal = await service.refusal('createOrder', { body: orderBody(buyer, { purchaseDate: '2026-11-03' }) });
    expect(refusal).toMatchObject({ status: 409, type: 'resource-exists-different-body', currentResource: body });
    for (const word of [SELLER, 'ORD-1', createdAt, body.uuid]) expect(refusal.detail).toContain(word);
  });

  test('for a buyer of somebody else, or of nobody, is 404', async () => {
    const buyer = await steps.buyer();
    for (const [seller, buyerId] of [
      [OTHER_SELLER, buyer],
      [SELLER, UNKNOWN],
    ] as const)
      expect(await service.refusal('createOrder', { seller, body: orderBody(buyerId) })).toMatchObject({
        status: 404,
        type: 'not-found',
        detail: expect.stringMatching(new RegExp(`${seller}.*${buyerId}`)),
      });
  });

  test('the buyer may be named in upper case', async () => {
    const buyer = await steps.buyer();
    const { body } = await service.call('createOrder', { body: orderBody(buyer.toUpperCase()) });
    expect(body.buyerId).toBe(buyer);
  });

  test('its rollup says at once what is missing, and nothing is announced', async () => {
    const order = await steps.begin();
    const { body } = await service.call('getOrderCompliance', { path: { uuid: order } });
    expect(body).toMatchObject({ orderUuid: order, status: 'INCOMPLETE', decision: null, viesResult: 'VALID' });
    expect(body.blockers[0].code).toBe('PRELIMINARY_INVOICE_MISSING');
    expect(await service.events()).toEqual([]);
  });

  test('the VAT number of its seller decides later, as it was then', async () => {
    const dutch = await steps.buyer({
      vatNumber: 'NL100',
      address: { street: 'Dam 1', postCode: '1012', city: 'Amsterdam', country: 'NL' },
    });
    const order = await steps.order(dutch);
    await steps.takeToTheRoad(order);
    await steps.arrive(order, { vatIncluded: true, amount: { value: 1_512_500, currency: 'EUR' } });
    const { body } = await service.call('getOrderCompliance', { path: { uuid: order } });
    expect(body).toMatchObject({ status: 'VALID', decision: 'VAT_APPLICABLE' });
  });

  test('it has its buyer checked daily', async () => {
    const order = await steps.order(await steps.buyer({ vatNumber: 'DE100200' }));
    await service.pass(2 * 86_400_000);
    const { body } = await service.call('getOrderCompliance', { path: { uuid: order } });
    expect(body).toMatchObject({ status: 'INVALID', viesResult: 'INVALID' });
  });

  test('for a buyer whom VIES does not confirm it is 409', async () => {
    const buyer = await steps.buyer({ vatNumber: 'DE200' });
    expect(await service.refusal('createOrder', { body: orderBody(buyer) })).toMatchObject({
      status: 409,
      type: 'buyer-blocked',
    });
  });
});

describe('what may be assumed to be refused', () => {
  test('a total that is not the sum, in one currency', async () => {
    const buyer = await steps.buyer();
    const vins = [vehicle(VIN, { purchaseAmount: eur(2) }), vehicle(OTHER_VIN, { purchaseAmount: eur(3) })];
    const order = (change: object) => ({ body: orderBody(buyer, { vins, ...change }) });
    const dollars = [vins[0], vehicle(OTHER_VIN, { purchaseAmount: { value: 3, currency: 'USD' } })];
    service.assume('order-total-amount=refused');
    for (const [change, value] of [
      [{ totalAmount: eur(4) }, 4],
      [{ totalAmount: eur(6) }, 6],
      [{ totalAmount: eur(5), vins: dollars }, 5],
      [{ totalAmount: { value: 5, currency: 'USD' } }, 5],
    ] as const)
      expect(await service.refusal('createOrder', order(change))).toMatchObject({
        status: 422,
        errors: [{ field: 'totalAmount', rejectedValue: value }],
      });
    expect((await service.call('createOrder', order({ totalAmount: eur(5) }))).status).toBe(201);
    service.assume();
    const loose = order({ totalAmount: eur(4), externalOrderId: 'ORD-2' });
    expect((await service.call('createOrder', loose)).status).toBe(201);
  });

  test('a VIN that stands twice, at its second place', async () => {
    const buyer = await steps.buyer();
    const order = (vins: readonly string[], externalOrderId = 'ORD-1') => ({
      body: orderBody(buyer, { externalOrderId, vins: vins.map((vin) => vehicle(vin)) }),
    });
    service.assume('order-vins-limits=no-repetitions');
    expect(await service.refusal('createOrder', order([VIN, OTHER_VIN, VIN]))).toMatchObject({
      status: 422,
      errors: [{ field: 'vins[2].vin', rejectedValue: VIN }],
    });
    expect(await service.refusal('createOrder', order([VIN, VIN]))).toMatchObject({
      errors: [{ field: 'vins[1].vin' }],
    });
    expect((await service.call('createOrder', order([VIN, OTHER_VIN]))).status).toBe(201);
    service.assume();
    expect((await service.call('createOrder', order([VIN, VIN], 'ORD-2'))).status).toBe(201);
  });
});

describe('orders are found', () => {
  test('by VIN, by status, by both, or all of them, newest first', async () => {
    const buyer = await steps.buyer();
    const first = await steps.order(buyer, { externalOrderId: 'A' });
    const second = await steps.order(buyer, { externalOrderId: 'B', vins: [vehicle(OTHER_VIN)] });
    const third = await steps.order(buyer, { externalOrderId: 'C', vins: [vehicle(OTHER_VIN)] });
    await service.call('cancelOrder', { path: { uuid: third } });
    const found = async (query: object): Promise<readonly string[]> =>
      ((await service.call('findOrders', { query: { ...query } })).body.data as { uuid: string }[]).map(
        ({ uuid }) => uuid,
      );
    expect(await found({})).toEqual([third, second, first]);
    expect(await found({ vin: OTHER_VIN })).toEqual([third, second]);
    expect(await found({ status: 'CREATED' })).toEqual([second, first]);
    expect(await found({ vin: OTHER_VIN, status: 'CREATED' })).toEqual([second]);
    expect(await found({ vin: VIN, status: 'CANCELLED' })).toEqual([]);
  });

  test('below their seller only', async () => {
    const uuid = await steps.begin();
    expect((await service.call('getOrder', { path: { uuid } })).body).toMatchObject({ uuid, status: 'CREATED' });
    expect((await service.refusal('getOrder', { path: { uuid }, seller: OTHER_SELLER })).status).toBe(404);
  });
});

describe('a cancellation', () => {
  test('closes the order, whether it has a reason or not', async () => {
    const buyer = await steps.buyer();
    for (const [index, body] of [undefined, {}, { reason: 'The customer withdrew' }].entries()) {
      const uuid = await steps.order(buyer, { externalOrderId: `C-${String(index)}` });
      const { status, body: cancelled } = await service.call('cancelOrder', { path: { uuid }, body });
      expect([status, cancelled.status, cancelled.version]).toEqual([200, 'CANCELLED', 2]);
      expect((await service.call('getOrder', { path: { uuid } })).body).toEqual(cancelled);
    }
  });

  test('is kept with its instant and its reason', async () => {
    const buyer = await steps.buyer();
    const keptOf = async (name: string, body: object | undefined) => {
      const uuid = await steps.order(buyer, { externalOrderId: name });
      await service.call('cancelOrder', { path: { uuid }, body });
      return (await service.sandbox.read((work) => work.get(orders, uuid)))?.cancellation;
    };
    const cancelledAt = service.now();
    expect(await keptOf('A', { reason: 'Sold' })).toEqual({ cancelledAt, reason: 'Sold' });
    expect(Object.keys((await keptOf('B', undefined))!)).toEqual(['cancelledAt']);
    expect(Object.keys((await keptOf('C', {}))!)).toEqual(['cancelledAt']);
  });

  test('is refused for an order that is cancelled already', async () => {
    const path = { uuid: await steps.begin() };
    await service.call('cancelOrder', { path });
    expect(await service.refusal('cancelOrder', { path })).toMatchObject({
      status: 409,
      type: 'milestone-already-set',
      extensions: { orderStatus: 'CANCELLED' },
    });
  });

  test('is for those who are authorized for its seller', async () => {
    const uuid = await steps.begin();
    const organization = { ...ORGANIZATION, sellers: [{ uuid: STRANGER }] };
    expect(await service.refusal('cancelOrder', { path: { uuid }, organization })).toMatchObject({
      status: 403,
      type: 'forbidden',
    });
    expect((await service.refusal('cancelOrder', { path: { uuid: UNKNOWN } })).status).toBe(404);
  });
});

test('an order begins at the instant of its sandbox', async () => {
  const { body } = await service.call('createOrder', { body: orderBody(await steps.buyer()) });
  expect([body.createdAt, body.updatedAt]).toEqual([isoOf(service.now()), isoOf(service.now())]);
  expect(body.createdAt > NOW).toBe(true);
});
