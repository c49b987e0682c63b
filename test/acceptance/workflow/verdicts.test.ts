import { afterAll, expect, test } from '@jest/globals';
import { type SeenEvent, eventsAbout, readEvents, typesOf } from '../../support/read-events.ts';
import { closedBy } from '../../support/closed-by.ts';
import { OTHER_VIN, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);

/** A minute's write budget is 60: each test begins in a minute of its own. */
const nextMinute = (): void => {
  clock.advance(60_000);
};

const { arrive } = workflow;

const events = async (uuid: string): Promise<readonly SeenEvent[]> => eventsAbout(await readEvents(mock, api), uuid);

test('two vehicles, one of them delivered: the transport is PARTIAL, and the order goes on', async () => {
  nextMinute();
  const { orderUuid } = await workflow.begin([vehicle(VIN), vehicle(OTHER_VIN)]);
  await workflow.takeToTheRoad(orderUuid);
  expect((await workflow.confirmDelivery(orderUuid, { vins: [OTHER_VIN] })).body).toMatchObject({
    status: 'PARTIAL',
    vins: [
      { vin: VIN, status: 'IN_TRANSIT' },
      { vin: OTHER_VIN, status: 'DELIVERED' },
    ],
  });
  expect((await workflow.order(orderUuid)).body).toMatchObject({
    status: 'TRANSPORT_IN_PROGRESS',
    vins: [{ complianceStatus: 'IN_TRANSIT' }, { complianceStatus: 'DELIVERED' }],
  });
  // What an order needs after its arrival is asked for when all of it has arrived.
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'VALID', blockers: [] });
  succeed(await workflow.confirmDelivery(orderUuid));
  const { blockers } = (await workflow.compliance(orderUuid)).body;
  expect(blockers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'DELIVERY_DECLARATION_MISSING', vin: VIN }),
      expect.objectContaining({ code: 'DELIVERY_DECLARATION_MISSING', vin: OTHER_VIN }),
    ]),
  );
  succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION', VIN));
  expect((await workflow.compliance(orderUuid)).body.status).toBe('INCOMPLETE');
  succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION', OTHER_VIN));
  succeed(await workflow.submitInvoice(orderUuid, { type: 'FINAL' }));
  expect((await workflow.compliance(orderUuid)).body.blockers).toMatchObject([{ code: 'INVOICE_DOCUMENT_MISSING' }]);
  succeed(await workflow.upload(orderUuid, 'INVOICE'));
  expect((await workflow.order(orderUuid)).body.status).toBe('COMPLIANCE_VALID');
});

test('a pickup is revoked and confirmed again', async () => {
  nextMinute();
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  expect((await workflow.revokePickup(orderUuid)).body).toMatchObject({
    status: 'NOT_STARTED',
    revocations: [{ vins: [VIN], reason: 'Wrong truck' }],
  });
  expect((await workflow.order(orderUuid)).body).toMatchObject({
    status: 'READY_FOR_PICKUP',
    vins: [{ complianceStatus: 'PENDING' }],
  });
  expect((await workflow.compliance(orderUuid)).body.blockers).toContainEqual(
    expect.objectContaining({ code: 'PICKUP_MISSING', vin: VIN }),
  );
  expect((await workflow.revokePickup(orderUuid)).body.type).toMatch(/milestone-not-reached$/);
  expect((await workflow.confirmPickup(orderUuid)).body).toMatchObject({
    status: 'IN_TRANSIT',
    revocations: [{ reason: 'Wrong truck' }],
  });
  expect((await workflow.order(orderUuid)).body.status).toBe('TRANSPORT_IN_PROGRESS');
});

test('another final invoice: another decision, another Export File, both events again', async () => {
  nextMinute();
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  await arrive(orderUuid, { marginScheme: true });
  const before = await workflow.compliance(orderUuid);
  succeed(await workflow.submitInvoice(orderUuid, { type: 'FINAL', marginScheme: false }));
  const after = await workflow.compliance(orderUuid);
  expect(after.body).toMatchObject({ decision: 'VALID_EXPORT', version: Number(before.body.version) + 1 });
  expect((await api.get(`/orders/${orderUuid}/export-file`)).body).toMatchObject({
    version: 2,
    decision: 'VALID_EXPORT',
  });
  expect(typesOf(await events(orderUuid)).slice(-4)).toEqual([
    'compliance.decision_made',
    'export_file.generated',
    'compliance.decision_made',
    'export_file.generated',
  ]);
});
