import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type DocumentRecord, documents } from './document.ts';

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
