import { defineRecords, key } from '../../engine/sandbox/collection.ts';
import {
  type TypeOf,
  count,
  instant,
  label,
  matching,
  object,
  schemaOf,
  uuid,
} from '../../engine/sandbox/record-schema.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';
import { component, memberOf } from '../api/component-schema.ts';
import { type Digest, digest } from './digest.ts';

export type DocumentType = Schemas['BuyerDocumentType'] | Schemas['OrderDocumentType'] | 'EXPORT_FILE';

/** "Documents are append-only": only the status of a record can change, and its content never. */
export const documentSchema = object({
  id: uuid,
  seller: uuid,
  type: schemaOf<DocumentType>(label),
  status: component('DocumentStatus'),
  fileName: label,
  contentType: matching('^[\\x20-\\x7e]+$', 200),
  /** Digest of the content. Absent for an Export File that was never read: it is drawn on demand. */
  'digest?': schemaOf<Digest | undefined>(digest),
  /** Only for KYC documents. */
  'buyerUuid?': uuid,
  /** Not for KYC documents. */
  'orderUuid?': uuid,
  /** The VIN that the document covers; absent for all VINs. */
  'vin?': memberOf('OrderVinInput', 'vin'),
  /** Only for documents of invoices: the type of the invoice. */
  'invoiceType?': component('InvoiceType'),
  version: count,
  createdAt: instant,
  updatedAt: instant,
});

export type DocumentRecord = TypeOf<typeof documentSchema>;

export const documents = defineRecords(
  'documents',
  documentSchema,
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
