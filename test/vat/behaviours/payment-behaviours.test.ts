import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { type Service, createSteps, eur, isoOf, openService } from '../open-service.ts';

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

describe('its document', () => {
  test('is not needed for the payment itself', async () => {
    expect(await steps.pay(order)).toMatchObject({ status: 201 });
  });
});
