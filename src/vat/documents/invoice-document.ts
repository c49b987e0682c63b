import type { Schemas } from '../api/behaviour.ts';
import type { OrderRecord } from '../orders/order.ts';
import type { DocumentRecord } from './document.ts';

/** Whether a document belongs to this invoice: a document of another invoice never supersedes it. */
export const isOfInvoice = (type: Schemas['InvoiceType'], document: DocumentRecord): boolean =>
  document.type === 'INVOICE' && (document.invoiceType ?? type) === type;

/**
 * Default invoice of an uploaded document: the preliminary one until it has a document, then the final one; if the
 * order has only a final invoice, that one. Assumption: invoice-documents.
 */
export const invoiceTypeOf = (
  { invoices }: OrderRecord,
  documents: readonly DocumentRecord[],
): Schemas['InvoiceType'] => {
  const hasOnlyFinal = invoices.length > 0 && invoices.every(({ type }) => type === 'FINAL');
  const hasPreliminary = documents.some(
    (document) => document.status === 'ACTIVE' && isOfInvoice('PRELIMINARY', document),
  );
  return hasOnlyFinal || hasPreliminary ? 'FINAL' : 'PRELIMINARY';
};
