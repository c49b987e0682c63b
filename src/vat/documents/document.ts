import { defineCollection, key } from '../../engine/sandbox/collection.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { Digest } from './digest.ts';

export type DocumentType = Schemas['BuyerDocumentType'] | Schemas['OrderDocumentType'] | 'EXPORT_FILE';

/** "Documents are append-only": only the status of a record can change, and its content never. */
export interface DocumentRecord {
  readonly id: string;
  readonly seller: string;
  readonly type: DocumentType;
  readonly status: Schemas['DocumentStatus'];
  readonly fileName: string;
  readonly contentType: string;
  /** Digest of the content. Undefined for an Export File that was never read: it is drawn on demand. */
  readonly digest: Digest | undefined;
  /** Only for KYC documents. */
  readonly buyerUuid?: string;
  /** Not for KYC documents. */
  readonly orderUuid?: string;
  /** The VIN that the document covers; undefined for all VINs. */
  readonly vin?: string;
  /** Only for documents of invoices: the type of the invoice. */
  readonly invoiceType?: Schemas['InvoiceType'];
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

export const documents = defineCollection<DocumentRecord>(
  'documents',
  ({ id }) => id,
  ({ buyerUuid, orderUuid }) => [
    ...(buyerUuid === undefined ? [] : [key('buyer', buyerUuid)]),
    ...(orderUuid === undefined ? [] : [key('order', orderUuid)]),
  ],
);

/** The document as the API shows it. */
export const toDocument = (record: DocumentRecord, digest: Digest): Schemas['Document'] => ({
  id: record.id,
  type: record.type,
  status: record.status,
  fileName: record.fileName,
  contentType: record.contentType,
  ...digest,
  ...(record.buyerUuid === undefined ? {} : { buyerUuid: record.buyerUuid }),
  ...(record.orderUuid === undefined ? {} : { orderUuid: record.orderUuid }),
  ...(record.vin === undefined ? {} : { vin: record.vin }),
  ...(record.invoiceType === undefined ? {} : { invoiceType: record.invoiceType }),
  version: record.version,
  createdAt: toIsoDateTime(record.createdAt),
  updatedAt: toIsoDateTime(record.updatedAt),
});
