import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type OrderRecord, orders } from '../../vat/orders/order.ts';

/** The orders of some buyers, oldest first, by UUID of the buyer. */
export const readOrdersOfBuyers = async (
  reading: Reading,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly OrderRecord[]>> => {
  const found = new Map<string, OrderRecord[]>();
  if (wanted.size === 0) return found;
  for (const order of await readWhole(reading, orders))
    if (wanted.has(order.buyerId)) getOrInsert(found, order.buyerId, (): OrderRecord[] => []).push(order);
  return found;
};
