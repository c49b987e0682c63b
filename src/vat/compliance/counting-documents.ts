import type { DocumentRecord } from '../documents/document.ts';
import { isOfInvoice } from '../documents/invoice-document.ts';
import type { OrderRecord } from '../orders/order.ts';
import { evidenceFor } from './evidence.ts';

/**
 * The documents that count for an order, oldest first: of each invoice and each vehicle the latest `ACTIVE` one of a
 * type, and each proof of payment that a payment names, or the latest.
 */
export const countingDocuments = (
  { invoices, payments, vins }: OrderRecord,
  documents: readonly DocumentRecord[],
): readonly DocumentRecord[] => {
  const active = documents.filter(({ status }) => status === 'ACTIVE');
  const named = new Set(payments.flatMap(({ documentId }) => documentId?.toLowerCase() ?? []));
  const counting = new Set([
    ...invoices.map(({ type }) => active.findLast((document) => isOfInvoice(type, document))),
    ...active.filter(({ id }) => named.has(id)),
    active.findLast(({ type }) => type === 'PROOF_OF_PAYMENT'),
    ...vins.flatMap(({ vin }) => OF_VEHICLES.map((type) => evidenceFor(vin, type, documents))),
  ]);
  return documents.filter((document) => counting.has(document));
};

const OF_VEHICLES = ['CMR', 'PICKUP_DECLARATION', 'DELIVERY_DECLARATION'] as const;
