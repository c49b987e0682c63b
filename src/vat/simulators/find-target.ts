import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { type OrderRecord, orders } from '../orders/order.ts';
import { problem } from '../policy/problem.ts';

export const targetOrder = async (work: Reading, orderUuid = ''): Promise<OrderRecord> => {
  const order = await work.get(orders, orderUuid.toLowerCase());
  if (order !== undefined) return order;
  throw problem('not-found', { detail: `The sandbox has no order ${orderUuid}.` });
};

export const targetBuyer = async (work: Reading, buyerUuid = ''): Promise<BuyerRecord> => {
  const buyer = await work.get(buyers, buyerUuid.toLowerCase());
  if (buyer !== undefined) return buyer;
  throw problem('not-found', { detail: `The sandbox has no buyer ${buyerUuid}.` });
};

/** "409 with the reason when illegal": the outcome is impossible in the target's current state. */
export const illegal = (detail: string): Error => problem('milestone-not-reached', { detail });
