import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { orders } from '../../../src/vat/orders/order.ts';
import { OTHER_VIN, VIN } from '../../support/sample-records.ts';
import { NOW, type Service, createSteps, eur, isoOf, openService, orderBody, vehicle } from '../open-service.ts';

let service: Service;
let steps: ReturnType<typeof createSteps>;
beforeEach(() => {
  service = openService();
  steps = createSteps(service);
});
afterEach(() => service.stop());

describe('creating an order', () => {
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
});

test('an order begins at the instant of its sandbox', async () => {
  const { body } = await service.call('createOrder', { body: orderBody(await steps.buyer()) });
  expect([body.createdAt, body.updatedAt]).toEqual([isoOf(service.now()), isoOf(service.now())]);
  expect(body.createdAt > NOW).toBe(true);
});
