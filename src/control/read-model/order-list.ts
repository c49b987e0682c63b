import { key } from '../../engine/sandbox/collection.ts';
import { readWhole } from '../../engine/sandbox/read-whole.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { BuyerRecord } from '../../vat/buyers/buyer.ts';
import { getBuyerOf } from '../../vat/buyers/find-buyer.ts';
import { ORDER_STATUSES } from '../../vat/orders/order-steps.ts';
import { type OrderRecord, type OrderStatus, isOpen, orders } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { matchesOrder } from '../../vat/read-model/match-order.ts';
import { summarizeOrder } from '../../vat/read-model/summarize-order.ts';
import { readJobsOfBuyers } from './due-jobs-of-buyers.ts';

export interface OrderFilters {
  readonly status?: readonly OrderStatus[];
  readonly q?: string;
  readonly seller?: string;
}

interface StatusCount {
  readonly status: OrderStatus;
  readonly count: number;
  readonly oldest: OrderRecord | undefined;
}

interface FoundOrders {
  readonly shown: readonly OrderRecord[];
  readonly total: number;
  readonly counts: readonly StatusCount[];
}

interface Wanted {
  readonly page: number;
  readonly limit: number;
}

/** The orders of a sandbox for a board, last change first, with the number of orders per status. */
export const listOrders = (
  { sandbox, sellers }: { readonly sandbox: Sandbox; readonly sellers: readonly CallerSeller[] },
  filters: OrderFilters,
  wanted: Wanted,
) =>
  sandbox.read(async (reading) => {
    const isIndexed = filters.q === undefined && filters.seller === undefined && (filters.status?.length ?? 0) < 2;
    const { shown, total, counts } = await (isIndexed ? findIndexed : search)(reading, filters, wanted);
    const open = shown.filter(isOpen).map(({ buyerId }) => buyerId);
    const jobs = await readJobsOfBuyers(reading, new Set(open));
    const data = [];
    for (const order of shown) {
      const buyer = await getBuyerOf(reading, order.buyerId);
      data.push(
        summarizeOrder({ order, buyer, sellers, nextJob: isOpen(order) ? jobs.get(buyer.uuid)?.[0] : undefined }),
      );
      await reading.pause();
    }
    return { shown: data, total, counts: counts.map(toShownCount) };
  });

const toShownCount = ({ status, count, oldest }: StatusCount) => ({
  status,
  count,
  oldest: oldest === undefined ? null : { uuid: oldest.uuid, since: toIsoDateTime(oldest.updatedAt) },
});

/** All orders or those of one status, by the indexes of the store. */
const findIndexed = async (reading: Reading, { status = [] }: OrderFilters, wanted: Wanted): Promise<FoundOrders> => {
  const counts: StatusCount[] = [];
  for (const one of ORDER_STATUSES) {
    const query = { keys: [key('status', one)], sortBy: 'updatedAt', page: 0, size: 1 };
    const { values, total } = await reading.page(orders, query);
    counts.push({ status: one, count: total, oldest: values[0] });
    await reading.pause();
  }
  const keys = status.map((one) => key('status', one));
  const { page, limit: size } = wanted;
  const { values, total } = await reading.page(orders, { keys, sortBy: 'updatedAt', descending: true, page, size });
  return { shown: values, total, counts };
};

/** Looks at all orders. */
const search = async (
  reading: Reading,
  { status, q, seller }: OrderFilters,
  { page, limit }: Wanted,
): Promise<FoundOrders> => {
  const text = q?.toLowerCase();
  const known = new Map<string, BuyerRecord>();
  const buyerOf = async (uuid: string): Promise<BuyerRecord> => {
    const buyer = known.get(uuid) ?? (await getBuyerOf(reading, uuid));
    known.set(uuid, buyer);
    return buyer;
  };
  const found: OrderRecord[] = [];
  for (const order of await readWhole(reading, orders)) {
    await reading.pause();
    if (seller !== undefined && order.seller !== seller.toLowerCase()) continue;
    if (text === undefined || matchesOrder(text, order, await buyerOf(order.buyerId))) found.push(order);
  }
  // Of two orders changed at the same instant, the one created later comes first.
  const newestFirst = found.toReversed().sort((one, other) => other.updatedAt - one.updatedAt);
  const inStatus = newestFirst.filter((order) => status?.includes(order.status) ?? true);
  return {
    shown: inStatus.slice(page * limit, (page + 1) * limit),
    total: inStatus.length,
    counts: ORDER_STATUSES.map((one) => {
      const ofStatus = newestFirst.filter((order) => order.status === one);
      return { status: one, count: ofStatus.length, oldest: ofStatus.at(-1) };
    }),
  };
};
