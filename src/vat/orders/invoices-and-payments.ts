import { type OrderRecord, type PaymentRecord, type InvoiceRecord, type OrderStatus, invoiceOf } from './order.ts';
import type { Schemas } from '../api/behaviour.ts';
import { show } from '../api/show.ts';
import { moveOrder } from './order-steps.ts';

/** Outstanding minor units; payments add up, and 0 is paid in full. Amounts are 64-bit integers. */
export const outstandingOf = ({ totalAmount, payments }: Pick<OrderRecord, 'totalAmount' | 'payments'>): bigint => {
  const paid = payments.reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
  const left = BigInt(totalAmount.value) - paid;
  return left > 0n ? left : 0n;
};

/** A 64-bit integer for JSON: a number if it is exact. */
export const toAmount = (value: bigint): number =>
  // Typed as `number`; the serializer writes the BigInt digit by digit.
  (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value) as number;

/** The payment as the API shows it, with the current status of its order. */
export const toPayment = (payment: PaymentRecord, order: OrderRecord): Schemas['Payment'] => ({
  uuid: payment.uuid,
  orderUuid: order.uuid,
  ...show(payment, 'amount', 'paidAt', 'reference', 'documentId'),
  outstandingAmount: { value: toAmount(outstandingOf(order)), currency: order.totalAmount.currency },
  orderStatus: order.status,
  ...show(payment, 'createdAt'),
});

/** The invoice as the API shows it. A final invoice is always required. Assumption: invoice-rules. */
export const toInvoice = (record: InvoiceRecord, order: OrderRecord): Schemas['Invoice'] => ({
  ...show(record, 'type', 'invoiceDate', 'invoiceNumber', 'vatIncluded', 'amount', 'marginScheme', 'status'),
  finalInvoiceRequired: true,
  finalInvoiceReceived: invoiceOf(order, 'FINAL') !== undefined,
  ...show(record, 'version', 'updatedAt'),
});

/** Defaults where an assumption allows omitting these members. */
const DEFAULTS = { vatIncluded: false, marginScheme: false };

/** What an invoice without a type is: preliminary until there is one, then final. Assumption: invoice-type. */
export const usualTypeOf = (order: OrderRecord): Schemas['InvoiceType'] =>
  invoiceOf(order, 'PRELIMINARY') === undefined ? 'PRELIMINARY' : 'FINAL';

/**
 * "Each order holds at most one preliminary and one final invoice; a submission is an upsert keyed by (order uuid,
 * type)." Versions and statuses are set when the order is settled.
 */
export const submitInvoice = (
  order: OrderRecord,
  request: Schemas['InvoiceRequest'],
  now: number,
): {
  readonly order: OrderRecord;
  readonly type: Schemas['InvoiceType'];
  /** False if it replaces an earlier one. */
  readonly isFirst: boolean;
} => {
  const { type = usualTypeOf(order), ...content } = request;
  const former = invoiceOf(order, type);
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
