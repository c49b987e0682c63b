import type { CallerOrganization } from '../../engine/ports.ts';
import type { Reading, UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Digest, digestOf } from '../documents/digest.ts';
import { documents } from '../documents/document.ts';
import { exportFileFacts } from './generate-export-file.ts';

/**
 * Reads what an Export File is drawn from; drawing it, which takes some time, is left to the caller. The seller's name
 * is the one thing that the facts do not hold: it is a matter of the organization.
 */
export const prepareDrawing = async (
  work: Reading,
  documentId: string,
  organization: CallerOrganization | undefined,
): Promise<() => Promise<Uint8Array>> => {
  const facts = await work.get(exportFileFacts, documentId);
  if (facts === undefined) throw new Error(`nothing is kept that Export File ${documentId} could be drawn from`);
  const uuid = facts.order.seller;
  const seller = organization?.sellers.find((partner) => partner.uuid === uuid) ?? { uuid };
  // Loaded when the first one is drawn: most servers draw none.
  return () => import('./draw-export-file.ts').then(({ drawExportFile }) => drawExportFile(facts, seller));
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
