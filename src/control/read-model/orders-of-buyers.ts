import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type OrderRecord, orders } from '../../vat/orders/order.ts';

/** An order without its vehicles: those of all orders may be too much for the memory. */
type OrderOfBuyer = Pick<OrderRecord, 'uuid' | 'status'>;

/** The orders of some buyers, oldest first, by UUID of the buyer. */
export const readOrdersOfBuyers = async (
  reading: Reading,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly OrderOfBuyer[]>> => {
  const found = new Map<string, OrderOfBuyer[]>();
  if (wanted.size === 0) return found;
  await visitAll(reading, orders, {}, ({ uuid, status, buyerId }) => {
    if (wanted.has(buyerId)) getOrInsert(found, buyerId, (): OrderOfBuyer[] => []).push({ uuid, status });
  });
  return found;
};
