import {
  type CallerOrganization,
  type FilePart,
  type Reading,
  type Sandbox,
  type UnitOfWork,
  capabilityRequired,
  key,
} from '../../engine/sdk.ts';
import { memoize, getOrInsert } from '../../kernel/caches.ts';
import { defined } from '../../kernel/defined.ts';
import { binaryContent } from '../../kernel/http.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { Problem } from '../../kernel/problem.ts';
import { type RunInSlices, atOnce } from '../../kernel/time-slices.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { findAuthorized, findBelowSeller } from '../api/find-record.ts';
import { buyers } from '../buyers/buyer.ts';
import { reassessOrder } from '../compliance/settle-order.ts';
import { exportFileFacts } from '../export-file/export-file.ts';
import { type OrderRecord, orders } from '../orders/order.ts';
import type { PaperFacts } from '../papers/paper.ts';
import { CAPABILITY_HINT } from '../policy/authorize.ts';
import { problem, violation } from '../policy/problem.ts';
import {
  type Digest,
  type DocumentRecord,
  archive,
  digestOf,
  documents,
  invoiceTypeOf,
  toDocument,
  toFileName,
} from './document.ts';

/**
 * "Asks for a download under the document's file name", by RFC 6266 and RFC 8187: once in plain ASCII that all clients
 * parse alike, and once exactly. The name cannot break out of the header value.
 */
export const toContentDisposition = (fileName: string): string =>
  `attachment; filename="${toAscii(fileName)}"; filename*=UTF-8''${encode(fileName)}`;

const toAscii = (fileName: string): string =>
  fileName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('"', "'")
    .replaceAll(/[^ -~]|[\\%]/gu, '_');

/** Percent-encodes everything except the `attr-char` of RFC 8187. */
const encode = (fileName: string): string =>
  encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Reads the inputs of an Export File, or of a sample paper of the fixtures; the caller draws it, which is slow. The
 * seller's name is the only input that is not in the records: it belongs to the organization.
 */
const prepareDrawing = (
  work: Reading,
  document: DocumentRecord,
  organization: CallerOrganization | undefined,
  inSlices: RunInSlices = atOnce,
): (() => Promise<Uint8Array>) => {
  const uuid = document.seller;
  const seller = organization?.sellers.find((partner) => partner.uuid === uuid) ?? { uuid };
  // Loaded on first use: most local servers draw none.
  if (document.type === 'EXPORT_FILE') {
    const facts = work.get(exportFileFacts, document.id);
    if (facts === undefined) throw new Error(`nothing is kept that Export File ${document.id} could be drawn from`);
    return () =>
      import('../export-file/describe-export-file.ts').then(({ drawExportFile }) =>
        drawExportFile(facts, seller, inSlices),
      );
  }
  const records = readSubject(work, document);
  return () =>
    import('../papers/paper.ts').then(({ drawPaper }) => drawPaper({ document, seller, ...records }, inSlices));
};

/** The order and the buyer of a paper. */
const readSubject = (
  work: Reading,
  { id, orderUuid, buyerUuid }: DocumentRecord,
): Pick<PaperFacts, 'order' | 'buyer'> => {
  const order = orderUuid === undefined ? undefined : work.get(orders, orderUuid);
  const buyer = work.get(buyers, order?.buyerId ?? buyerUuid ?? '');
  if (buyer === undefined) throw new Error(`nothing is kept that document ${id} could be drawn from`);
  return { buyer, ...defined({ order }) };
};

const INSUFFICIENT_STORAGE = 507;

/**
 * Stores a drawing as the content of its document, unless a concurrent request has stored it, with identical bytes. If
 * the sandbox is full, returns the file without storing it: it is drawn again next time.
 */
const storeDrawing = async (
  work: UnitOfWork,
  documentId: string,
  bytes: Uint8Array,
): Promise<{
  readonly bytes: Uint8Array;
  readonly digest: Digest;
}> => {
  const digest = digestOf(bytes);
  const document = work.get(documents, documentId);
  if (document === undefined) throw new Error(`there is no document ${documentId} to keep a drawing of`);
  if (document.digest !== undefined)
    return { bytes: (await work.content(documentId)) ?? bytes, digest: document.digest };
  try {
    work.putContent(documentId, bytes);
  } catch (error) {
    if (error instanceof Problem && error.members.status === INSUFFICIENT_STORAGE) return { bytes, digest };
    throw error;
  }
  work.update(documents, document, { ...document, digest });
  return { bytes, digest };
};

/** The reader and the sandbox: inputs of drawing an Export File besides its facts. */
interface Reader {
  readonly work: Reading;
  readonly sandbox: Sandbox;
  readonly organization: CallerOrganization | undefined;
}

/**
 * Returns a function that builds the API's view of the record, to be called after the read transaction: it may have to
 * compute size and digest first.
 */
const prepareRecord = (record: DocumentRecord, reader: Reader): (() => Promise<Schemas['Document']>) => {
  const { digest } = record;
  if (digest !== undefined) return () => Promise.resolve(toDocument(record, digest));
  const draw = prepareUndrawn(record, reader);
  return async () => toDocument(record, (await draw()).digest);
};

/** The same for a list of records. */
const prepareList = (records: readonly DocumentRecord[], reader: Reader): (() => Promise<Schemas['DocumentList']>) => {
  const prepared = records.map((record) => prepareRecord(record, reader));
  return async () => {
    const data: Schemas['Document'][] = [];
    // One after the other: a list must not take more than one place among the works of the sandbox.
    for (const show of prepared) data.push(await show());
    return { data };
  };
};

/** Returns a function that provides the bytes, to be called after the read transaction. */
export const prepareBytes = async (record: DocumentRecord, reader: Reader): Promise<() => Promise<Uint8Array>> => {
  if (record.digest === undefined) {
    const draw = prepareUndrawn(record, reader);
    return async () => (await draw()).bytes;
  }
  const bytes = await reader.work.content(record.id);
  if (bytes === undefined) throw new Error(`document ${record.id} has no content`);
  return () => Promise.resolve(bytes);
};

const prepareUndrawn = (record: DocumentRecord, { work, sandbox, organization }: Reader) => {
  const draw = prepareDrawing(work, record, organization, sandbox.inSlices);
  return async () => {
    const bytes = await drawOnce(sandbox, record.id, draw);
    return sandbox.transact((unit) => storeDrawing(unit, record.id, bytes));
  };
};

/** Drawings in progress, by the id of their document: concurrent requests for a document share one. */
const drawingsOf = memoize((_sandbox: Sandbox) => new Map<string, Promise<Uint8Array>>());

const drawOnce = (sandbox: Sandbox, id: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> => {
  const drawings = drawingsOf(sandbox);
  return getOrInsert(drawings, id, () =>
    draw().finally(() => {
      drawings.delete(id);
    }),
  );
};

/** "Documents are append-only": every upload creates a document, and the latest ACTIVE one of its type counts. */
export const uploadBehaviours = defineBehaviours({
  uploadBuyerDocument: ({ path, body, files, seller, work }) => {
    const { uuid: buyerUuid } = findBelowSeller(work, buyers, seller, path.buyerId);
    return { status: 201, body: storeUpload(work, { seller, type: body.type, buyerUuid }, files) };
  },

  listBuyerDocuments: ({ path, seller, organization, sandbox, work }) => {
    const { uuid } = findBelowSeller(work, buyers, seller, path.buyerId);
    const records = work.findAll(documents, key('buyer', uuid));
    return { status: 200, body: prepareList(records, { work, sandbox, organization }) };
  },

  /** Uploads are evidence: recomputes the rollup of the order. The order's own status does not change. */
  uploadOrderDocument: ({ path, body, files, seller, work }) => {
    const { type, vin } = body;
    const order = findBelowSeller(work, orders, seller, path.uuid);
    checkOpen(order);
    checkVin(order, vin);
    const subject = {
      seller,
      type,
      orderUuid: order.uuid,
      ...defined({ vin }),
      ...invoiceOf(work, order, body),
    };
    const document = storeUpload(work, subject, files);
    reassessOrder(work, order.uuid);
    return { status: 201, body: document };
  },

  /** Includes Export Files, which are documents of the order. */
  listOrderDocuments: ({ path, seller, organization, sandbox, work }) => {
    const { uuid } = findBelowSeller(work, orders, seller, path.uuid);
    const records = work.findAll(documents, key('order', uuid));
    return { status: 200, body: prepareList(records, { work, sandbox, organization }) };
  },
});

/** A cancelled order accepts no uploads; one with a verdict does, since corrected data can lead to another verdict. */
const checkOpen = ({ uuid, status }: OrderRecord): void => {
  if (status !== 'CANCELLED') return;
  throw problem('milestone-already-set', {
    detail: `A document cannot be uploaded: order ${uuid} is CANCELLED.`,
    extensions: { orderStatus: status },
  });
};

/** The invoice type of a document, for types that have one. */
const invoiceOf = (
  work: UnitOfWork,
  order: OrderRecord,
  { type, invoiceType }: Pick<Schemas['OrderDocumentUpload'], 'type' | 'invoiceType'>,
): { readonly invoiceType?: Schemas['InvoiceType'] } => {
  if (type === 'INVOICE')
    return {
      invoiceType: invoiceType ?? invoiceTypeOf(order, work.findAll(documents, key('order', order.uuid))),
    };
  if (invoiceType === undefined) return {};
  throw violation('invoiceType', `is for documents of type INVOICE, not for a ${type}`, invoiceType);
};

const checkVin = ({ uuid, vins }: OrderRecord, vin: string | undefined): void => {
  if (vin === undefined || vins.some((record) => record.vin === vin)) return;
  throw violation('vin', `is not a VIN of order ${uuid}`, vin);
};

/** Stores an uploaded file: its exact bytes, and a record. */
const storeUpload = (
  work: UnitOfWork,
  subject: Pick<DocumentRecord, 'seller' | 'type' | 'buyerUuid' | 'orderUuid' | 'vin' | 'invoiceType'>,
  files: readonly FilePart[],
): Schemas['Document'] => {
  const { bytes, mediaType, fileName } = theFileOf(files);
  const digest = digestOf(bytes);
  const document = work.insert<DocumentRecord>(documents, ({ random }) => ({
    ...subject,
    id: drawUuid(random),
    status: 'ACTIVE',
    fileName: toFileName(fileName, defaultNameOf(subject.type, mediaType)),
    contentType: toContentType(mediaType),
    digest,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
  }));
  work.putContent(document.id, bytes);
  return toDocument(document, digest);
};

/** The description has one file, in the part `file`; all other parts are plain fields. Throws 422. */
const theFileOf = (files: readonly FilePart[]): FilePart => {
  const stray = files.find(({ field }) => field !== 'file');
  if (stray !== undefined)
    throw violation(stray.field, 'must be a plain form field, but was sent as a file', stray.fileName);
  const [file, second] = files;
  if (file === undefined)
    throw violation(
      'file',
      'must be a file: give its part a filename, or the content type application/octet-stream',
      null,
    );
  if (second !== undefined)
    throw violation('file', 'must occur once: upload each document separately', second.fileName);
  return file;
};

/** Media type by RFC 6838. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** The media type that the part declares. It is only returned on download and otherwise not trusted. */
const toContentType = (declared: string): string => (MEDIA_TYPE.test(declared) ? declared : 'application/octet-stream');

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/plain': '.txt',
};

/** Default file name, such as `delivery-declaration.pdf`. */
const defaultNameOf = (type: DocumentRecord['type'], mediaType: string): string =>
  type.toLowerCase().replaceAll('_', '-') + (EXTENSIONS[mediaType] ?? '');

const KYC_DOWNLOAD = 'allowKycDocumentDownload';

/** Documents by their own id, of any owner. */
export const documentBehaviours = defineBehaviours({
  getDocument: ({ path, organization, sandbox, work }) => {
    const document = findAuthorized(work, documents, organization, path.id);
    return { status: 200, body: prepareRecord(document, { work, sandbox, organization }) };
  },

  /**
   * "`ACTIVE`: PATCH with status `ARCHIVED`." Archiving again changes nothing, and cannot be undone
   * (assumption: document-patch). Archived evidence no longer counts in the rollup of its order.
   */
  updateDocument: async ({ path, body, organization, sandbox, work, checkVersion }) => {
    const document = findAuthorized(work, documents, organization, path.id);
    const digest = document.digest ?? (await drawInTransaction({ work, sandbox, organization }, document));
    checkVersion(toDocument(document, digest));
    if (body.status === document.status) return { status: 200, body: toDocument(document, digest) };
    if (body.status === 'ACTIVE')
      throw problem('milestone-already-set', {
        detail: `Document ${document.id} is ARCHIVED and cannot become ACTIVE again: upload it again.`,
        extensions: { documentStatus: document.status },
      });
    const archived = archive(work, document.id);
    if (document.orderUuid !== undefined) reassessOrder(work, document.orderUuid);
    return { status: 200, body: toDocument(archived, digest) };
  },

  /** Exactly the bytes that were uploaded or drawn, including archived documents: content is never deleted. */
  downloadDocument: async ({ path, organization, sandbox, work }) => {
    const document = findAuthorized(work, documents, organization, path.id);
    // "KYC documents additionally need capability `allowKycDocumentDownload`."
    if (document.buyerUuid !== undefined && organization?.capabilities[KYC_DOWNLOAD] !== true)
      throw capabilityRequired(KYC_DOWNLOAD, CAPABILITY_HINT);
    const read = await prepareBytes(document, { work, sandbox, organization });
    return {
      status: 200,
      content: async () => binaryContent(await read(), document.contentType),
      headers: {
        'content-disposition': toContentDisposition(document.fileName),
        // The uploader declared the media type: browsers must not sniff another one.
        'x-content-type-options': 'nosniff',
      },
    };
  },
});

/** Draws and stores an undrawn Export File within the current transaction, which cannot wait for another one. */
const drawInTransaction = async (
  { work, sandbox, organization }: Reader & { readonly work: UnitOfWork },
  document: DocumentRecord,
): Promise<Digest> => {
  const draw = prepareDrawing(work, document, organization, sandbox.inSlices);
  return (await storeDrawing(work, document.id, await draw())).digest;
};
