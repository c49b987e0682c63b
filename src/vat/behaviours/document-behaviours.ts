import { binaryContent } from '../../kernel/http.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import { capabilityRequired } from '../../engine/problems/capability-required.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { defineBehaviours } from '../api/behaviour.ts';
import { archive } from '../documents/archive.ts';
import type { Digest } from '../documents/digest.ts';
import { type DocumentRecord, toDocument } from '../documents/document.ts';
import { findDocument } from '../documents/find-document.ts';
import { toContentDisposition } from '../downloads/content-disposition.ts';
import { keepDrawing, prepareDrawing } from '../downloads/draw-when-needed.ts';
import { prepareBytes, prepareRecord } from '../downloads/open-document.ts';
import { problem } from '../policy/problem.ts';
import { reassessOrder } from '../verdict/reassess-orders.ts';

const KYC_DOWNLOAD = 'allowKycDocumentDownload';

/** Documents by their own id, whomever they belong to. */
export const documentBehaviours = defineBehaviours({
  getDocument: async ({ path, organization, sandbox, work }) => {
    const document = await findDocument(work, organization, path.id);
    return { status: 200, body: await prepareRecord(document, { work, sandbox, organization }) };
  },

  /**
   * "`ACTIVE`: PATCH with status `ARCHIVED`." ARCHIVED again changes nothing; there is no way back (assumption:
   * document-patch). Evidence that is set aside counts no more, and the rollup of its order says so.
   */
  updateDocument: async ({ path, body, organization, work, checkVersion }) => {
    const document = await findDocument(work, organization, path.id);
    const digest = document.digest ?? (await drawInside(work, document, organization));
    checkVersion(toDocument(document, digest));
    if (body.status === document.status) return { status: 200, body: toDocument(document, digest) };
    if (body.status === 'ACTIVE')
      throw problem('milestone-already-set', {
        detail: `Document ${document.id} is ARCHIVED and cannot become ACTIVE again: upload it again.`,
        extensions: { documentStatus: document.status },
      });
    const archived = await archive(work, document.id);
    if (document.orderUuid !== undefined) await reassessOrder(work, document.orderUuid);
    return { status: 200, body: toDocument(archived, digest) };
  },

  /** Exactly the bytes that were uploaded or drawn, archived ones too: nothing is ever taken away. */
  downloadDocument: async ({ path, organization, sandbox, work }) => {
    const document = await findDocument(work, organization, path.id);
    // "KYC documents additionally need capability `allowKycDocumentDownload`."
    if (document.buyerUuid !== undefined && organization?.capabilities[KYC_DOWNLOAD] !== true)
      throw capabilityRequired(KYC_DOWNLOAD);
    const read = await prepareBytes(document, { work, sandbox, organization });
    return {
      status: 200,
      content: async () => binaryContent(await read(), document.contentType),
      headers: {
        'content-disposition': toContentDisposition(document.fileName),
        // The media type is what the uploader said: no browser is to make more of it.
        'x-content-type-options': 'nosniff',
      },
    };
  },
});

/** Inside a transaction, which cannot wait for another one: an undrawn Export File is drawn and kept as part of it. */
const drawInside = async (
  work: UnitOfWork,
  document: DocumentRecord,
  organization: CallerOrganization | undefined,
): Promise<Digest> => {
  const draw = await prepareDrawing(work, document, organization);
  return (await keepDrawing(work, document.id, await draw())).digest;
};
