import type { Schemas } from '../api/behaviour.ts';
import { moveOrder } from '../orders/order-steps.ts';
import type { InvoiceRecord, OrderRecord, OrderStatus } from '../orders/order.ts';
import { outstandingOf } from '../payments/outstanding.ts';

interface SubmittedInvoice {
  readonly order: OrderRecord;
  readonly type: Schemas['InvoiceType'];
  /** False if it replaces an earlier one. */
  readonly isFirst: boolean;
}

/** Defaults where an assumption allows omitting these members. */
const DEFAULTS = { vatIncluded: false, marginScheme: false };

/**
 * "Each order holds at most one preliminary and one final invoice; a submission is an upsert keyed by (order uuid,
 * type)." Without a type it is preliminary until there is one, then final (assumption: invoice-type). Versions and
 * statuses are set when the order is settled.
 */
export const submitInvoice = (
  order: OrderRecord,
  request: Schemas['InvoiceRequest'],
  now: number,
): SubmittedInvoice => {
  const { type: requestedType, ...content } = request;
  const type =
    requestedType ?? (order.invoices.some((invoice) => invoice.type === 'PRELIMINARY') ? 'FINAL' : 'PRELIMINARY');
  const former = order.invoices.find((invoice) => invoice.type === type);
  const invoice: InvoiceRecord = {
    ...DEFAULTS,
    ...content,
    type,
    status: former?.status ?? 'SUBMITTED',
    version: former?.version ?? 1,
    updatedAt: former?.updatedAt ?? now,
  };
  const others = order.invoices.filter((other) => other.type !== type);
  // The preliminary invoice first, regardless of submission order.
  const invoices = type === 'PRELIMINARY' ? [invoice, ...others] : [...others, invoice];
  const moved = moveOrder('submitInvoice', order, order.status === 'CREATED' ? firstStatusOf(order) : order.status);
  return { order: { ...moved, invoices }, type, isFirst: former === undefined };
};

/** An order with nothing to pay does not wait for a payment. Assumption: payment-amounts. */
const firstStatusOf = (order: OrderRecord): OrderStatus =>
  outstandingOf(order) === 0n ? 'READY_FOR_PICKUP' : 'INVOICE_SUBMITTED';
