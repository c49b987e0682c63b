import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { visitAll } from '../../engine/sandbox/visit-all.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { getBuyerOf, type BuyerRecord } from '../../vat/buyers/buyer.ts';
import { ORDER_STATUSES } from '../../vat/orders/order-steps.ts';
import { type OrderRecord, type OrderStatus, isOpen, orders } from '../../vat/orders/order.ts';
import type { OrderDetail, OrderSummary } from '../../generated/control-schemas.ts';
import type { Place } from './buyers.ts';
import { type DownloadPaths, checkRules, detailOrder, summarizeOrder } from './order-view.ts';
import { readJobsOfBuyers } from './jobs.ts';
import { key } from '../../engine/sandbox/collection.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import { documents } from '../../vat/documents/document.ts';
import { rulesOf } from '../../vat/compliance/compliance-rules.ts';
import { READ_MODEL_LIMITS } from './limits.ts';
import { requestsAbout, withRequests, readTimeline } from './order-timeline.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { problem } from '../../engine/problems/problem.ts';
import { prepareBytes } from '../../vat/documents/downloads.ts';

interface OrderFilters {
  readonly page: number;
  readonly limit: number;
  readonly status?: readonly OrderStatus[];
  readonly q?: string;
  readonly seller?: string;
}

/** The orders of a sandbox for a board, last change first, with the number of orders per status. */
export const listOrders = ({ sandbox, sellers }: Place, { page, limit, ...filters }: OrderFilters) =>
  sandbox.read(async (reading) => {
    const found = await findOrders(reading, filters);
    const inStatus = found.filter(({ status }) => filters.status?.includes(status) ?? true);
    const shown = inStatus.slice(page * limit, (page + 1) * limit);
    const open = shown.filter(isOpen).map(({ buyerId }) => buyerId);
    const jobs = await readJobsOfBuyers(reading, new Set(open));
    const data: OrderSummary[] = [];
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
const countIn = (newestFirst: readonly OrderRecord[], status: OrderStatus) => {
  const ofStatus = newestFirst.filter((order) => order.status === status);
  const oldest = ofStatus.at(-1);
  return {
    status,
    count: ofStatus.length,
    oldest: oldest === undefined ? null : { uuid: oldest.uuid, since: toIsoDateTime(oldest.updatedAt) },
  };
};

/** The orders of all statuses that meet the other filters. The store would sort all orders in one go. */
const findOrders = async (
  reading: Reading,
  { q, seller }: Omit<OrderFilters, 'page' | 'limit'>,
): Promise<readonly OrderRecord[]> => {
  const text = q?.toLowerCase();
  const ofSeller = seller?.toLowerCase();
  const found: OrderRecord[] = [];
  await visitAll(reading, orders, {}, (order) => {
    if (ofSeller !== undefined && order.seller !== ofSeller) return;
    if (text !== undefined && !matchesOrder(text, order, getBuyerOf(reading, order.buyerId))) return;
    found.push(order);
  });
  // Of two orders changed at the same instant, the one created later comes first.
  return found.reverse().sort((one, other) => other.updatedAt - one.updatedAt);
};

/** Whether a text in lower case is part of what identifies the order: its ids, its VINs, and its buyer. */
const matchesOrder = (text: string, order: OrderRecord, { companyName, vatNumber }: BuyerRecord): boolean => {
  const contains = (value: string): boolean => value.toLowerCase().includes(text);
  return (
    contains(order.uuid) ||
    contains(order.externalOrderId) ||
    contains(companyName) ||
    contains(vatNumber) ||
    order.vins.some(({ vin }) => contains(vin))
  );
};

interface OrderPlace extends Place {
  readonly paths: DownloadPaths;
  /** The journal of the organization. */
  readonly newestFirst: readonly JournalEntry[];
}

/** An order with everything that belongs to it. Throws 404. */
export const showOrder = ({ sandbox, sellers, paths, newestFirst }: OrderPlace, uuid: string) =>
  sandbox.read(async (reading): Promise<OrderDetail> => {
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
    const rules = checkRules(order, buyer, rulesOf(reading.assumed));
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
  if (order !== undefined) return order;
  throw problem('not-found', {
    detail: `The sandbox has no order ${uuid}; GET /__admin/records/orders lists its orders.`,
  });
};

/** A document of an order. Throws 404. */
export const openDocument = (
  sandbox: Sandbox,
  organization: CallerOrganization,
  uuid: string,
  documentId: string,
): Promise<OpenedFile> =>
  sandbox.read((work) => openOf(findOrder(work, uuid), documentId, { work, sandbox, organization }));

/** The latest Export File of an order. Throws 404. */
export const openExportFile = (sandbox: Sandbox, organization: CallerOrganization, uuid: string): Promise<OpenedFile> =>
  sandbox.read((work) => {
    const order = findOrder(work, uuid);
    if (order.exportFile === undefined)
      throw problem('not-found', {
        detail: `Order ${order.uuid} has no Export File: it is ${order.status}, and the file comes with the verdict.`,
      });
    return openOf(order, order.exportFile.documentId, { work, sandbox, organization });
  });

const openOf = async (
  order: OrderRecord,
  documentId: string,
  reader: Parameters<typeof prepareBytes>[1],
): Promise<OpenedFile> => {
  const document = reader.work.get(documents, documentId.toLowerCase());
  if (document?.orderUuid !== order.uuid)
    throw problem('not-found', {
      detail: `Order ${order.uuid} has no document ${documentId}; GET /__admin/records/orders/${order.uuid} lists its documents.`,
    });
  const { fileName, contentType } = document;
  return { fileName, contentType, read: await prepareBytes(document, reader) };
};
