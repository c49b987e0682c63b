import { expect, test } from '@jest/globals';
import { startMock } from '../../support/start-mock.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient, sha256 } from '../documents/documents-client.ts';

const exportFileOf = async (seed: string): Promise<string> => {
  const { mock, api, clock, stop } = await startMock({ seed });
  const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });
  const { uuid: buyerUuid } = succeed(await workflow.createBuyer()).body;
  clock.advance(10_000);
  const { uuid } = succeed(await workflow.createOrder(buyerUuid, { externalOrderId: 'SAME' })).body;
  succeed(await workflow.submitInvoice(uuid, { type: 'FINAL', invoiceNumber: 'R-1' }));
  succeed(await workflow.upload(uuid, 'INVOICE'));
  succeed(await workflow.pay(uuid));
  succeed(await workflow.upload(uuid, 'PROOF_OF_PAYMENT'));
  succeed(await workflow.upload(uuid, 'CMR'));
  succeed(await workflow.upload(uuid, 'PICKUP_DECLARATION'));
  succeed(await workflow.confirmPickup(uuid));
  succeed(await workflow.upload(uuid, 'DELIVERY_DECLARATION'));
  succeed(await workflow.confirmDelivery(uuid));
  const { documentId } = (await api.get(`/orders/${uuid}/export-file`, { as: CLIENT })).body;
  const { bytes } = await createDocumentsClient(mock, api).download(documentId);
  await stop();
  return sha256(bytes);
};

test('the same calls with the same seed give the same file, byte for byte, on any server', async () => {
  const file = await exportFileOf('7');
  expect(await exportFileOf('7')).toBe(file);
  expect(await exportFileOf('8')).not.toBe(file);
});
