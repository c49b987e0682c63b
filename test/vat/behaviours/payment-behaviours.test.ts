import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ORDER_STEPS } from '../../../src/vat/orders/order-steps.ts';
import { OTHER_SELLER, type Service, UNKNOWN, createSteps, eur, isoOf, openService } from '../open-service.ts';

let service: Service;
let steps: ReturnType<typeof createSteps>;
let order: string;
beforeEach(async () => {
  service = openService();
  steps = createSteps(service);
  order = await steps.begin();
  await steps.invoice(order);
});
afterEach(() => service.stop());

const refusal = (change: object = {}, seller?: string) =>
  service.refusal('submitPayment', {
    path: { uuid: order },
    body: { amount: eur(1_250_000), paidAt: '2026-11-18T08:00:00Z', ...change },
    ...(seller === undefined ? {} : { seller }),
  });

const statusOf = async (): Promise<string> =>
  String((await service.call('getOrder', { path: { uuid: order } })).body.status);

test('payments add up: the last one makes the order ready for its pickup', async () => {
  const part = await steps.pay(order, { amount: eur(1_249_999), reference: 'INV-7' });
  expect(part.status).toBe(201);
  expect(part.body).toEqual({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    orderUuid: order,
    amount: eur(1_249_999),
    paidAt: '2026-11-18T08:00:00Z',
    reference: 'INV-7',
    outstandingAmount: eur(1),
    orderStatus: 'PAYMENT_SUBMITTED',
    createdAt: isoOf(service.now()),
  });
  expect(await statusOf()).toBe('PAYMENT_SUBMITTED');
  const rest = await steps.pay(order, { amount: eur(1) });
  expect(rest.body).toMatchObject({ outstandingAmount: eur(0), orderStatus: 'READY_FOR_PICKUP' });
  expect(rest.body.uuid).not.toBe(part.body.uuid);
  expect(await statusOf()).toBe('READY_FOR_PICKUP');
});

test('payments of two orders are two payments', async () => {
  const first = (await steps.pay(order)).body;
  const buyer = (await service.call('getOrder', { path: { uuid: order } })).body.buyerId;
  const other = await steps.order(buyer, { externalOrderId: 'ORD-2' });
  await steps.invoice(other);
  expect((await steps.pay(other)).body.uuid).not.toBe(first.uuid);
});

describe('refused', () => {
  test('in another currency than the order’s', async () => {
    expect(await refusal({ amount: { value: 1, currency: 'USD' } })).toMatchObject({
      status: 422,
      errors: [{ field: 'amount.currency', message: expect.stringContaining('EUR'), rejectedValue: 'USD' }],
    });
    expect(await statusOf()).toBe('INVOICE_SUBMITTED');
  });

  test('before an invoice, after all is paid, and for another seller', async () => {
    expect((await refusal({}, OTHER_SELLER)).status).toBe(404);
    await steps.pay(order);
    expect(await refusal()).toMatchObject({ status: 409, type: 'milestone-already-set' });
    const { buyerId } = (await service.call('getOrder', { path: { uuid: order } })).body;
    order = await steps.order(buyerId, { externalOrderId: 'ORD-2' });
    expect(await refusal()).toMatchObject({ status: 409, type: 'milestone-not-reached' });
  });

  test('of a buyer whom VIES does not confirm', async () => {
    order = await steps.order(await steps.buyer({ vatNumber: 'DE100200' }), { externalOrderId: 'ORD-2' });
    await steps.invoice(order);
    const { buyerId } = (await service.call('getOrder', { path: { uuid: order } })).body;
    await service.call('requestViesCheck', { path: { buyerId } });
    await service.pass(10_000);
    const { type, detail } = await refusal();
    expect([type, detail]).toEqual(['buyer-blocked', expect.stringContaining(ORDER_STEPS.submitPayment.label)]);
  });
});

describe('its document', () => {
  test('has to be a proof of payment of the order', async () => {
    const proof = (await steps.upload(order, 'PROOF_OF_PAYMENT')).body.id;
    const cmr = (await steps.upload(order, 'CMR')).body.id;
    expect(await refusal({ documentId: UNKNOWN })).toMatchObject({
      status: 422,
      errors: [{ field: 'documentId', rejectedValue: UNKNOWN }],
    });
    expect(await refusal({ documentId: cmr })).toMatchObject({
      errors: [
        {
          field: 'documentId',
          message: 'must be the id of a PROOF_OF_PAYMENT, but is the id of a CMR',
          rejectedValue: cmr,
        },
      ],
    });
    expect((await steps.pay(order, { documentId: proof })).body.documentId).toBe(proof);
  });

  test('is not needed for the payment itself', async () => {
    expect(await steps.pay(order)).toMatchObject({ status: 201 });
  });
});
