import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { Problem } from '../../kernel/problem.ts';
import { buyers } from '../buyers/buyer.ts';
import { type Digest, digestOf } from '../documents/digest.ts';
import { type DocumentRecord, documents } from '../documents/document.ts';
import { exportFileFacts } from '../export-file/generate-export-file.ts';
import { orders } from '../orders/order.ts';
import type { PaperFacts } from '../papers/paper-facts.ts';

/**
 * Reads what an Export File, or a sample paper of the fixtures, is drawn from; drawing it, which takes some time, is left
 * to the caller. The seller's name is the one thing that the records do not hold: it is a matter of the organization.
 */
export const prepareDrawing = async (
  work: Reading,
  document: DocumentRecord,
  organization: CallerOrganization | undefined,
): Promise<() => Promise<Uint8Array>> => {
  const uuid = document.seller;
  const seller = organization?.sellers.find((partner) => partner.uuid === uuid) ?? { uuid };
  // Loaded when the first one is drawn: most servers draw none.
  if (document.type === 'EXPORT_FILE') {
    const facts = await work.get(exportFileFacts, document.id);
    if (facts === undefined) throw new Error(`nothing is kept that Export File ${document.id} could be drawn from`);
    return () =>
      import('../export-file/draw-export-file.ts').then(({ drawExportFile }) => drawExportFile(facts, seller));
  }
  const records = await readSubject(work, document);
  return () => import('../papers/draw-paper.ts').then(({ drawPaper }) => drawPaper({ document, seller, ...records }));
};

/** The order and the buyer that a paper is about. */
const readSubject = async (
  work: Reading,
  { id, orderUuid, buyerUuid }: DocumentRecord,
): Promise<Pick<PaperFacts, 'order' | 'buyer'>> => {
  const order = orderUuid === undefined ? undefined : await work.get(orders, orderUuid);
  const buyer = await work.get(buyers, order?.buyerId ?? buyerUuid ?? '');
  if (buyer === undefined) throw new Error(`nothing is kept that document ${id} could be drawn from`);
  return { buyer, ...(order === undefined ? {} : { order }) };
};

export interface Drawn {
  readonly bytes: Uint8Array;
  readonly digest: Digest;
}

const INSUFFICIENT_STORAGE = 507;

/**
 * Keeps a drawing as the content of its document, unless somebody was quicker: then theirs, which is the same. A full
 * sandbox can still be read, and so the file is answered there without being kept: it is drawn again the next time.
 */
export const keepDrawing = async (work: UnitOfWork, documentId: string, bytes: Uint8Array): Promise<Drawn> => {
  const digest = digestOf(bytes);
  const document = await work.get(documents, documentId);
  // The sandbox was emptied while we drew.
  if (document === undefined) return { bytes, digest };
  if (document.digest !== undefined)
    return { bytes: (await work.content(documentId)) ?? bytes, digest: document.digest };
  try {
    await work.putContent(documentId, bytes);
  } catch (error) {
    if (error instanceof Problem && error.members.status === INSUFFICIENT_STORAGE) return { bytes, digest };
    throw error;
  }
  await work.update(documents, document, { ...document, digest });
  return { bytes, digest };
};
