import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expectProblem } from '../../support/expect-problem.ts';
import { startMock } from '../../support/start-mock.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient } from './documents-client.ts';

const RESTRICTED = { as: 'api-client-restricted', seller: '1df37d56-914b-4198-b2c0-2f6427c2b072' };
const ORGANIZATIONS = fileURLToPath(new URL('../../../fixtures/organizations.yaml', import.meta.url));

test('another organization finds none of it', async () => {
  const { mock, api, clock, stop } = await startMock();
  const { orderUuid } = await createWorkflow(api, clock, { as: CLIENT, seller: SELLER }).begin();
  const { body } = await createDocumentsClient(mock, api).toOrder(orderUuid, { type: 'CMR' });
  const stranger = createDocumentsClient(mock, api, RESTRICTED);
  expect((await stranger.get(body.id)).status).toBe(404);
  expect((await stranger.download(body.id)).status).toBe(404);
  expect((await stranger.patch(body.id, 'ARCHIVED')).status).toBe(404);
  expect((await stranger.ofOrder(orderUuid)).status).toBe(404);
  expect((await api.get(`/documents/${body.id}/download`, { as: null })).status).toBe(401);
  expect((await createDocumentsClient(mock, api).get(body.id)).body).toEqual(body);
  await stop();
});

test('a KYC document is stored and listed by everybody, and downloaded with the capability only', async () => {
  const { mock, api, clock, stop } = await startMock();
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
  await stop();
});

test('a document of a seller who is no authorized partner any more is forbidden', async () => {
  const all = await readFile(ORGANIZATIONS, 'utf8');
  const without = all.replace(
    new RegExp(`- uuid: ${SELLER}\\n\\s+companyName: (?:.*\\n){3}\\s+country: CZ\\n\\s+`),
    '',
  );
  const folder = await createTempFolder({ 'without.yaml': without });
  const before = await startMock({ data: folder.path });
  const { orderUuid } = await createWorkflow(before.api, before.clock, { as: CLIENT, seller: SELLER }).begin();
  const { body } = await createDocumentsClient(before.mock, before.api).toOrder(orderUuid, { type: 'CMR' });
  await before.stop();

  const after = await startMock({ data: folder.path, organizations: folder.file('without.yaml') });
  const documents = createDocumentsClient(after.mock, after.api);
  const path = `/v1/documents/${body.id}`;
  const expected = { status: 403, type: 'forbidden', instance: path, detail: `belongs to seller ${SELLER}` };
  expectProblem(await documents.get(body.id), after.mock, expected);
  expectProblem(await documents.patch(body.id, 'ARCHIVED', { 'idempotency-key': 'later' }), after.mock, expected);
  expect((await documents.download(body.id)).status).toBe(403);
  expect((await after.api.get(`/orders/${orderUuid}/export-file`, { as: CLIENT })).status).toBe(403);
  await after.stop();
  await folder.remove();
});
