import { defineCollection, key } from '../../engine/sandbox/collection.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { Digest } from './digest.ts';

export type DocumentType = Schemas['BuyerDocumentType'] | Schemas['OrderDocumentType'] | 'EXPORT_FILE';

/** "Documents are append-only": a record never changes but for its status, and its content not at all. */
export interface DocumentRecord {
  readonly id: string;
  readonly seller: string;
  readonly type: DocumentType;
  readonly status: Schemas['DocumentStatus'];
  readonly fileName: string;
  readonly contentType: string;
  /** Of the content. Undefined for an Export File that nobody has looked at: it is drawn when first needed. */
  readonly digest: Digest | undefined;
  /** Only for KYC documents. */
  readonly buyerUuid?: string;
  /** Not for KYC documents. */
  readonly orderUuid?: string;
  /** The VIN that it is about; undefined when it is every VIN. */
  readonly vin?: string;
  /** Only for documents of invoices: which one it is of. */
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
