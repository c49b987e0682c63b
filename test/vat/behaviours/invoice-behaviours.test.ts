import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { OTHER_SELLER, type Service, createSteps, eur, invoiceBody, isoOf, openService } from '../open-service.ts';

let service: Service;
let steps: ReturnType<typeof createSteps>;
let order: string;
beforeEach(async () => {
  service = openService();
  steps = createSteps(service);
  order = await steps.begin();
});
afterEach(() => service.stop());

const list = async (): Promise<unknown> => (await service.call('listInvoices', { path: { uuid: order } })).body.data;
const refusal = (change: object = {}) =>
  service.refusal('submitInvoice', { path: { uuid: order }, body: invoiceBody(change) });

test('a preliminary and a final one: 201 each, 200 in the place of the one before', async () => {
  expect(await list()).toEqual([]);
  const preliminary = await steps.invoice(order);
  expect(preliminary.status).toBe(201);
  expect(preliminary.body).toEqual({
    ...invoiceBody(),
    type: 'PRELIMINARY',
    status: 'SUBMITTED',
    finalInvoiceRequired: true,
    finalInvoiceReceived: false,
    version: 1,
    updatedAt: isoOf(service.now()),
  });
  await service.pass(60_000);
  const final = await steps.invoice(order, { invoiceNumber: 'F-1' });
  expect(final).toMatchObject({
    status: 201,
    body: { type: 'FINAL', invoiceNumber: 'F-1', finalInvoiceReceived: true, version: 1 },
  });
  const again = await steps.invoice(order, { type: 'PRELIMINARY', invoiceNumber: 'R-2' });
  expect(again).toMatchObject({ status: 200, body: { type: 'PRELIMINARY', invoiceNumber: 'R-2', version: 3 } });
  expect(await list()).toEqual([again.body, final.body]);
});

describe('refused', () => {
  test('for another seller, and once the order is cancelled', async () => {
    const path = { uuid: order };
    expect((await service.refusal('listInvoices', { path, seller: OTHER_SELLER })).status).toBe(404);
    await service.call('cancelOrder', { path });
    expect(await refusal()).toMatchObject({ status: 409, type: 'milestone-already-set' });
  });
});

test('with the verdict the invoices are VALID; a corrected one is judged anew', async () => {
  await steps.takeToTheRoad(order);
  await steps.arrive(order);
  expect(await list()).toMatchObject([{ status: 'VALID' }, { status: 'VALID' }]);
  const corrected = await steps.invoice(order, { type: 'FINAL', amount: eur(1_250_001) });
  expect(corrected.body).toMatchObject({ status: 'SUBMITTED', version: 3 });
});
