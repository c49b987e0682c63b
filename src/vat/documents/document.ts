import { createHash } from 'node:crypto';
import {
  count,
  defineRecords,
  instant,
  key,
  label,
  matching,
  object,
  type Reading,
  schemaOf,
  type TypeOf,
  type UnitOfWork,
  uuid,
} from '../../engine/sdk.ts';
import { membersOf } from '../api/component-schema.ts';
import { show } from '../api/show.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { OrderRecord } from '../orders/order.ts';
import { violation } from '../policy/problem.ts';

/** Size and hash of a document's bytes. */
const digest = object(membersOf('Document', 'size', 'sha256'));

export type Digest = TypeOf<typeof digest>;

export const digestOf = (bytes: Uint8Array): Digest => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

type DocumentType = Schemas['BuyerDocumentType'] | Schemas['OrderDocumentType'] | 'EXPORT_FILE';

/** "Documents are append-only": only the status of a record can change, and its content never. */
export const documentSchema = object({
  // KYC documents have a buyer, others an order. Without a VIN, the document covers all of them; only those of invoices have a type.
  ...membersOf('Document', 'id', 'status', 'buyerUuid?', 'orderUuid?', 'vin?', 'invoiceType?'),
  seller: uuid,
  type: schemaOf<DocumentType>(label),
  fileName: label,
  contentType: matching('^[\\x20-\\x7e]+$', 200),
  /** Digest of the content. Absent for an Export File that was never read: it is drawn on demand. */
  'digest?': schemaOf<Digest | undefined>(digest),
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
  ...show(record, 'id', 'type', 'status', 'fileName', 'contentType'),
  ...digest,
  ...show(record, 'buyerUuid', 'orderUuid', 'vin', 'invoiceType', 'version', 'createdAt', 'updatedAt'),
});

/** "Path relative to the API host, pointing at the document download path": what a public URL adds is part of it. */
export const toDownloadPath = (documentId: string, publicPath: string): string =>
  `${publicPath}/v1/documents/${documentId}/download`;

/** Archives a document in its current stored version; does nothing if it is already ARCHIVED. */
export const archive = (work: UnitOfWork, id: string): DocumentRecord => {
  const document = work.get(documents, id);
  if (document === undefined) throw new Error(`there is no document ${id} to be archived`);
  if (document.status === 'ARCHIVED') return document;
  return work.update(documents, document, {
    ...document,
    status: 'ARCHIVED',
    version: document.version + 1,
    updatedAt: work.now,
  });
};

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

/** A document named as evidence must exist, have the right type, and be ACTIVE. Throws 422. */
export const checkReference = (
  work: Reading,
  order: OrderRecord,
  {
    field,
    id,
    type,
    vins,
  }: {
    /** Member of the request that names the document. */
    readonly field: string;
    readonly id: string;
    readonly type: DocumentType;
    /** VINs that the document must cover; undefined for no restriction. */
    readonly vins?: readonly string[];
  },
): DocumentRecord => {
  const document = work.get(documents, id.toLowerCase());
  if (document?.orderUuid !== order.uuid)
    throw violation(field, `is not a document of order ${order.uuid}: upload it to this order first`, id);
  if (document.type !== type)
    throw violation(field, `must be the id of a ${type}, but is the id of a ${document.type}`, id);
  if (document.status !== 'ACTIVE') throw violation(field, 'is the id of an ARCHIVED document', id);
  const { vin } = document;
  if (vin !== undefined && vins?.includes(vin) === false)
    throw violation(field, `is the id of a document for ${vin}, which is not one of the VINs of this step`, id);
  return document;
};

/** Maximum characters that file systems and mail programs accept; the extension is kept. */
export const MAX_LENGTH = 200;
const MAX_EXTENSION_LENGTH = 10;

/** How browsers and `fetch` escape characters that a quoted multipart file name cannot contain. */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * Converts a client's file name to one that is safe to store and return: without path, control characters, or invisible
 * characters that change the text direction. Keeps letters of any script and quotes. Returns the fallback if nothing
 * remains.
 */
export const toFileName = (sent: string, fallback: string): string => {
  const decoded = sent.replaceAll(/%(?:22|0D|0A)/gi, (escaped) => ESCAPED[escaped.toUpperCase()] ?? escaped);
  const name = decoded
    .slice(Math.max(decoded.lastIndexOf('/'), decoded.lastIndexOf('\\')) + 1)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  return /^\.*$/.test(name) ? fallback : shorten(name);
};

const shorten = (name: string): string => {
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const dot = characters.lastIndexOf('.');
  // Without a dot (index -1) it would be longer than the name.
  const extension = characters.length - dot <= MAX_EXTENSION_LENGTH ? characters.slice(dot) : [];
  return [...characters.slice(0, MAX_LENGTH - extension.length), ...extension].join('');
};
