import { afterAll, expect, test } from '@jest/globals';
import { eventsAbout, readEvents, typesOf } from '../../support/read-events.ts';
import { closedBy } from '../../support/closed-by.ts';
import { VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock);

const statusOf = async (uuid: string): Promise<string> => String((await workflow.order(uuid)).body.status);
const codesOf = async (uuid: string): Promise<string[]> =>
  ((await workflow.compliance(uuid)).body.blockers as { code: string }[]).map(({ code }) => code);

test('from the buyer to the Export File, step by step', async () => {
  const buyer = await workflow.createBuyer();
  expect(buyer).toMatchObject({ status: 201, body: { status: 'ACTIVE', version: 1 } });
  clock.advance(10_000);

  const created = await workflow.createOrder(buyer.body.uuid, { vins: [vehicle(VIN)] });
  expect(created).toMatchObject({
    status: 201,
    headers: { etag: '"1"' },
    body: { status: 'CREATED', version: 1, vins: [{ vin: VIN, complianceStatus: 'PENDING' }] },
  });
  const { uuid } = created.body;
  expect(created.headers['location']).toMatch(new RegExp(`/orders/${uuid}$`));
  expect((await workflow.compliance(uuid)).body).toMatchObject({
    status: 'INCOMPLETE',
    decision: null,
    viesResult: 'VALID',
    version: 1,
  });
  expect(await codesOf(uuid)).toContain('PRELIMINARY_INVOICE_MISSING');

  expect(await workflow.submitInvoice(uuid)).toMatchObject({
    status: 201,
    body: { type: 'PRELIMINARY', status: 'SUBMITTED', finalInvoiceRequired: true, finalInvoiceReceived: false },
  });
  expect(await statusOf(uuid)).toBe('INVOICE_SUBMITTED');

  expect(await codesOf(uuid)).toContain('INVOICE_DOCUMENT_MISSING');
  expect(succeed(await workflow.upload(uuid, 'INVOICE')).body.invoiceType).toBe('PRELIMINARY');

  const part = await workflow.pay(uuid, { amount: { value: 1_000_000, currency: 'EUR' } });
  expect(part).toMatchObject({
    status: 201,
    body: { outstandingAmount: { value: 250_000, currency: 'EUR' }, orderStatus: 'PAYMENT_SUBMITTED' },
  });
  const rest = await workflow.pay(uuid, { amount: { value: 250_000, currency: 'EUR' } });
  expect(rest.body).toMatchObject({ outstandingAmount: { value: 0 }, orderStatus: 'READY_FOR_PICKUP' });

  const pickedUp = await workflow.confirmPickup(uuid);
  expect(pickedUp).toMatchObject({ status: 200, body: { status: 'IN_TRANSIT', version: 2 } });
  expect((await workflow.order(uuid)).body.vins).toMatchObject([{ complianceStatus: 'PICKUP_CONFIRMED' }]);
  expect(await codesOf(uuid)).toEqual(['PROOF_OF_PAYMENT_MISSING', 'PICKUP_DECLARATION_MISSING', 'CMR_MISSING']);
  succeed(await workflow.upload(uuid, 'PROOF_OF_PAYMENT'));
  succeed(await workflow.upload(uuid, 'PICKUP_DECLARATION'));
  succeed(await workflow.upload(uuid, 'CMR'));
  expect((await workflow.order(uuid)).body.vins).toMatchObject([{ complianceStatus: 'IN_TRANSIT' }]);
  expect((await workflow.compliance(uuid)).body).toMatchObject({ status: 'VALID', decision: null, blockers: [] });

  clock.advance(86_400_000);
  expect((await workflow.confirmDelivery(uuid)).body).toMatchObject({ status: 'DELIVERED' });
  expect(await statusOf(uuid)).toBe('TRANSPORT_COMPLETED');
  expect(await codesOf(uuid)).toEqual(['FINAL_INVOICE_MISSING', 'DELIVERY_DECLARATION_MISSING']);
  expect((await api.get(`/orders/${uuid}/export-file`)).status).toBe(404);

  expect(await workflow.submitInvoice(uuid)).toMatchObject({ body: { type: 'FINAL', finalInvoiceReceived: true } });
  succeed(await workflow.upload(uuid, 'DELIVERY_DECLARATION'));
  expect(await codesOf(uuid)).toEqual(['INVOICE_DOCUMENT_MISSING']);
  expect(succeed(await workflow.upload(uuid, 'INVOICE')).body.invoiceType).toBe('FINAL');

  expect((await workflow.compliance(uuid)).body).toMatchObject({
    status: 'VALID',
    decision: 'VALID_EXPORT',
    blockers: [],
  });
  expect((await workflow.order(uuid)).body).toMatchObject({
    status: 'COMPLIANCE_VALID',
    vins: [{ complianceStatus: 'VALID' }],
  });
  const invoices = await api.get(`/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31/orders/${uuid}/invoice`);
  expect(invoices.body.data).toMatchObject([
    { type: 'PRELIMINARY', status: 'VALID' },
    { type: 'FINAL', status: 'VALID' },
  ]);
  const exported = await api.get(`/orders/${uuid}/export-file`);
  expect(exported).toMatchObject({ status: 200, body: { version: 1, decision: 'VALID_EXPORT' } });
  const download = await api.get(`${mock.url}${String(exported.body.downloadUrl)}`);
  expect(download).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
  expect(download.text.slice(0, 5)).toBe('%PDF-');

  expect(typesOf(eventsAbout(await readEvents(mock, api), uuid))).toEqual([
    'compliance.status_changed', // VALID on the road
    'compliance.status_changed', // INCOMPLETE on arrival
    'compliance.status_changed', // VALID
    'compliance.decision_made',
    'export_file.generated',
  ]);
});
