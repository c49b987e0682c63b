import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { getBuyerOf } from '../../vat/buyers/buyer.ts';
import { ORDER_STATUSES } from '../../vat/orders/order-steps.ts';
import { type OrderRecord, type OrderStatus, isOpen, orders } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { matchesOrder } from '../../vat/read-model/match-order.ts';
import { summarizeOrder } from '../../vat/read-model/summarize-order.ts';
import { readJobsOfBuyers } from './due-jobs-of-buyers.ts';

interface OrderFilters {
  readonly status?: readonly OrderStatus[];
  readonly q?: string;
  readonly seller?: string;
}

/** An order that was found, without its vehicles: all orders of a sandbox together may be too large for the memory. */
type FoundOrder = Pick<OrderRecord, 'uuid' | 'status' | 'updatedAt'>;

interface Wanted {
  readonly page: number;
  readonly limit: number;
}

/** The orders of a sandbox for a board, last change first, with the number of orders per status. */
export const listOrders = (
  { sandbox, sellers }: { readonly sandbox: Sandbox; readonly sellers: readonly CallerSeller[] },
  filters: OrderFilters,
  { page, limit }: Wanted,
) =>
  sandbox.read(async (reading) => {
    const found = await findOrders(reading, filters);
    const inStatus = found.filter(({ status }) => filters.status?.includes(status) ?? true);
    const shown = await readAgain(reading, inStatus.slice(page * limit, (page + 1) * limit));
    const open = shown.filter(isOpen).map(({ buyerId }) => buyerId);
    const jobs = await readJobsOfBuyers(reading, new Set(open));
    const data = [];
    for (const order of shown) {
      const buyer = getBuyerOf(reading, order.buyerId);
      data.push(
        summarizeOrder({ order, buyer, sellers, nextJob: isOpen(order) ? jobs.get(buyer.uuid)?.[0] : undefined }),
      );
      await reading.pause();
    }
    return { shown: data, total: inStatus.length, counts: ORDER_STATUSES.map((status) => countIn(found, status)) };
  });

/** Number and longest unchanged order of a status. */
const countIn = (newestFirst: readonly FoundOrder[], status: OrderStatus) => {
  const ofStatus = newestFirst.filter((order) => order.status === status);
  const oldest = ofStatus.at(-1);
  return {
    status,
    count: ofStatus.length,
    oldest: oldest === undefined ? null : { uuid: oldest.uuid, since: toIsoDateTime(oldest.updatedAt) },
  };
};

/** The orders of all statuses that meet the other filters. The store would sort all orders in one go. */
const findOrders = async (reading: Reading, { q, seller }: OrderFilters): Promise<readonly FoundOrder[]> => {
  const text = q?.toLowerCase();
  const ofSeller = seller?.toLowerCase();
  const found: FoundOrder[] = [];
  await visitAll(reading, orders, {}, (order) => {
    if (ofSeller !== undefined && order.seller !== ofSeller) return;
    if (text !== undefined && !matchesOrder(text, order, getBuyerOf(reading, order.buyerId))) return;
    found.push({ uuid: order.uuid, status: order.status, updatedAt: order.updatedAt });
  });
  // Of two orders changed at the same instant, the one created later comes first.
  return found.reverse().sort((one, other) => other.updatedAt - one.updatedAt);
};

const readAgain = async (reading: Reading, found: readonly FoundOrder[]): Promise<readonly OrderRecord[]> => {
  const read: OrderRecord[] = [];
  for (const { uuid } of found) {
    const order = reading.get(orders, uuid);
    if (order !== undefined) read.push(order);
    await reading.pause();
  }
  return read;
};
