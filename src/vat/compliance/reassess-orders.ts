import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { key } from '../../engine/sandbox/collection.ts';
import { orders } from '../orders/order.ts';
import { settleOrder } from './settle-order.ts';

/**
 * Works out anew what a changed buyer means for its orders: "blocks active transactions of that buyer; open orders flip
 * to `INVALID` unless resolved". Orders with a verdict keep it, one way or the other. Assumption: verdict-recomputation.
 */
export const reassessOrdersOf = async (work: UnitOfWork, buyerId: string): Promise<void> => {
  for (const order of await work.findAll(orders, key('open-of-buyer', buyerId))) await settleOrder(work, order, order);
};

/** The same for one order, after a document of it came or was archived. */
export const reassessOrder = async (work: UnitOfWork, orderUuid: string): Promise<void> => {
  const order = await work.get(orders, orderUuid);
  if (order !== undefined && order.status !== 'CANCELLED') await settleOrder(work, order, order);
};
