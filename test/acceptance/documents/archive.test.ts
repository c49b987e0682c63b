import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { OTHER_VIN, VIN, createWorkflow, vehicle } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient } from './documents-client.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });
const documents = createDocumentsClient(mock, api);

const blockersOf = async (orderUuid: string): Promise<string[]> => {
  const blockers = (await workflow.compliance(orderUuid)).body.blockers as { code: string; vin?: string }[];
  return blockers.map(({ code, vin }) => `${code}${vin === undefined ? '' : ` ${vin}`}`);
};

test('archiving raises the version once, and takes nothing away', async () => {
  const { orderUuid } = await workflow.begin();
  const { body: uploaded } = await documents.toOrder(orderUuid, { type: 'INVOICE', content: 'content' });
  clock.advance(5000);
  const archived = await documents.patch(uploaded.id, 'ARCHIVED');
  expect(archived.status).toBe(200);
  expect(archived.headers['etag']).toBe('"2"');
  expect(archived.body).toEqual({
    ...uploaded,
    status: 'ARCHIVED',
    version: 2,
    updatedAt: new Date(clock.now()).toISOString(),
  });
  clock.advance(5000);
  expect((await documents.patch(uploaded.id, 'ARCHIVED')).body).toEqual(archived.body);
  expect((await documents.get(uploaded.id)).body).toEqual(archived.body);
  expect((await documents.ofOrder(orderUuid)).body.data).toEqual([archived.body]);
  expect((await documents.download(uploaded.id)).bytes.toString()).toBe('content');
});

test('an ACTIVE document set to ACTIVE stays as it is; an ARCHIVED one never comes back', async () => {
  const { orderUuid } = await workflow.begin();
  const { body } = await documents.toOrder(orderUuid, { type: 'INVOICE' });
  expect((await documents.patch(body.id, 'ACTIVE')).body).toEqual(body);
  await documents.patch(body.id, 'ARCHIVED');
  expectProblem(await documents.patch(body.id, 'ACTIVE'), mock, {
    status: 409,
    type: 'milestone-already-set',
    instance: `/v1/documents/${body.id}`,
    detail: 'is ARCHIVED and cannot become ACTIVE again',
  });
});

test('evidence that is set aside counts no more: the blocker comes back, and goes with the replacement', async () => {
  const { orderUuid } = await workflow.begin([vehicle(VIN), vehicle(OTHER_VIN)]);
  await workflow.takeToTheRoad(orderUuid);
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'VALID', blockers: [] });
  const cmr = (await documents.ofOrder(orderUuid)).body.data.find(({ type }: { type: string }) => type === 'CMR');

  await documents.patch(cmr.id, 'ARCHIVED');
  expect(await blockersOf(orderUuid)).toEqual([`CMR_MISSING ${VIN}`, `CMR_MISSING ${OTHER_VIN}`]);
  expect((await workflow.compliance(orderUuid)).body.status).toBe('INCOMPLETE');

  await documents.toOrder(orderUuid, { type: 'CMR', vin: OTHER_VIN });
  expect(await blockersOf(orderUuid)).toEqual([`CMR_MISSING ${VIN}`]);
  await documents.toOrder(orderUuid, { type: 'CMR', vin: VIN });
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'VALID', blockers: [] });
});

test('a replacement supersedes: the old one can be set aside without a gap', async () => {
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  const cmrs = async () =>
    ((await documents.ofOrder(orderUuid)).body.data as { id: string; status: string; type: string }[]).filter(
      ({ type }) => type === 'CMR',
    );
  const [old] = await cmrs();
  const { body: replacement } = await documents.toOrder(orderUuid, { type: 'CMR', fileName: 'better.pdf' });
  const { version } = (await workflow.compliance(orderUuid)).body;
  await documents.patch(old!.id, 'ARCHIVED');
  expect((await workflow.compliance(orderUuid)).body).toMatchObject({ status: 'VALID', version });
  expect((await cmrs()).map(({ id, status }) => [id, status])).toEqual([
    [old!.id, 'ARCHIVED'],
    [replacement.id, 'ACTIVE'],
  ]);
});

test('a step takes no archived document as its evidence', async () => {
  const { orderUuid } = await workflow.begin();
  await workflow.submitInvoice(orderUuid);
  const { body } = await documents.toOrder(orderUuid, { type: 'PROOF_OF_PAYMENT' });
  await documents.patch(body.id, 'ARCHIVED');
  const refused = await workflow.pay(orderUuid, { documentId: body.id });
  expect(refused.body.errors).toEqual([
    { field: 'documentId', message: 'is the id of an ARCHIVED document', rejectedValue: body.id },
  ]);
});

test('KYC documents are archived alike', async () => {
  const { buyerUuid } = await workflow.begin();
  const { body } = await documents.toBuyer(buyerUuid, { type: 'IDENTITY_DOCUMENT' });
  expect((await documents.patch(body.id, 'ARCHIVED')).body).toMatchObject({ status: 'ARCHIVED', buyerUuid });
});
