import { key } from '../../engine/sandbox/collection.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import type { OrderDetail, OrderSummary } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { getBuyerOf } from '../../vat/buyers/buyer.ts';
import { documents } from '../../vat/documents/document.ts';
import { prepareBytes } from '../../vat/documents/downloads.ts';
import { ORDER_STATUSES } from '../../vat/orders/order-steps.ts';
import { type OrderRecord, isOpen, orders } from '../../vat/orders/order.ts';
import { readJobsOfBuyers } from './jobs.ts';
import { readTimeline, requestsAbout, withRequests } from './order-timeline.ts';
import { checkRules, partsOfOrder, summarizeOrder } from './order-view.ts';
import { READ_MODEL_LIMITS, type RecordPlace, noRecord } from './record-place.ts';

/** The orders as cards of a board. */
export const listOrders = async (
  values: readonly OrderRecord[],
  { sellers }: RecordPlace,
  reading: Reading,
): Promise<readonly OrderSummary[]> => {
  const jobs = await readJobsOfBuyers(reading, new Set(values.filter(isOpen).map(({ buyerId }) => buyerId)));
  const shown: OrderSummary[] = [];
  for (const order of values) {
    const nextJob = isOpen(order) ? jobs.get(order.buyerId)?.[0] : undefined;
    shown.push(summarizeOrder({ order, buyer: getBuyerOf(reading, order.buyerId), sellers, nextJob }));
    await reading.pause();
  }
  return shown;
};

/** By status, the number of orders and the one that has not changed for longest. */
export const countOrders = (newestFirst: readonly OrderRecord[]) =>
  ORDER_STATUSES.map((status) => {
    const ofStatus = newestFirst.filter((order) => order.status === status);
    const oldest = ofStatus.at(-1);
    return {
      status,
      count: ofStatus.length,
      oldest: oldest === undefined ? null : { uuid: oldest.uuid, since: toIsoDateTime(oldest.updatedAt) },
    };
  });

/** Whether a text in lower case is part of what identifies the order: its ids, its VINs, and its buyer. */
export const matchesOrder = (
  { uuid, externalOrderId, buyerId, vins }: OrderRecord,
  text: string,
  reading: Reading,
): boolean => {
  const { companyName, vatNumber } = getBuyerOf(reading, buyerId);
  const contains = (value: string): boolean => value.toLowerCase().includes(text);
  return [uuid, externalOrderId, companyName, vatNumber].some(contains) || vins.some(({ vin }) => contains(vin));
};

/** An order with everything that belongs to it. */
export const detailOrder = async (
  order: OrderRecord,
  { sellers, adminPath, newestFirst }: RecordPlace,
  reading: Reading,
): Promise<OrderDetail> => {
  await reading.pause();
  const buyer = getBuyerOf(reading, order.buyerId);
  const ofOrder = reading.findAll(documents, key('order', order.uuid));
  const requests = requestsAbout(order, ofOrder, newestFirst());
  const { timeline, retries } = await readTimeline(reading, order, requests);
  const ofBuyer = (await readJobsOfBuyers(reading, new Set([buyer.uuid]))).get(buyer.uuid) ?? [];
  const nextJob = isOpen(order) ? ofBuyer[0] : undefined;
  await reading.pause();
  const summary = summarizeOrder({ order, buyer, sellers, nextJob }, READ_MODEL_LIMITS.blockers);
  await reading.pause();
  const rules = checkRules(order, buyer);
  await reading.pause();
  return {
    ...summary,
    milestones: withRequests(summary.milestones, requests),
    ...partsOfOrder(order, ofOrder, adminPath),
    rules,
    jobs: [...ofBuyer, ...retries].sort((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt)),
    timeline: timeline.slice(-READ_MODEL_LIMITS.timeline),
    timelineCount: timeline.length,
  };
};

/** A file to be sent. */
export interface OpenedFile {
  readonly fileName: string;
  readonly contentType: string;
  /** Draws a file that was never read. */
  readonly read: () => Promise<Uint8Array>;
}

/** An order of the sandbox. Throws 404. */
const findOrder = (reading: Reading, uuid: string): OrderRecord => {
  const order = reading.get(orders, uuid.toLowerCase());
  if (order === undefined) throw noRecord('orders', 'order', uuid);
  return order;
};

/** A document of an order. Throws 404. */
export const openDocument = (
  sandbox: Sandbox,
  organization: CallerOrganization,
  uuid: string,
  documentId: string,
): Promise<OpenedFile> =>
  sandbox.read(async (work) => {
    const order = findOrder(work, uuid);
    const document = work.get(documents, documentId.toLowerCase());
    if (document?.orderUuid !== order.uuid)
      throw problem('not-found', {
        detail: `Order ${order.uuid} has no document ${documentId}; GET /__admin/records/orders/${order.uuid} lists its documents.`,
      });
    const { fileName, contentType } = document;
    return { fileName, contentType, read: await prepareBytes(document, { work, sandbox, organization }) };
  });
