import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { key } from '../../engine/sandbox/collection.ts';
import { orders } from '../orders/order.ts';
import { settleOrder } from './settle-order.ts';

/**
 * Reassesses the orders of a changed buyer: "blocks active transactions of that buyer; open orders flip to `INVALID`
 * unless resolved". Orders with a verdict keep it. Assumption: verdict-recomputation.
 */
export const reassessOrdersOf = async (work: UnitOfWork, buyerId: string): Promise<void> => {
  for (const order of await readWhole(work, orders, { keys: [key('open-of-buyer', buyerId)] })) {
    settleOrder(work, order, order);
    await work.pause();
  }
};

/** Recomputes the verdicts on a buyer's orders after its VIES result has changed. Assumption: verdict-recomputation. */
export const recomputeVerdictsOf = async (work: UnitOfWork, buyerId: string): Promise<void> => {
  const decided = [
    ...(await readWhole(work, orders, { keys: [key('status', 'COMPLIANCE_VALID')] })),
    ...(await readWhole(work, orders, { keys: [key('status', 'COMPLIANCE_INVALID')] })),
  ];
  for (const order of decided) {
    if (order.buyerId !== buyerId) continue;
    settleOrder(work, order, order, { recomputes: true });
    await work.pause();
  }
};

/** Reassesses one order after a document of it was uploaded or archived. */
export const reassessOrder = (work: UnitOfWork, orderUuid: string): void => {
  const order = work.get(orders, orderUuid);
  if (order !== undefined && order.status !== 'CANCELLED') settleOrder(work, order, order);
};
