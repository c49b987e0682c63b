import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectRefusal } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
beforeEach(() => {
  clock.advance(60_000);
});

const simulate = async (name: string, target: object): Promise<void> => {
  succeed(await api.post(`${mock.url}/__admin/simulators/${name}/run`, target));
};

const expectBlocked = (answer: ApiAnswer, code: string): void => {
  expectRefusal(answer, 409, 'buyer-blocked');
  expect(answer.body.blockers).toMatchObject([{ code }]);
};

describe.each([
  ['a failed VIES check', 'DE100', 'AT100', 'vies_check_failed', 'vies_check_passed', 'VIES_INVALID', /vies-checks\.$/],
  ['the status BLOCKED', 'FR100', 'ES100', 'buyer_blocked', 'buyer_unblocked', 'BUYER_BLOCKED', /support\.$/],
])('%s blocks the active transactions of the buyer', (_what, vatNumber, otherNumber, fails, resolves, code, remedy) => {
  test('new orders, invoices, payments and pickups are refused until it is resolved', async () => {
    const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], { vatNumber });
    const second = succeed(await workflow.createOrder(buyerUuid)).body.uuid as string;
    succeed(await workflow.submitInvoice(second));
    const third = succeed(await workflow.createOrder(buyerUuid)).body.uuid as string;
    succeed(await workflow.submitInvoice(third));
    succeed(await workflow.pay(third));
    await simulate(fails, { buyerUuid });
    expect((await workflow.compliance(orderUuid)).body.status).toBe('INVALID');

    const before = await workflow.order(third);
    const created = await workflow.createOrder(buyerUuid);
    expectBlocked(created, code);
    expect(created.body.detail).toMatch(remedy);
    expectBlocked(await workflow.submitInvoice(orderUuid), code);
    expectBlocked(await workflow.pay(second), code);
    expectBlocked(await workflow.confirmPickup(third), code);
    expect((await workflow.order(third)).text).toBe(before.text);

    await simulate(resolves, { buyerUuid });
    expect((await workflow.createOrder(buyerUuid)).status).toBe(201);
    expect((await workflow.submitInvoice(orderUuid)).status).toBe(201);
    expect((await workflow.pay(second)).status).toBe(201);
    expect((await workflow.confirmPickup(third)).status).toBe(200);
  });

  test('what reports facts or winds up is taken', async () => {
    const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], { vatNumber: otherNumber });
    await workflow.takeToTheRoad(orderUuid);
    const body = {
      externalOrderId: `BLOCKED-${code}`,
      buyerId: buyerUuid,
      purchaseDate: '2026-11-02',
      vins: [vehicle(VIN)],
      totalAmount: { value: 1_250_000, currency: 'EUR' },
    };
    const other = succeed(await api.post(`/partners/${SELLER}/orders`, body)).body.uuid as string;
    await simulate(fails, { buyerUuid });
    expect((await api.post(`/partners/${SELLER}/orders`, body)).status).toBe(200);
    expect((await api.post(`/orders/${other}/cancel`, {})).status).toBe(200);
    expect((await workflow.upload(orderUuid, 'DELIVERY_DECLARATION')).status).toBe(201);
    expectBlocked(await workflow.submitInvoice(orderUuid, { type: 'FINAL' }), code);
    expect((await workflow.confirmDelivery(orderUuid)).status).toBe(200);
    // With its verdict, the final invoice is due: VAT has to be applied on it.
    expect((await workflow.compliance(orderUuid)).body.decision).toBe('VAT_APPLICABLE');
    expect((await workflow.submitInvoice(orderUuid, { type: 'FINAL', vatIncluded: true })).status).toBe(201);
  });
});

test('a check that runs, or that VIES does not answer, blocks nothing', async () => {
  const buyer = succeed(await workflow.createBuyer({ vatNumber: 'IT300' })).body;
  const first = succeed(await workflow.createOrder(buyer.uuid)).body.uuid as string;
  succeed(await workflow.submitInvoice(first));
  clock.advance(60_000);
  expect((await workflow.compliance(first)).body.viesResult).toBe('UNKNOWN');
  succeed(await workflow.createOrder(buyer.uuid));
  succeed(await workflow.pay(first));
  succeed(await workflow.confirmPickup(first));
});

test('a first check that fails blocks too; a step that comes too early says that first', async () => {
  const { uuid } = succeed(await workflow.createBuyer({ vatNumber: 'DE200' })).body;
  const order = succeed(await workflow.createOrder(uuid)).body.uuid as string;
  clock.advance(10_000);
  expectBlocked(await workflow.createOrder(uuid), 'VIES_INVALID');
  expectRefusal(await workflow.pay(order), 409, 'milestone-not-reached');
});
