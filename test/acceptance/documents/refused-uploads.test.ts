import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { OTHER_VIN, createWorkflow, succeed } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient } from './documents-client.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });
const documents = createDocumentsClient(mock, api);

let orderUuid: string;
let path: string;
beforeAll(async () => {
  ({ orderUuid } = await workflow.begin());
  path = `/partners/${SELLER}/orders/${orderUuid}/documents`;
});

const part = (headers: string, content: string): string =>
  `--b\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
const FILE = part('name="file"; filename="a.pdf"', 'x');
const TYPE = part('name="type"', 'CMR');

const send = (...parts: readonly string[]) =>
  api.post(path, Buffer.from(`${parts.join('')}--b--\r\n`), {
    as: CLIENT,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });

const violated = async (parts: readonly string[], field: string, message: RegExp): Promise<void> => {
  const { status, body } = await send(...parts);
  expect(status).toBe(422);
  expect(body.errors).toContainEqual(expect.objectContaining({ field, message: expect.stringMatching(message) }));
};

test('a VIN has to be one of the order', async () => {
  const answer = await documents.toOrder(orderUuid, { type: 'CMR', vin: OTHER_VIN });
  const expected = { status: 422, type: 'validation-error', instance: `/v1${path}`, detail: `is not a VIN of order` };
  expectProblem(answer, mock, expected);
  expect(answer.body.errors).toEqual([
    { field: 'vin', message: `is not a VIN of order ${orderUuid}`, rejectedValue: OTHER_VIN },
  ]);
});

test('an unknown type, or one of KYC, is no type of an order', async () => {
  for (const type of ['WAYBILL', 'VAT_CERTIFICATE', 'EXPORT_FILE'])
    await violated([part('name="type"', type), FILE], 'type', /^must be one of/);
});

test('the file has to be a file, and the fields have to be fields', async () => {
  await violated([TYPE, part('name="file"', 'just text')], 'file', /^must be a file: give its part a filename/);
  await violated([part('name="type"; filename="CMR"', 'x'), FILE], 'type', /^must be a plain form field/);
});

/** Some clients name a media type for every part. */
test.each(['application/octet-stream', 'application/json', 'text/plain; charset=utf-8'])(
  'a field is one also with the media type %s',
  async (mediaType) => {
    const type = part(`name="type"\r\ncontent-type: ${mediaType}`, 'CMR');
    const { status, body } = await send(type, FILE);
    expect({ status, type: body.type }).toEqual({ status: 201, type: 'CMR' });
  },
);

/** As generated Java does it. */
test('a field may be JSON: a text in quotes', async () => {
  const type = part('name="type"\r\ncontent-type: application/json', '"CMR"');
  const { status, body } = await send(type, FILE);
  expect({ status, type: body.type }).toEqual({ status: 201, type: 'CMR' });
  await violated([TYPE.replace('CMR', '"CMR"'), FILE], 'type', /^must be one of/);
});

test('a file without a name needs a media type', async () => {
  const { status, body } = await send(TYPE, part('name="file"\r\ncontent-type: application/octet-stream', 'x'));
  expect({ status, fileName: body.fileName, size: body.size }).toEqual({ status: 201, fileName: 'cmr', size: 1 });
});

test('every document is an upload of its own', async () => {
  await violated([TYPE, FILE, part('name="file"; filename="b.pdf"', 'y')], 'file', /^must occur once/);
});

test('nothing of a refused upload is kept', async () => {
  const before = (await documents.ofOrder(orderUuid)).body;
  await send(TYPE, FILE, part('name="file"; filename="b.pdf"', 'y'));
  expect((await documents.ofOrder(orderUuid)).body).toEqual(before);
});

test('missing parts and unknown ones are named', async () => {
  const { status, body } = await send(part('name="colour"', 'blue'));
  expect(status).toBe(422);
  expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['colour', 'file', 'type']);
});

test('a cancelled order takes no documents any more, and keeps those that it has', async () => {
  const { orderUuid: uuid } = await workflow.begin();
  const { body: kept } = await documents.toOrder(uuid, { type: 'INVOICE' });
  succeed(await api.post(`/orders/${uuid}/cancel`, {}, { as: CLIENT }));
  const answer = await documents.toOrder(uuid, { type: 'CMR' });
  expectProblem(answer, mock, {
    status: 409,
    type: 'milestone-already-set',
    instance: `/v1/partners/${SELLER}/orders/${uuid}/documents`,
    detail: `order ${uuid} is CANCELLED`,
  });
  expect((await documents.ofOrder(uuid)).body).toEqual({ data: [kept] });
  expect((await documents.patch(kept.id, 'ARCHIVED')).body).toMatchObject({ status: 'ARCHIVED', version: 2 });
});

test('an order or a buyer that the seller does not have is not found', async () => {
  const unknown = '00000000-0000-4000-8000-000000000001';
  const { buyerUuid } = await workflow.begin();
  const elsewhere = createDocumentsClient(mock, api, { seller: '5945880a-e06f-4476-9b07-ec8b87054c8d' });
  const answers = [
    await documents.toOrder(unknown, { type: 'CMR' }),
    await documents.ofOrder(unknown),
    await documents.toBuyer(unknown, { type: 'VAT_CERTIFICATE' }),
    await documents.ofBuyer(unknown),
    await elsewhere.toOrder(orderUuid, { type: 'CMR' }),
    await elsewhere.ofOrder(orderUuid),
    await elsewhere.toBuyer(buyerUuid, { type: 'VAT_CERTIFICATE' }),
    await elsewhere.ofBuyer(buyerUuid),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});
