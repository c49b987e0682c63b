import { isSameJson } from '../../kernel/canonical-json.ts';
import { type ComplianceRecord, type OrderRecord, toOrder } from '../orders/order.ts';

/**
 * Increments the version of each visibly changed part once, regardless of the number of changes.
 * Assumption: version-start.
 */
export const withVersions = (before: OrderRecord, after: OrderRecord, now: number): OrderRecord => {
  if (isSameJson(before, after)) return before;
  const raise = { updatedAt: now };
  const hadFinal = before.invoices.some(({ type }) => type === 'FINAL');
  const hasFinal = after.invoices.some(({ type }) => type === 'FINAL');
  const invoices = after.invoices.map((invoice) => {
    const former = before.invoices.find(({ type }) => type === invoice.type);
    if (former === undefined) return { ...invoice, ...raise, version: 1 };
    // Both invoices show `finalInvoiceReceived`.
    const shown = isSameJson(former, { ...invoice, version: former.version, updatedAt: former.updatedAt });
    return shown && hadFinal === hasFinal ? former : { ...invoice, ...raise, version: former.version + 1 };
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

const rollupPart = ({ status, decision, blockers, warnings = [], viesResult }: ComplianceRecord): unknown => [
  status,
  decision,
  blockers,
  warnings,
  viesResult,
];
