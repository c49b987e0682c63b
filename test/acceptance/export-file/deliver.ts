import { type Workflow, succeed } from '../../support/workflow.ts';

/** Takes an order through all its steps: invoices, payment, transport, evidence. Its verdict follows by itself. */
export const deliver = async (workflow: Workflow, orderUuid: string): Promise<void> => {
  await workflow.takeToTheRoad(orderUuid);
  succeed(await workflow.submitInvoice(orderUuid, { type: 'FINAL' }));
  succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION'));
  succeed(await workflow.confirmDelivery(orderUuid));
};
