import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { InvoiceRecord, OrderRecord } from '../orders/order.ts';

/** The invoice as the API shows it. A final invoice is always required. Assumption: invoice-rules. */
export const toInvoice = (record: InvoiceRecord, { invoices }: OrderRecord): Schemas['Invoice'] => ({
  type: record.type,
  invoiceDate: record.invoiceDate,
  invoiceNumber: record.invoiceNumber,
  vatIncluded: record.vatIncluded,
  amount: record.amount,
  marginScheme: record.marginScheme,
  status: record.status,
  finalInvoiceRequired: true,
  finalInvoiceReceived: invoices.some(({ type }) => type === 'FINAL'),
  version: record.version,
  updatedAt: toIsoDateTime(record.updatedAt),
});
