import { buyers } from '../buyers/buyer.ts';
import { defined } from '../../kernel/defined.ts';
import { capabilityRequired, type FilePart, key, type UnitOfWork } from '../../engine/sdk.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { violation, problem } from '../policy/problem.ts';
import {
  documents,
  type DocumentRecord,
  toDocument,
  invoiceTypeOf,
  digestOf,
  type Digest,
  toFileName,
  archive,
} from './document.ts';
import {
  prepareList,
  type Reader,
  prepareBytes,
  prepareRecord,
  toContentDisposition,
  storeDrawing,
  prepareDrawing,
} from './downloads.ts';
import { orders, type OrderRecord } from '../orders/order.ts';
import { reassessOrder } from '../compliance/settle-order.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { binaryContent } from '../../kernel/http.ts';
import { findBelowSeller, findAuthorized } from '../api/find-record.ts';
import { CAPABILITY_HINT } from '../policy/authorize.ts';

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

/** Type and owner of a document; the rest is derived from the file. */
type UploadSubject = Pick<DocumentRecord, 'seller' | 'type' | 'buyerUuid' | 'orderUuid' | 'vin' | 'invoiceType'>;

/** Stores an uploaded file: its exact bytes, and a record. */
const storeUpload = (work: UnitOfWork, subject: UploadSubject, files: readonly FilePart[]): Schemas['Document'] => {
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
