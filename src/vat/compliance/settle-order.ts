import { type Assumed, jobs, key, type Reading, readWhole, type UnitOfWork } from '../../engine/sdk.ts';
import { type BuyerRecord, getBuyerOf } from '../buyers/buyer.ts';
import { judge } from './judge.ts';
import type { Facts } from './verdict-rules.ts';
import { documents } from '../documents/document.ts';
import { generateExportFile } from '../export-file/export-file.ts';
import { type OrderRecord, hasVerdict, orders } from '../orders/order.ts';
import { settle } from './verdict.ts';
import { emit } from '../api/behaviour.ts';

/**
 * Stores a changed order with all consequences: recomputes the rollup, reaches or withdraws a verdict, increments the
 * versions of visible changes, and adds the events to the outbox in causal order. Assumption: event-emission.
 */
export const settleOrder = (work: UnitOfWork, before: OrderRecord, changed: OrderRecord): OrderRecord => {
  const facts = gatherFacts(work, changed);
  const { settled, isDecided } = settle(facts, before, work.now);
  if (settled === before) {
    if (work.assumed.has('status-change-emission=every-recomputation')) announceStatus(work, before, before);
    return before;
  }
  work.update(orders, before, settled);
  announce(work, before, settled, isDecided);
  // An order without its verdict needs daily checks again.
  if (hasVerdict(before) && !hasVerdict(settled)) ensureRecheck(work, settled.buyerId);
  return isDecided ? generateExportFile(work, settled, facts) : settled;
};

/** Settles a new order before it is inserted: its first status is not a change and fires no event. */
export const settleNewOrder = (order: OrderRecord, buyer: BuyerRecord): OrderRecord => {
  const { status, blockers, viesResult } = judge({ order, buyer, documents: [] });
  return { ...order, compliance: { ...order.compliance, status, blockers, viesResult } };
};

const gatherFacts = (work: UnitOfWork, order: OrderRecord): Facts => ({
  order,
  buyer: getBuyerOf(work, order.buyerId),
  documents: work.findAll(documents, key('order', order.uuid)),
});

/** The events of a settled order: its new status, then its decision. */
const announce = (work: UnitOfWork, before: OrderRecord, after: OrderRecord, isDecided: boolean): void => {
  const { uuid: orderUuid, seller, compliance } = after;
  if (isStatusAnnounced(before, after, work.assumed)) announceStatus(work, before, after);
  if (isDecided && compliance.decision !== null && isDecisionAnnounced(before, compliance.decision, work.assumed))
    emit(work, 'compliance.decision_made', seller, { orderUuid, decision: compliance.decision });
};

/** Assumption: status-change-emission. */
const isStatusAnnounced = (before: OrderRecord, after: OrderRecord, assumed: Assumed): boolean =>
  before.compliance.status !== after.compliance.status || assumed.has('status-change-emission=every-recomputation');

const announceStatus = (
  work: UnitOfWork,
  { compliance: { status: previousStatus } }: OrderRecord,
  { uuid: orderUuid, seller, compliance }: OrderRecord,
): void => {
  emit(work, 'compliance.status_changed', seller, {
    orderUuid,
    previousStatus,
    currentStatus: compliance.status,
    // "Lists the active blockers on transitions out of `VALID`, otherwise empty."
    blockers: previousStatus === 'VALID' ? [...compliance.blockers] : [],
  });
};

/** The latest Export File holds the previous decision. Assumption: decision-repeat. */
const isDecisionAnnounced = ({ exportFile }: OrderRecord, decision: string, assumed: Assumed): boolean =>
  exportFile?.decision !== decision || !assumed.has('decision-repeat=when-different');

/**
 * Reassesses the orders of a changed buyer: "blocks active transactions of that buyer; open orders flip to `INVALID`
 * unless resolved". Orders with a verdict keep it. Assumption: verdict-recomputation.
 */
export const reassessOrdersOf = async (work: UnitOfWork, buyerId: string): Promise<void> => {
  for (const order of await readWhole(work, orders, { keys: [key('open-of-buyer', buyerId)] })) {
    settleOrder(work, order, order);
    await work.pause();
  }
};

/** Reassesses one order after a document of it was uploaded or archived. */
export const reassessOrder = (work: UnitOfWork, orderUuid: string): void => {
  const order = work.get(orders, orderUuid);
  if (order !== undefined && order.status !== 'CANCELLED') settleOrder(work, order, order);
};

/** "Every 24 hours while an order of the buyer has no verdict." Assumption: vies-recheck. */
const DAY = 86_400_000;

/** Id of the job that checks a buyer again. */
export const recheckOf = (buyerUuid: string): string => `vies-recheck/${buyerUuid}`;

/** Whether an order of the buyer has no verdict yet. */
export const hasOpenOrder = (work: Reading, buyerUuid: string): boolean =>
  work.findFirst(orders, key('open-of-buyer', buyerUuid)) !== undefined;

/** Schedules daily checks of a buyer with an open order. They stop after the last open order. */
export const ensureRecheck = (work: UnitOfWork, buyerUuid: string): void => {
  const id = recheckOf(buyerUuid);
  if (work.get(jobs, id) !== undefined) return;
  work.schedule({ id, kind: 'vies-recheck', dueAt: work.now + DAY, data: { buyerUuid } });
};
