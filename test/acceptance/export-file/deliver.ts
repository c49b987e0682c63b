import type { Workflow } from '../../support/workflow.ts';

/** Takes an order through all its steps: invoices, payment, transport, evidence. Its verdict follows by itself. */
export const deliver = async (workflow: Workflow, orderUuid: string): Promise<void> => {
  await workflow.takeToTheRoad(orderUuid);
  await workflow.arrive(orderUuid);
};
