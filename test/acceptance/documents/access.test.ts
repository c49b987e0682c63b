import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient } from './documents-client.ts';

const RESTRICTED = { as: 'api-client-restricted', seller: '1df37d56-914b-4198-b2c0-2f6427c2b072' };

const { mock, api, clock } = await closedBy(afterAll).start();

test('a KYC document is stored and listed by everybody, and downloaded with the capability only', async () => {
  const workflow = createWorkflow(api, clock, RESTRICTED);
  const documents = createDocumentsClient(mock, api, RESTRICTED);
  const { uuid } = succeed(await workflow.createBuyer({ kycMode: 'SERVICE_LED' })).body;
  const { body } = await documents.toBuyer(uuid, { type: 'IDENTITY_DOCUMENT' });
  expect((await documents.ofBuyer(uuid)).body).toEqual({ data: [body] });
  expect((await documents.get(body.id)).status).toBe(200);

  const path = `/documents/${body.id}/download`;
  const answer = await api.get(path, { as: RESTRICTED.as });
  expectProblem(answer, mock, {
    status: 403,
    type: 'capability-required',
    instance: `/v1${path}`,
    detail: 'needs the capability allowKycDocumentDownload',
  });
  expect(answer.body.capability).toBe('allowKycDocumentDownload');

  // Documents of orders need no capability.
  const { uuid: orderUuid } = succeed(await workflow.createOrder(uuid)).body;
  const { body: cmr } = await documents.toOrder(orderUuid, { type: 'CMR' });
  expect((await documents.download(cmr.id)).status).toBe(200);
});

test('a document of a seller who is no authorized partner any more is forbidden', async () => {
  const { orderUuid } = await createWorkflow(api, clock, { as: CLIENT, seller: SELLER }).begin();
  const documents = createDocumentsClient(mock, api);
  const { body } = await documents.toOrder(orderUuid, { type: 'CMR' });
  const url = `${mock.url}/__admin/sandboxes/enterprise`;
  const { sellers } = (await api.get(url, { as: null })).body as { readonly sellers: readonly string[] };
  succeed(await api.patch(url, { sellers: sellers.filter((uuid) => uuid !== SELLER) }, { as: null }));
  const path = `/v1/documents/${body.id}`;
  const expected = { status: 403, type: 'forbidden', instance: path, detail: `belongs to seller ${SELLER}` };
  expectProblem(await documents.get(body.id), mock, expected);
  expectProblem(await documents.patch(body.id, 'ARCHIVED', { 'idempotency-key': 'later' }), mock, expected);
  expect((await documents.download(body.id)).status).toBe(403);
  expect((await api.get(`/orders/${orderUuid}/export-file`, { as: CLIENT })).status).toBe(403);
});
