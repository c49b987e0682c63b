import { binaryContent } from '../../kernel/http.ts';
import { capabilityRequired } from '../../engine/problems/refusals.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { findAuthorized } from '../api/find-record.ts';
import { archive } from '../documents/archive.ts';
import type { Digest } from '../documents/digest.ts';
import { type DocumentRecord, documents, toDocument } from '../documents/document.ts';
import { toContentDisposition } from '../downloads/content-disposition.ts';
import { storeDrawing, prepareDrawing } from '../downloads/draw-when-needed.ts';
import { type Reader, prepareBytes, prepareRecord } from '../downloads/open-document.ts';
import { CAPABILITY_HINT } from '../policy/authorize.ts';
import { problem } from '../policy/problem.ts';
import { reassessOrder } from '../verdict/reassess-orders.ts';

const DOCUMENT = { name: 'document', collection: documents } as const;

const KYC_DOWNLOAD = 'allowKycDocumentDownload';

/** Documents by their own id, of any owner. */
export const documentBehaviours = defineBehaviours({
  getDocument: ({ path, organization, sandbox, work }) => {
    const document = findAuthorized(work, DOCUMENT, organization, path.id);
    return { status: 200, body: prepareRecord(document, { work, sandbox, organization }) };
  },

  /**
   * "`ACTIVE`: PATCH with status `ARCHIVED`." Archiving again changes nothing, and cannot be undone
   * (assumption: document-patch). Archived evidence no longer counts in the rollup of its order.
   */
  updateDocument: async ({ path, body, organization, sandbox, work, checkVersion }) => {
    const document = findAuthorized(work, DOCUMENT, organization, path.id);
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
    const document = findAuthorized(work, DOCUMENT, organization, path.id);
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
