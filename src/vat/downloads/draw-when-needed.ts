import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type RunInSlices, atOnce } from '../../kernel/time-slices.ts';
import { Problem } from '../../kernel/problem.ts';
import { buyers } from '../buyers/buyer.ts';
import { type Digest, digestOf } from '../documents/digest.ts';
import { type DocumentRecord, documents } from '../documents/document.ts';
import { exportFileFacts } from '../export-file/generate-export-file.ts';
import { orders } from '../orders/order.ts';
import type { PaperFacts } from '../papers/paper-facts.ts';

/**
 * Reads the inputs of an Export File, or of a sample paper of the fixtures; the caller draws it, which is slow. The
 * seller's name is the only input that is not in the records: it belongs to the organization.
 */
export const prepareDrawing = (
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
      import('../export-file/draw-export-file.ts').then(({ drawExportFile }) =>
        drawExportFile(facts, seller, inSlices),
      );
  }
  const records = readSubject(work, document);
  return () =>
    import('../papers/draw-paper.ts').then(({ drawPaper }) => drawPaper({ document, seller, ...records }, inSlices));
};

/** The order and the buyer of a paper. */
const readSubject = (
  work: Reading,
  { id, orderUuid, buyerUuid }: DocumentRecord,
): Pick<PaperFacts, 'order' | 'buyer'> => {
  const order = orderUuid === undefined ? undefined : work.get(orders, orderUuid);
  const buyer = work.get(buyers, order?.buyerId ?? buyerUuid ?? '');
  if (buyer === undefined) throw new Error(`nothing is kept that document ${id} could be drawn from`);
  return { buyer, ...(order === undefined ? {} : { order }) };
};

interface Drawing {
  readonly bytes: Uint8Array;
  readonly digest: Digest;
}

const INSUFFICIENT_STORAGE = 507;

/**
 * Stores a drawing as the content of its document, unless a concurrent request has stored it, with identical bytes. If
 * the sandbox is full, returns the file without storing it: it is drawn again next time.
 */
export const storeDrawing = async (work: UnitOfWork, documentId: string, bytes: Uint8Array): Promise<Drawing> => {
  const digest = digestOf(bytes);
  const document = work.get(documents, documentId);
  // The sandbox was reset in the meantime.
  if (document === undefined) return { bytes, digest };
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
