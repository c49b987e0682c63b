import { key } from '../../engine/sandbox/collection.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import { getBuyerOf } from '../../vat/buyers/buyer.ts';
import { documents } from '../../vat/documents/document.ts';
import { isOpen } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { checkRules } from '../../vat/read-model/compliance-checklist.ts';
import { type DownloadPaths, detailOrder } from '../../vat/read-model/detail-order.ts';
import { READ_MODEL_LIMITS } from '../../vat/read-model/limits.ts';
import { summarizeOrder } from '../../vat/read-model/summarize-order.ts';
import { readJobsOfBuyers } from './due-jobs-of-buyers.ts';
import { findOrder } from './order-files.ts';
import { requestsAbout, withRequests } from './order-requests.ts';
import { readTimeline } from './order-timeline.ts';

interface OrderPlace {
  readonly sandbox: Sandbox;
  readonly sellers: readonly CallerSeller[];
  readonly paths: DownloadPaths;
  /** The journal of the organization. */
  readonly newestFirst: readonly JournalEntry[];
}

/** An order with everything that belongs to it. Throws 404. */
export const showOrder = ({ sandbox, sellers, paths, newestFirst }: OrderPlace, uuid: string) =>
  sandbox.read(async (reading) => {
    await reading.pause();
    const order = findOrder(reading, uuid);
    const buyer = getBuyerOf(reading, order.buyerId);
    const ofOrder = reading.findAll(documents, key('order', order.uuid));
    const requests = requestsAbout(order, ofOrder, newestFirst);
    const { timeline, retries } = await readTimeline(reading, order, requests);
    const ofBuyer = (await readJobsOfBuyers(reading, new Set([buyer.uuid]))).get(buyer.uuid) ?? [];
    const jobs = [...ofBuyer, ...retries].sort((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt));
    await reading.pause();
    const summary = summarizeOrder(
      { order, buyer, sellers, nextJob: isOpen(order) ? ofBuyer[0] : undefined },
      READ_MODEL_LIMITS.blockers,
    );
    await reading.pause();
    const rules = checkRules(order, buyer, reading.assumed);
    await reading.pause();
    return {
      ...summary,
      milestones: withRequests(summary.milestones, requests),
      ...detailOrder(order, ofOrder, paths),
      rules,
      jobs,
      timeline: timeline.slice(-READ_MODEL_LIMITS.timeline),
      timelineCount: timeline.length,
    };
  });
