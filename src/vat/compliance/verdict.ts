import { canonicalize, isSameJson } from '../../kernel/canonical-json.ts';
import { countingDocuments, evidenceFor } from './evidence.ts';
import { decide } from './vat-rules.ts';
import { type Judgement, judge } from './judge.ts';
import type { Facts } from './verdict-rules.ts';
import { warningsOf } from './warnings.ts';
import { type DocumentRecord, digestOf } from '../documents/document.ts';
import { moveOrder, INVOICE_MOVES, VIN_MOVES, checkMove } from '../orders/order-steps.ts';
import {
  invoiceOf,
  type InvoiceRecord,
  type OrderRecord,
  type VinRecord,
  hasVerdict,
  toOrder,
} from '../orders/order.ts';

/** Pure function: the order after the change. Returns `before` itself if nothing changes. */
export const settle = (
  facts: Facts,
  before: OrderRecord,
  now: number,
): { readonly settled: OrderRecord; readonly isDecided: boolean } => {
  const judged = passVerdict(facts, judge(facts), now);
  const { statement, decision } = judged.compliance;
  const isDecided =
    statement !== undefined &&
    (statement !== before.compliance.statement ||
      decision !== before.compliance.decision ||
      judged.status !== before.status);
  const vins = judged.vins.map((vin) => withComplianceStatus(vin, judged, facts.documents));
  const settled = withVersions(before, { ...judged, vins, invoices: judged.invoices.map(withStatusOf(judged)) }, now);
  return { settled, isDecided };
};

/**
 * "Final verdict reached": when all VINs are delivered and nothing is missing, whether the result is VALID or INVALID.
 */
const passVerdict = (facts: Facts, judgement: Judgement, now: number): OrderRecord => {
  const { order } = facts;
  // "Terminal unless data is corrected": regardless of other changes. Assumption: verdict-recomputation.
  if (hasVerdict(order) && basisOf(facts) === order.compliance.basis) return order;
  const { status, blockers, viesResult } = judgement;
  const { warnings: _former, ...compliance } = order.compliance;
  const warnings = warningsOf(facts, now);
  const rollup = { ...compliance, status, blockers, viesResult, ...(warnings.length !== 0 && { warnings }) };
  const isArrived = order.status === 'TRANSPORT_COMPLETED' || hasVerdict(order);
  if (!isArrived) return { ...order, compliance: rollup };
  if (status === 'INCOMPLETE') {
    // Corrected data can withdraw a verdict; the next one is a new verdict.
    const { basis: _basis, statement: _statement, ...open } = rollup;
    return {
      ...(hasVerdict(order) ? moveOrder('verdict', order, 'TRANSPORT_COMPLETED') : order),
      compliance: { ...open, decision: null },
    };
  }
  return {
    ...moveOrder('verdict', order, status === 'VALID' ? 'COMPLIANCE_VALID' : 'COMPLIANCE_INVALID'),
    compliance: {
      ...rollup,
      decision: decide({ order, buyer: facts.buyer, isValid: status === 'VALID' }),
      basis: basisOf(facts),
      statement: statementOf(facts),
    },
  };
};

/** The data on which a verdict is based: the same data again is no correction, and does not count as a new verdict. */
const basisOf = ({ order, documents }: Facts): string =>
  canonicalize({
    invoices: invoicesOf(order),
    payments: order.payments.length,
    evidence: documents.filter(({ status, type }) => status === 'ACTIVE' && type !== 'EXPORT_FILE').map(({ id }) => id),
  });

/**
 * What the Export File says of that data: a document that does not count, or another copy of one that does, makes no new
 * generation. Assumption: export-file-generations.
 */
const statementOf = ({ order, documents }: Facts): string => {
  const evidence = countingDocuments(order, documents)
    .map(({ id, type, vin, invoiceType, fileName, digest }) =>
      digest === undefined ? id : [type, vin, invoiceType, fileName, digest.sha256].join(' '),
    )
    .sort();
  const text = canonicalize({ invoices: invoicesOf(order), payments: order.payments.length, evidence });
  return digestOf(Buffer.from(text)).sha256;
};

const invoicesOf = ({ invoices }: OrderRecord) =>
  invoices.map(({ status: _status, version: _version, updatedAt: _updatedAt, ...invoice }) => invoice);

const verdictOf = ({ status }: OrderRecord): 'VALID' | 'INVALID' | undefined =>
  status === 'COMPLIANCE_VALID' ? 'VALID' : status === 'COMPLIANCE_INVALID' ? 'INVALID' : undefined;

/** Assumption: vin-compliance-moves. */
const withComplianceStatus = (
  vin: VinRecord,
  order: OrderRecord,
  documentsOfOrder: readonly DocumentRecord[],
): VinRecord => {
  const verdict = verdictOf(order);
  const complianceStatus = ((): VinRecord['complianceStatus'] => {
    if (verdict !== undefined) return verdict;
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
    const status = verdictOf(order) ?? 'SUBMITTED';
    if (status === invoice.status) return invoice;
    return { ...invoice, status: checkMove(INVOICE_MOVES, invoice.status, status, `the ${invoice.type} invoice`) };
  };

/**
 * Increments the version of each visibly changed part once, regardless of the number of changes.
 * Assumption: version-start.
 */
const withVersions = (before: OrderRecord, after: OrderRecord, now: number): OrderRecord => {
  if (isSameJson(before, after)) return before;
  const raise = { updatedAt: now };
  const isFinalNew = (invoiceOf(before, 'FINAL') === undefined) !== (invoiceOf(after, 'FINAL') === undefined);
  const invoices = after.invoices.map((invoice) => {
    const former = invoiceOf(before, invoice.type);
    if (former === undefined) return { ...invoice, ...raise, version: 1 };
    // Both invoices show `finalInvoiceReceived`.
    const shown = isSameJson(former, { ...invoice, version: former.version, updatedAt: former.updatedAt });
    return shown && !isFinalNew ? former : { ...invoice, ...raise, version: former.version + 1 };
  });
  const transport = isSameJson(transportPart(before), transportPart(after))
    ? before.transport
    : { ...after.transport, ...raise, version: before.transport.version + 1 };
  const compliance = isSameJson(rollupPart(before.compliance), rollupPart(after.compliance))
    ? { ...after.compliance, version: before.compliance.version, updatedAt: before.compliance.updatedAt }
    : { ...after.compliance, ...raise, version: before.compliance.version + 1 };
  const order = { ...after, invoices, transport, compliance, version: before.version, updatedAt: before.updatedAt };
  return isSameJson(toOrder(before), toOrder(order)) ? order : { ...order, ...raise, version: before.version + 1 };
};

const transportPart = ({ vins, transport: { revocations } }: OrderRecord): unknown => [
  revocations,
  vins.map(({ pickup = null, delivery = null }) => [pickup, delivery]),
];

const rollupPart = ({ status, decision, blockers, warnings = [], viesResult }: OrderRecord['compliance']): unknown => [
  status,
  decision,
  blockers,
  warnings,
  viesResult,
];
