import { expect, test } from '@jest/globals';
import { startMock } from '../../support/start-mock.ts';
import { createWorkflow } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient, sha256 } from '../documents/documents-client.ts';
import { deliver } from './deliver.ts';

const MEBIBYTE = 1_048_576;

test('in a full sandbox the Export File can still be read; it is just not kept', async () => {
  const { mock, api, clock, stop } = await startMock({ sandboxBytes: MEBIBYTE });
  const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });
  const documents = createDocumentsClient(mock, api);
  const { orderUuid } = await workflow.begin();
  await deliver(workflow, orderUuid);
  const { documentId } = (await api.get(`/orders/${orderUuid}/export-file`, { as: CLIENT })).body;
  const { body: other } = await documents.toOrder(orderUuid, { type: 'INVOICE', content: 'kept' });

  // Smaller and smaller files, until not even a small one fits.
  let size = MEBIBYTE;
  while (size > 500) {
    const { status } = await documents.toOrder(orderUuid, { type: 'INVOICE', content: new Uint8Array(size) });
    if (status === 507) size = Math.floor(size / 2);
  }

  const { status, body } = await documents.get(documentId);
  expect(status).toBe(200);
  const first = await documents.download(documentId);
  const second = await documents.download(documentId);
  expect(body).toMatchObject({ size: first.bytes.byteLength, sha256: sha256(first.bytes) });
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect((await documents.download(other.id)).bytes.toString()).toBe('kept');
  await stop();
});
