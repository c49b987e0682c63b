import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { problem } from '../../engine/problems/problem.ts';
import { key } from '../../engine/sandbox/collection.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import type {
  DueJob,
  OrderBlocker,
  OrderDetail,
  OrderMilestone,
  OrderSummary,
} from '../../generated/control-schemas.ts';
import { VERDICT } from '../../generated/verdict.ts';
import { parseDateTime, toIsoDateTime } from '../../kernel/clock.ts';
import { show, showAll } from '../../vat/api/show.ts';
import { type BuyerRecord, getBuyerOf } from '../../vat/buyers/buyer.ts';
import { isInTransit } from '../../vat/compliance/judge.ts';
import type { Blocker } from '../../vat/compliance/vat-rules.ts';
import { VERDICT_RULES, type VerdictRule } from '../../vat/compliance/verdict-rules.ts';
import { prepareBytes } from '../../vat/documents/document-behaviours.ts';
import { type DocumentRecord, documents } from '../../vat/documents/document.ts';
import { outstandingOf, toAmount } from '../../vat/orders/invoices-and-payments.ts';
import { ORDER_STATUSES } from '../../vat/orders/order-steps.ts';
import { type OrderRecord, hasVerdict, isOpen, orders } from '../../vat/orders/order.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';
import { transportStatusOf } from '../../vat/transport/transport.ts';
import { introduceBuyer, nameSeller } from './buyers.ts';
import { readJobsOfBuyers } from './jobs.ts';
import { readTimeline, requestsAbout, withRequests } from './order-timeline.ts';
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

/** An order of the sandbox. Throws 404. */
const findOrder = (reading: Reading, uuid: string): OrderRecord => {
  const order = reading.get(orders, uuid.toLowerCase());
  if (order === undefined) throw noRecord('orders', 'order', uuid);
  return order;
};

/** A document of an order; `read` draws a file that was never read. Throws 404. */
export const openDocument = (sandbox: Sandbox, organization: CallerOrganization, uuid: string, documentId: string) =>
  sandbox.read(async (work) => {
    const order = findOrder(work, uuid);
    const document = work.get(documents, documentId.toLowerCase());
    if (document?.orderUuid !== order.uuid)
      throw problem(
        'not-found',
        `Order ${order.uuid} has no document ${documentId}; GET /__admin/records/orders/${order.uuid} lists its documents.`,
      );
    const { fileName, contentType } = document;
    return { fileName, contentType, read: await prepareBytes(document, { work, sandbox, organization }) };
  });

/** The order as a card of a board shows it. */
const summarizeOrder = (
  {
    order,
    buyer,
    sellers,
    nextJob,
  }: {
    readonly order: OrderRecord;
    readonly buyer: BuyerRecord;
    readonly sellers: readonly CallerSeller[];
    readonly nextJob: DueJob | undefined;
  },
  mostBlockers: number = READ_MODEL_LIMITS.blockersOfSummary,
): OrderSummary => {
  const { vins, compliance } = order;
  return {
    ...show(order, 'uuid', 'externalOrderId', 'status'),
    compliance: compliance.status,
    decision: compliance.decision,
    seller: nameSeller(order.seller, sellers),
    buyer: introduceBuyer(buyer),
    purchaseDate: order.purchaseDate,
    vehicles: {
      count: vins.length,
      vins: vins.slice(0, READ_MODEL_LIMITS.vinsOfSummary).map(({ vin }) => vin),
      brand: vins[0]?.brand ?? '',
      model: vins[0]?.model ?? '',
    },
    totalAmount: order.totalAmount,
    blockers: compliance.blockers.slice(0, mostBlockers).map((blocker) => withRemedy(blocker, buyer)),
    blockerCount: compliance.blockers.length,
    milestones: milestonesOf(order),
    nextJob: nextJob ?? null,
    exportFileReady: order.exportFile !== undefined && hasVerdict(order),
    exportFileId: (hasVerdict(order) ? order.exportFile?.documentId : undefined) ?? null,
    ...show(order, 'createdAt', 'updatedAt'),
  };
};

const REMEDIES: Readonly<Record<string, Partial<OrderBlocker> | undefined>> = VERDICT.blockers;

const withRemedy = (blocker: Blocker, { vies, kyc }: BuyerRecord): OrderBlocker => {
  const { code } = blocker;
  const state = code.startsWith('VIES_') ? vies.result : kyc.status;
  const { operationId = null, remedy = 'See the message.' } = REMEDIES[`${code}/${state}`] ?? REMEDIES[code] ?? {};
  return { ...blocker, operationId, remedy };
};

/** The parts of an order: vehicles, invoices, payments, documents. */
const partsOfOrder = (
  order: OrderRecord,
  documents: readonly DocumentRecord[],
  adminPath: string,
): Omit<OrderDetail, keyof OrderSummary | 'rules' | 'jobs' | 'timeline' | 'timelineCount'> => {
  const { responsibleContact, cancellation, exportFile } = order;
  const path = `${adminPath}/orders/${order.uuid}`;
  return {
    version: order.version,
    ...(responsibleContact && { responsibleContact }),
    ...(cancellation && { cancellation: showAll(cancellation) }),
    warnings: order.compliance.warnings ?? [],
    vins: order.vins.map((vin) => ({ ...vin, transportStatus: transportStatusOf(vin) })),
    revocations: order.transport.revocations.map(showAll),
    invoices: order.invoices.map(showAll),
    payments: order.payments.map(showAll),
    outstandingAmount: { value: toAmount(outstandingOf(order)), currency: order.totalAmount.currency },
    documents: documents
      .slice(-READ_MODEL_LIMITS.documents)
      .toReversed()
      .map(
        ({
          digest,
          createdAt,
          seller: _seller,
          orderUuid: _order,
          version: _version,
          updatedAt: _at,
          ...document
        }) => ({
          ...document,
          ...digest,
          ...show({ createdAt }, 'createdAt'),
          download: `${path}/documents/${document.id}`,
        }),
      ),
    documentCount: documents.length,
    exportFile:
      exportFile === undefined
        ? null
        : {
            ...showAll(exportFile),
            download: `${path}/documents/${exportFile.documentId}`,
          },
  };
};

/** All milestones in order, from the record alone. */
const milestonesOf = (order: OrderRecord): readonly OrderMilestone[] => {
  const { createdAt, vins, exportFile } = order;
  const isInvoiced = order.invoices.length > 0;
  const isPaid = isInvoiced && outstandingOf(order) === 0n;
  const pickups = vins.flatMap(({ pickup }) => (pickup === undefined ? [] : [parseDateTime(pickup.confirmedAt)]));
  const deliveries = vins.flatMap(({ delivery }) =>
    delivery === undefined ? [] : [parseDateTime(delivery.confirmedAt)],
  );
  // Payments beyond the total are not accepted, so that the last one completed it.
  const paidAt = isPaid ? (order.payments.at(-1)?.createdAt ?? timeOfInvoice(order)) : undefined;
  const hasArrived = deliveries.length === vins.length;
  return [
    toMilestone('created', true, createdAt),
    toMilestone('invoiced', isInvoiced, timeOfInvoice(order)),
    toMilestone('paid', isPaid, paidAt),
    toMilestone('ready', isPaid, paidAt),
    toMilestone('on_the_road', pickups.length > 0, Math.min(...pickups)),
    toMilestone('arrived', hasArrived, Math.max(...deliveries)),
    toMilestone('verdict', hasVerdict(order), exportFile?.generatedAt),
  ];
};

const toMilestone = (name: OrderMilestone['name'], reached: boolean, at: number | undefined): OrderMilestone => ({
  name,
  reached,
  at: reached && at !== undefined ? toIsoDateTime(at) : null,
});

/** Every visible change moves the time of an invoice: only that of an unchanged one tells its submission. */
const timeOfInvoice = ({ invoices }: OrderRecord): number | undefined => {
  const unchanged = invoices.filter(({ version }) => version === 1).map(({ updatedAt }) => updatedAt);
  return unchanged.length < invoices.length || unchanged.length === 0 ? undefined : Math.min(...unchanged);
};

/** The rules one by one. The blockers of the order say which it does not meet. */
const checkRules = (order: OrderRecord, buyer: BuyerRecord): OrderDetail['rules'] =>
  VERDICT_RULES.map((rule) => {
    const { id, sentence, codes, quote, assumption } = rule;
    const open = order.compliance.blockers.filter(({ code }) => codes.includes(code));
    const vins = open.flatMap(({ vin }) => (vin === undefined ? [] : [vin]));
    const isOpen = open.length > 0;
    return {
      id,
      sentence,
      state: isOpen ? 'not_met' : rule.applies?.({ order, buyer }) === false ? 'not_applicable' : stateOf(rule, order),
      codes,
      vins: vins.slice(0, READ_MODEL_LIMITS.vinsOfRule),
      vinCount: vins.length,
      assumption,
      ...(quote && { quote }),
    };
  });

/** Without a blocker: met, unless nothing is reported yet. A cancelled order reports only failures of its buyer. */
const stateOf = ({ afterArrival, id }: VerdictRule, order: OrderRecord): OrderDetail['rules'][number]['state'] => {
  if (order.status === 'CANCELLED') return id === 'buyer-active' ? 'met' : 'not_applicable';
  return afterArrival === true && isInTransit(order) ? 'later' : 'met';
};
