import { key } from '../../engine/sandbox/collection.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { rulesOf } from '../compliance/assumed-rules.ts';
import type { ComplianceRules } from '../compliance/compliance-rules.ts';
import { type Facts, judge } from '../compliance/judge.ts';
import { documents } from '../documents/document.ts';
import { generateExportFile } from '../export-file/generate-export-file.ts';
import { type OrderRecord, hasVerdict, orders } from '../orders/order.ts';
import { announce, announceStatus } from './announce-verdict.ts';
import { ensureRecheck } from './daily-recheck.ts';
import { settle } from './pass-verdict.ts';

interface Settling {
  /** Whether to recompute a verdict although no data of the order was corrected. */
  readonly recomputes?: boolean;
}

/**
 * Stores a changed order with all consequences: recomputes the rollup, reaches or withdraws a verdict, increments the
 * versions of visible changes, and adds the events to the outbox in causal order. Assumption: event-emission.
 */
export const settleOrder = (
  work: UnitOfWork,
  before: OrderRecord,
  changed: OrderRecord,
  { recomputes = false }: Settling = {},
): OrderRecord => {
  const facts = gatherFacts(work, changed);
  const { settled, isDecided } = settle(facts, before, work.now, { rules: rulesOf(work.assumed), recomputes });
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
export const settleNewOrder = (order: OrderRecord, buyer: BuyerRecord, rules: ComplianceRules): OrderRecord => {
  const { status, blockers, viesResult } = judge({ order, buyer, documents: [] }, rules);
  return { ...order, compliance: { ...order.compliance, status, blockers, viesResult } };
};

const gatherFacts = (work: UnitOfWork, order: OrderRecord): Facts => {
  const buyer = work.get(buyers, order.buyerId);
  if (buyer === undefined) throw new Error(`order ${order.uuid} has no buyer ${order.buyerId}`);
  return { order, buyer, documents: work.findAll(documents, key('order', order.uuid)) };
};
