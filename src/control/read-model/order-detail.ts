import { key } from '../../engine/sandbox/collection.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { problem } from '../../engine/problems/problem.ts';
import { getBuyerOf } from '../../vat/buyers/find-buyer.ts';
import { documents } from '../../vat/documents/document.ts';
import { type OrderRecord, isOpen, orders } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { checkRules } from '../../vat/read-model/compliance-checklist.ts';
import { type DownloadPaths, detailOrder } from '../../vat/read-model/detail-order.ts';
import { READ_MODEL_LIMITS } from '../../vat/read-model/limits.ts';
import { summarizeOrder } from '../../vat/read-model/summarize-order.ts';
import { readJobsOfBuyers } from './due-jobs-of-buyers.ts';

export interface OrderPlace {
  readonly sandbox: Sandbox;
  readonly sellers: readonly CallerSeller[];
  readonly paths: DownloadPaths;
}

/** An order with everything that belongs to it. Throws 404. */
export const showOrder = ({ sandbox, sellers, paths }: OrderPlace, uuid: string) =>
  sandbox.read(async (reading) => {
    const order = await findOrder(reading, uuid);
    const buyer = await getBuyerOf(reading, order.buyerId);
    const ofOrder = await reading.findAll(documents, key('order', order.uuid));
    const jobs = (await readJobsOfBuyers(reading, new Set([buyer.uuid]))).get(buyer.uuid) ?? [];
    return {
      ...summarizeOrder(
        { order, buyer, sellers, nextJob: isOpen(order) ? jobs[0] : undefined },
        READ_MODEL_LIMITS.blockers,
      ),
      ...detailOrder(order, ofOrder, paths),
      rules: checkRules(order, buyer, reading.assumed),
      jobs,
      timeline: [],
      timelineCount: 0,
    };
  });

export const findOrder = async (reading: Reading, uuid: string): Promise<OrderRecord> => {
  const order = await reading.get(orders, uuid.toLowerCase());
  if (order !== undefined) return order;
  throw problem('not-found', { detail: `The sandbox has no order ${uuid}; GET /__admin/orders lists its orders.` });
};
