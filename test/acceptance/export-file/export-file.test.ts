import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventsAbout, readEvents } from '../../support/read-events.ts';
import { closedBy } from '../../support/closed-by.ts';
import { VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import { readPdf } from '../../vat/export-file/read-pdf.ts';
import { CLIENT, SELLER, createDocumentsClient, sha256 } from '../documents/documents-client.ts';
import { deliver } from './deliver.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });
const documents = createDocumentsClient(mock, api);

const find = (orderUuid: string, headers: Record<string, string> = {}) =>
  api.get(`/orders/${orderUuid}/export-file`, { as: CLIENT, headers });

describe('a delivered order', () => {
  let orderUuid: string;
  let decidedAt: string;
  beforeAll(async () => {
    ({ orderUuid } = await workflow.begin());
    await deliver(workflow, orderUuid);
    decidedAt = new Date(clock.now()).toISOString();
    clock.advance(60_000);
  });

  test('has an Export File, as the event said', async () => {
    const { status, headers, body } = await find(orderUuid);
    expect(status).toBe(200);
    expect(headers['etag']).toBe('"1"');
    expect(body).toEqual({
      documentId: expect.any(String),
      version: 1,
      decision: 'VALID_EXPORT',
      generatedAt: decidedAt,
      downloadUrl: `/v1/documents/${body.documentId}/download`,
    });
    const events = eventsAbout(await readEvents(mock, api, CLIENT), orderUuid);
    expect(events.at(-1)).toMatchObject({ type: 'export_file.generated', data: { ...body, orderUuid } });
    expect((await find(orderUuid, { 'if-none-match': '"1"' })).status).toBe(304);
  });

  test('is downloaded where downloadUrl says: a PDF, the same bytes each time, of the size and digest of its record', async () => {
    const { documentId, downloadUrl } = (await find(orderUuid)).body;
    const authorization = `Bearer ${await mock.token(CLIENT)}`;
    const response = await fetch(`${mock.url}${String(downloadUrl)}`, {
      headers: { authorization, accept: 'application/pdf' },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="export-file-ORD-\d+-v1\.pdf"; /,
    );
    expect((await documents.download(documentId)).bytes.equals(bytes)).toBe(true);
    expect((await documents.get(documentId)).body).toEqual({
      id: documentId,
      type: 'EXPORT_FILE',
      status: 'ACTIVE',
      fileName: expect.stringMatching(/^export-file-ORD-\d+-v1\.pdf$/),
      contentType: 'application/pdf',
      size: bytes.byteLength,
      sha256: sha256(bytes),
      orderUuid,
      version: 1,
      createdAt: decidedAt,
      updatedAt: decidedAt,
    });
  });

  test('reads as what it is', async () => {
    const { documentId } = (await find(orderUuid)).body;
    const { text, pages } = await readPdf((await documents.download(documentId)).bytes);
    const { externalOrderId } = (await workflow.order(orderUuid)).body;
    const said = [
      ...[externalOrderId, orderUuid, VIN, 'EUR 12,500.00', 'VALID_EXPORT', 'Version 1', 'COMPLIANCE_VALID'],
      // The seller, from the organization; the buyer, and what VIES said of it.
      ...['Vltava Fleet s.r.o.', 'CZ56046618', 'Autohaus Beispiel GmbH', 'Hafenstraße 3', 'DE100', 'VALID, checked'],
      ...['CMR.pdf', 'DELIVERY_DECLARATION', 'PRELIMINARY', 'FINAL', documentId],
    ];
    for (const words of said) expect(text).toContain(words);
    for (const page of pages) expect(page).toContain('stub data, not a tax document');
  });

  test('lists it among its documents', async () => {
    const { documentId } = (await find(orderUuid)).body;
    const listed = (await documents.ofOrder(orderUuid)).body.data as { type: string }[];
    expect(listed.map(({ type }) => type)).toEqual([
      ...['INVOICE', 'PROOF_OF_PAYMENT', 'CMR', 'PICKUP_DECLARATION', 'INVOICE', 'DELIVERY_DECLARATION', 'EXPORT_FILE'],
    ]);
    expect(listed.at(-1)).toEqual((await documents.get(documentId)).body);
  });
});

test('many who ask first at once get the same file', async () => {
  const { orderUuid } = await workflow.begin();
  await deliver(workflow, orderUuid);
  const { documentId } = (await find(orderUuid)).body;
  const [record, list, ...downloads] = await Promise.all([
    documents.get(documentId),
    documents.ofOrder(orderUuid),
    ...Array.from({ length: 5 }, () => documents.download(documentId)),
  ]);
  for (const { status, bytes } of downloads)
    expect({ status, sha256: sha256(bytes) }).toEqual({ status: 200, sha256: record.body.sha256 });
  expect(list.body.data.at(-1)).toEqual(record.body);
});

test('corrected evidence leads to another generation; the former one is archived and stays as it was', async () => {
  const { orderUuid } = await workflow.begin();
  await deliver(workflow, orderUuid);
  const { body: first } = await find(orderUuid);
  const before = await documents.download(first.documentId);
  const listed = (await documents.ofOrder(orderUuid)).body.data as { id: string; type: string }[];
  const cmr = listed.find(({ type }) => type === 'CMR');

  clock.advance(60_000);
  succeed(await documents.patch(cmr!.id, 'ARCHIVED'));
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'INCOMPLETE', decision: null });
  // The latest one is found until there is a newer one.
  expect((await find(orderUuid)).body).toEqual(first);

  clock.advance(60_000);
  succeed(await documents.toOrder(orderUuid, { type: 'CMR', fileName: 'better-cmr.pdf' }));
  const { body: second, headers } = await find(orderUuid);
  expect(headers['etag']).toBe('"2"');
  expect(second).toMatchObject({ version: 2, generatedAt: new Date(clock.now()).toISOString() });
  expect(second.documentId).not.toBe(first.documentId);
  expect((await documents.get(second.documentId)).body).toMatchObject({ status: 'ACTIVE', version: 1 });
  expect((await documents.get(first.documentId)).body).toMatchObject({ status: 'ARCHIVED', version: 2 });

  expect((await documents.download(first.documentId)).bytes.equals(before.bytes)).toBe(true);
  const { text } = await readPdf((await documents.download(second.documentId)).bytes);
  expect(text).toContain('Version 2');
  expect(text).toContain('better-cmr.pdf');
});

test('a generation that nobody has looked at is drawn from what was true at its verdict', async () => {
  const { orderUuid } = await workflow.begin();
  await deliver(workflow, orderUuid);
  const { documentId } = (await find(orderUuid)).body;
  succeed(await documents.toOrder(orderUuid, { type: 'CMR', fileName: 'later-cmr.pdf' }));
  expect((await find(orderUuid)).body.version).toBe(2);
  const { text } = await readPdf((await documents.download(documentId)).bytes);
  expect(text).toContain('Version 1');
  expect(text).not.toContain('later-cmr.pdf');
});

test('lists the VIES checks of the buyer from the latest one before the order', async () => {
  const { buyerUuid } = await workflow.begin();
  succeed(await api.post(`/partners/${SELLER}/buyers/${buyerUuid}/vies-checks`, undefined, { as: CLIENT }));
  clock.advance(10_000);
  const orderUuid = succeed(await workflow.createOrder(buyerUuid)).body.uuid as string;
  await deliver(workflow, orderUuid);
  const { text } = await readPdf((await documents.download((await find(orderUuid)).body.documentId)).bytes);
  expect(text.match(/WAPI\w+/g)).toHaveLength(1);
});

test('an invalid order has one too, which names what made it invalid', async () => {
  const { buyerUuid, orderUuid } = await workflow.begin([vehicle(VIN)], { vatNumber: 'AT100200' });
  await workflow.takeToTheRoad(orderUuid);
  succeed(await api.post(`/partners/${SELLER}/buyers/${buyerUuid}/vies-checks`, undefined, { as: CLIENT }));
  clock.advance(10_000);
  succeed(await workflow.confirmDelivery(orderUuid));
  const { body } = await find(orderUuid);
  expect(body.decision).toBe('VAT_APPLICABLE');
  const { text } = await readPdf((await documents.download(body.documentId)).bytes);
  for (const words of [
    'VAT_APPLICABLE',
    'COMPLIANCE_INVALID',
    'VIES_INVALID',
    'VIES does not confirm the VAT number AT100200.',
  ])
    expect(text).toContain(words);
});

test('a client may archive it like any document, before anybody has looked at it', async () => {
  const { orderUuid } = await workflow.begin();
  await deliver(workflow, orderUuid);
  const { body } = await find(orderUuid);
  const archived = await documents.patch(body.documentId, 'ARCHIVED', { 'if-match': '"1"' });
  expect(archived.body).toMatchObject({ type: 'EXPORT_FILE', status: 'ARCHIVED', version: 2 });
  const { bytes } = await documents.download(body.documentId);
  expect(archived.body).toMatchObject({ size: bytes.byteLength, sha256: sha256(bytes) });
  expect((await find(orderUuid)).body).toEqual(body);
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'VALID', decision: 'VALID_EXPORT' });
});

test.each([
  ['A/B: "1"', 'export-file-A_B_1_-v1.pdf'],
  ['Żółw_1.2-3', 'export-file-Żółw_1.2-3-v1.pdf'],
  ['x'.repeat(120), `export-file-${'x'.repeat(100)}-v1.pdf`],
])('its name follows the order id %s, as far as file systems take it', async (externalOrderId, fileName) => {
  const { buyerUuid } = await workflow.begin();
  const orderUuid = succeed(await workflow.createOrder(buyerUuid, { externalOrderId })).body.uuid;
  await deliver(workflow, orderUuid);
  expect((await documents.get((await find(orderUuid)).body.documentId)).body.fileName).toBe(fileName);
});
