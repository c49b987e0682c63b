import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { VIN, createWorkflow, succeed } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient, sha256 } from './documents-client.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });
const documents = createDocumentsClient(mock, api);

let buyerUuid: string;
let orderUuid: string;
beforeAll(async () => {
  ({ buyerUuid, orderUuid } = await workflow.begin());
});

const EVERY_BYTE = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);

const CONTENTS: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
  ['application/pdf', EVERY_BYTE],
  ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x0d, 0x0a, 0x0d, 0x0a)],
  ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['application/octet-stream', Uint8Array.of(0)],
  ['text/plain', new TextEncoder().encode('Zażółć gęślą jaźń\r\n--workflow-boundary--\r\n')],
  ['text/html', new TextEncoder().encode('<script>alert(1)</script>')],
  ['application/json', new TextEncoder().encode('{"not": "what it seems"')],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', Uint8Array.of(0x50, 0x4b, 3, 4)],
];

test.each(CONTENTS)('%s comes back byte for byte, with its size and digest', async (mediaType, content) => {
  const uploaded = await documents.toOrder(orderUuid, { type: 'INVOICE', content, mediaType, fileName: 'invoice' });
  expect(uploaded.status).toBe(201);
  expect(uploaded.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'INVOICE',
    status: 'ACTIVE',
    fileName: 'invoice',
    contentType: mediaType,
    size: content.byteLength,
    sha256: sha256(content),
    orderUuid,
    // The first is of the preliminary invoice.
    invoiceType: mediaType === CONTENTS[0]?.[0] ? 'PRELIMINARY' : 'FINAL',
    version: 1,
    createdAt: new Date(clock.now()).toISOString(),
    updatedAt: new Date(clock.now()).toISOString(),
  });
  const { id } = uploaded.body;
  expect(uploaded.headers['etag']).toBe('"1"');
  expect(uploaded.headers['location']).toBe(`${mock.baseUrl}/documents/${id}`);
  expect((await api.get(uploaded.headers['location']!, { as: CLIENT })).body).toEqual(uploaded.body);

  for (const accept of ['*/*', mediaType]) {
    const { status, headers, bytes } = await documents.download(id, { accept });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(mediaType);
    expect(headers.get('content-length')).toBe(String(content.byteLength));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="invoice"/);
    expect(bytes.equals(content)).toBe(true);
  }
});

test('an empty file is a file', async () => {
  const { body } = await documents.toBuyer(buyerUuid, { type: 'VAT_CERTIFICATE', content: '' });
  expect(body).toMatchObject({ size: 0, sha256: sha256(Buffer.of()) });
  expect((await documents.download(body.id)).bytes).toHaveLength(0);
});

test('a KYC document belongs to its buyer, and is listed there with all others, oldest first', async () => {
  const { uuid: buyer } = succeed(await workflow.createBuyer({ vatNumber: 'PL100' })).body;
  expect((await documents.ofBuyer(buyer)).body).toEqual({ data: [] });
  const types = [
    'COMPANY_REGISTRATION',
    'VAT_CERTIFICATE',
    'IDENTITY_DOCUMENT',
    'PROOF_OF_ADDRESS',
    'POWER_OF_ATTORNEY',
  ];
  const uploaded: unknown[] = [];
  for (const type of types) {
    const { body } = await documents.toBuyer(buyer, { type });
    expect(body).toMatchObject({ type, buyerUuid: buyer });
    expect(body).not.toHaveProperty('orderUuid');
    uploaded.push(body);
    clock.advance(1000);
  }
  expect((await documents.ofBuyer(buyer)).body).toEqual({ data: uploaded });
});

test('a document of an order may be about one of its VINs', async () => {
  const { body } = await documents.toOrder(orderUuid, { type: 'CMR', vin: VIN });
  expect(body).toMatchObject({ type: 'CMR', orderUuid, vin: VIN });
  expect(body).not.toHaveProperty('buyerUuid');
  const listed = (await documents.ofOrder(orderUuid)).body.data as { id: string }[];
  expect(listed.at(-1)).toEqual(body);
});

test('a proof of payment or an invoice as a file moves no status: amounts come with the steps themselves', async () => {
  const { uuid: order } = succeed(await workflow.createOrder(buyerUuid)).body;
  await documents.toOrder(order, { type: 'INVOICE' });
  await documents.toOrder(order, { type: 'PROOF_OF_PAYMENT' });
  expect((await workflow.order(order)).body).toMatchObject({ status: 'CREATED', version: 1 });
});
