import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { eventsAbout, readEvents, typesOf } from '../../support/read-events.ts';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);
/** A minute's write budget is 60. */
beforeEach(() => {
  clock.advance(60_000);
});

const simulate = async (name: string, buyerUuid: string): Promise<void> => {
  succeed(await api.post(`${mock.url}/__admin/simulators/${name}/run`, { buyerUuid }));
};

const FINAL = { type: 'FINAL', invoiceNumber: 'F-1', invoiceDate: '2026-11-05' };

/** What a client sees of the verdict. */
const verdictOf = async (uuid: string): Promise<string> => {
  const { status, decision, viesResult, version } = (await workflow.compliance(uuid)).body;
  const order = (await workflow.order(uuid)).body;
  const events = typesOf(eventsAbout(await readEvents(mock, api), uuid)).length;
  return [order.status, order.version, status, decision, viesResult, version, events].map(String).join(' ');
};

const judged = async (vatNumber: string, failsOnTheRoad: boolean) => {
  const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], { vatNumber });
  await workflow.takeToTheRoad(orderUuid);
  succeed(await workflow.submitInvoice(orderUuid, FINAL));
  succeed(await workflow.upload(orderUuid, 'INVOICE'));
  succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION'));
  if (failsOnTheRoad) await simulate('vies_check_failed', buyerUuid);
  succeed(await workflow.confirmDelivery(orderUuid));
  return { buyerUuid, orderUuid };
};

test.each([
  ['a success after COMPLIANCE_INVALID', 'AT100', true, 'vies_check_passed', 'COMPLIANCE_INVALID', 'COMPLIANCE_VALID'],
  ['a failure after COMPLIANCE_VALID', 'BE100', false, 'vies_check_failed', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID'],
  ['a block after COMPLIANCE_VALID', 'DK100', false, 'buyer_blocked', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID'],
])(
  '%s changes nothing until data is corrected, and counts then',
  async (_what, vatNumber, failsOnTheRoad, later, before, after) => {
    const { buyerUuid, orderUuid } = await judged(vatNumber, failsOnTheRoad);
    const verdict = await verdictOf(orderUuid);
    expect(verdict).toMatch(new RegExp(`^${before} `));
    await simulate(later, buyerUuid);
    expect(await verdictOf(orderUuid)).toBe(verdict);
    // Neither changed data of the buyer nor the same invoice again is a correction of the order.
    succeed(await api.patch(`/partners/${SELLER}/buyers/${buyerUuid}`, { companyName: 'Another Name GmbH' }));
    expect((await workflow.submitInvoice(orderUuid, FINAL)).status).toBe(200);
    expect(await verdictOf(orderUuid)).toBe(verdict);

    succeed(await workflow.upload(orderUuid, 'CMR'));
    expect((await workflow.order(orderUuid)).body.status).toBe(after);
    expect(typesOf(eventsAbout(await readEvents(mock, api), orderUuid)).slice(-3)).toEqual([
      'compliance.status_changed',
      'compliance.decision_made',
      'export_file.generated',
    ]);
    expect((await api.get(`/orders/${orderUuid}/export-file`)).body.version).toBe(2);
  },
);

test('an order with a verdict is watched no more, and one whose verdict is taken back is again', async () => {
  const { orderUuid } = await judged('SE100100200', false);
  clock.advance(3 * 86_400_000);
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ decision: 'VALID_EXPORT', viesResult: 'VALID' });
  const { data } = (await api.get(`/partners/${SELLER}/orders/${orderUuid}/documents`)).body;
  const cmr = data.find(({ type }: { type: string }) => type === 'CMR');
  succeed(await api.patch(`/documents/${cmr.id}`, { status: 'ARCHIVED' }));
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ decision: null, viesResult: 'VALID' });
  clock.advance(2 * 86_400_000);
  clock.advance(60_000);
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({
    status: 'INVALID',
    decision: 'VAT_APPLICABLE',
    viesResult: 'INVALID',
  });
});
