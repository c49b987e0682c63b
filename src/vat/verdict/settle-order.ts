import type { Assumed } from '../../engine/assumptions/assumed.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { Json } from '../../kernel/json.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { type DocumentRecord, documents } from '../documents/document.ts';
import { key } from '../../engine/sandbox/collection.ts';
import { emit } from '../api/emit.ts';
import { generateExportFile } from '../export-file/generate-export-file.ts';
import { moveOrder } from '../orders/order-steps.ts';
import {
  type ComplianceRecord,
  type InvoiceRecord,
  type OrderRecord,
  type VinRecord,
  hasVerdict,
  orders,
  toOrder,
} from '../orders/order.ts';
import { ensureRecheck } from './daily-recheck.ts';
import { INVOICE_MOVES, VIN_MOVES, checkMove } from '../orders/state-moves.ts';
import { rulesOf } from '../compliance/assumed-rules.ts';
import type { ComplianceRules } from '../compliance/compliance-rules.ts';
import { decide } from '../compliance/decide.ts';
import { type Facts, type Judgement, evidenceFor, judge } from '../compliance/judge.ts';

export interface Settling {
  /** Whether a verdict is recomputed although no data of the order was corrected. */
  readonly recomputes?: boolean;
}

/**
 * Keeps a changed order, with everything that follows from the change: the rollup is computed anew, a verdict reached or
 * taken back, versions raised by one where something visible changed, and the events left in the outbox, cause before
 * effect. Assumption: event-emission.
 */
export const settleOrder = async (
  work: UnitOfWork,
  before: OrderRecord,
  changed: OrderRecord,
  { recomputes = false }: Settling = {},
): Promise<OrderRecord> => {
  const facts = await gatherFacts(work, changed);
  const { settled, isDecided } = settle(facts, before, work.now, { rules: rulesOf(work.assumed), recomputes });
  if (settled === before) {
    if (work.assumed.has('status-change-emission=every-recomputation')) await announceStatus(work, before, before);
    return before;
  }
  await work.update(orders, before, settled);
  await announce(work, before, settled, isDecided);
  // An order whose verdict is taken back is watched again.
  if (hasVerdict(before) && !hasVerdict(settled)) await ensureRecheck(work, settled.buyerId);
  return isDecided ? generateExportFile(work, settled, facts) : settled;
};

/** A new order, before it is inserted: its first status is no change, and fires nothing. */
export const settleNewOrder = (order: OrderRecord, buyer: BuyerRecord, rules: ComplianceRules): OrderRecord => {
  const { status, blockers, viesResult } = judge({ order, buyer, documents: [] }, rules);
  return { ...order, compliance: { ...order.compliance, status, blockers, viesResult } };
};

const gatherFacts = async (work: UnitOfWork, order: OrderRecord): Promise<Facts> => {
  const buyer = await work.get(buyers, order.buyerId);
  if (buyer === undefined) throw new Error(`order ${order.uuid} has no buyer ${order.buyerId}`);
  return { order, buyer, documents: await work.findAll(documents, key('order', order.uuid)) };
};

/** The rules of a judgement. */
interface Measure {
  readonly rules: ComplianceRules;
  readonly recomputes: boolean;
}

/** The pure part: the order as it stands after the change. `before` itself when nothing came of it. */
export const settle = (
  facts: Facts,
  before: OrderRecord,
  now: number,
  by: Measure,
): { readonly settled: OrderRecord; readonly isDecided: boolean } => {
  const judgement = judge(facts, by.rules);
  const judged = passVerdict(facts, judgement, by);
  const isDecided =
    judged.compliance.basis !== undefined &&
    (judged.compliance.basis !== before.compliance.basis || judged.status !== before.status);
  const vins = judged.vins.map((vin) => withComplianceStatus(vin, judged, facts.documents));
  const settled = withVersions(before, { ...judged, vins, invoices: judged.invoices.map(withStatusOf(judged)) }, now);
  return { settled, isDecided };
};

/** "Final verdict reached": when all VINs are delivered and nothing is missing, one way or the other. */
const passVerdict = (facts: Facts, judgement: Judgement, { rules, recomputes }: Measure): OrderRecord => {
  const { order } = facts;
  const basis = basisOf(facts);
  // "Terminal unless data is corrected": whatever else has happened since. Assumption: verdict-recomputation.
  if (!recomputes && hasVerdict(order) && basis === order.compliance.basis) return order;
  const { status, blockers, viesResult } = judgement;
  const rollup = { ...order.compliance, status, blockers, viesResult };
  const isArrived = order.status === 'TRANSPORT_COMPLETED' || hasVerdict(order);
  if (!isArrived) return { ...order, compliance: rollup };
  if (status === 'INCOMPLETE') {
    // Corrected data can take a verdict back; the next one is a new one.
    const { basis: _basis, ...open } = rollup;
    return {
      ...(hasVerdict(order) ? moveOrder('verdict', order, 'TRANSPORT_COMPLETED') : order),
      compliance: { ...open, decision: null },
    };
  }
  return {
    ...moveOrder('verdict', order, status === 'VALID' ? 'COMPLIANCE_VALID' : 'COMPLIANCE_INVALID'),
    compliance: {
      ...rollup,
      decision: decide({ order, buyer: facts.buyer, isValid: status === 'VALID' }, rules.vat),
      basis,
    },
  };
};

/** The data that a verdict rests on. The same data again is no new verdict, and no new Export File. */
const basisOf = ({ order, documents: all }: Facts): string =>
  canonicalize({
    invoices: order.invoices.map(
      ({ status: _status, version: _version, updatedAt: _updatedAt, ...invoice }) => invoice,
    ),
    payments: order.payments.length,
    evidence: all
      .filter((document) => document.status === 'ACTIVE' && document.type !== 'EXPORT_FILE')
      .map(({ id }) => id),
  });

/** Assumption: vin-compliance-moves. */
const withComplianceStatus = (
  vin: VinRecord,
  order: OrderRecord,
  documentsOfOrder: readonly DocumentRecord[],
): VinRecord => {
  const complianceStatus = ((): VinRecord['complianceStatus'] => {
    if (hasVerdict(order)) return order.status === 'COMPLIANCE_VALID' ? 'VALID' : 'INVALID';
    if (vin.delivery !== undefined) return 'DELIVERED';
    if (vin.pickup === undefined) return 'PENDING';
    return evidenceFor(vin.vin, 'CMR', documentsOfOrder) === undefined ? 'PICKUP_CONFIRMED' : 'IN_TRANSIT';
  })();
  if (complianceStatus === vin.complianceStatus) return vin;
  return { ...vin, complianceStatus: checkMove(VIN_MOVES, vin.complianceStatus, complianceStatus, `VIN ${vin.vin}`) };
};

/** "SUBMITTED when stored, VALID or INVALID with the verdict." Assumption: invoice-status-moves. */
const withStatusOf =
  (order: OrderRecord) =>
  (invoice: InvoiceRecord): InvoiceRecord => {
    const status = hasVerdict(order) ? (order.status === 'COMPLIANCE_VALID' ? 'VALID' : 'INVALID') : 'SUBMITTED';
    if (status === invoice.status) return invoice;
    return { ...invoice, status: checkMove(INVOICE_MOVES, invoice.status, status, `the ${invoice.type} invoice`) };
  };

const isSame = (a: unknown, b: unknown): boolean => a === b || canonicalize(a as Json) === canonicalize(b as Json);

/** Raises the version of what changed visibly, by one, however much changed. Assumption: version-start. */
const withVersions = (before: OrderRecord, after: OrderRecord, now: number): OrderRecord => {
  if (isSame(before, after)) return before;
  const raise = { updatedAt: now };
  const hadFinal = before.invoices.some(({ type }) => type === 'FINAL');
  const hasFinal = after.invoices.some(({ type }) => type === 'FINAL');
  const invoices = after.invoices.map((invoice) => {
    const former = before.invoices.find(({ type }) => type === invoice.type);
    if (former === undefined) return { ...invoice, ...raise, version: 1 };
    // `finalInvoiceReceived` is shown on both invoices.
    const shown = isSame(former, { ...invoice, version: former.version, updatedAt: former.updatedAt });
    return shown && hadFinal === hasFinal ? former : { ...invoice, ...raise, version: former.version + 1 };
  });
  const transport = isSame(transportPart(before), transportPart(after))
    ? before.transport
    : { ...after.transport, ...raise, version: before.transport.version + 1 };
  const compliance = isSame(rollupPart(before.compliance), rollupPart(after.compliance))
    ? { ...after.compliance, version: before.compliance.version, updatedAt: before.compliance.updatedAt }
    : { ...after.compliance, ...raise, version: before.compliance.version + 1 };
  const order = { ...after, invoices, transport, compliance, version: before.version, updatedAt: before.updatedAt };
  return isSame(toOrder(before), toOrder(order)) ? order : { ...order, ...raise, version: before.version + 1 };
};

const transportPart = ({ vins, transport: { revocations } }: OrderRecord): unknown => [
  revocations,
  vins.map(({ pickup = null, delivery = null }) => [pickup, delivery]),
];

const rollupPart = ({ status, decision, blockers, viesResult }: ComplianceRecord): unknown => [
  status,
  decision,
  blockers,
  viesResult,
];

const announce = async (
  work: UnitOfWork,
  before: OrderRecord,
  after: OrderRecord,
  isDecided: boolean,
): Promise<void> => {
  const { uuid: orderUuid, seller, compliance } = after;
  if (isStatusTold(before, after, work.assumed)) await announceStatus(work, before, after);
  if (isDecided && compliance.decision !== null && isDecisionTold(before, compliance.decision, work.assumed))
    await emit(work, 'compliance.decision_made', seller, { orderUuid, decision: compliance.decision });
};

/** Assumption: status-change-emission. */
const isStatusTold = (before: OrderRecord, after: OrderRecord, assumed: Assumed): boolean =>
  before.compliance.status !== after.compliance.status ||
  assumed.has('status-change-emission=every-recomputation') ||
  (assumed.has('status-change-emission=blockers-too') &&
    !isSame(before.compliance.blockers, after.compliance.blockers));

export const announceStatus = async (
  work: UnitOfWork,
  { compliance: { status: previousStatus } }: OrderRecord,
  { uuid: orderUuid, seller, compliance }: OrderRecord,
): Promise<void> => {
  await emit(work, 'compliance.status_changed', seller, {
    orderUuid,
    previousStatus,
    currentStatus: compliance.status,
    // "Lists the active blockers on transitions out of `VALID`, otherwise empty."
    blockers: previousStatus === 'VALID' ? [...compliance.blockers] : [],
  });
};

/** The latest Export File holds the previous decision. Assumption: decision-repeat. */
const isDecisionTold = ({ exportFile }: OrderRecord, decision: string, assumed: Assumed): boolean => {
  if (exportFile === undefined) return true;
  if (assumed.has('decision-repeat=once')) return false;
  return exportFile.decision !== decision || !assumed.has('decision-repeat=when-different');
};
