import type { Schemas } from '../api/behaviour.ts';
import type { OrderRecord } from '../orders/order.ts';
import type { DocumentRecord } from './document.ts';

/** Whether a document counts as the one of this invoice: another invoice's never supersedes it. */
export const isOfInvoice = (type: Schemas['InvoiceType'], document: DocumentRecord): boolean =>
  document.type === 'INVOICE' && (document.invoiceType ?? type) === type;

/**
 * Which invoice an uploaded document is of, when the upload does not say: the preliminary one until that has a document,
 * then the final one; an order with nothing but a final invoice has a document of that. Assumption: invoice-documents.
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
