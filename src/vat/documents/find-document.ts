import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { checkAuthorized } from '../api/check-authorized.ts';
import { problem } from '../policy/problem.ts';
import { type DocumentRecord, documents } from './document.ts';

/**
 * "Caller must be authorized for the partner owning the document." A document of another organization is 404.
 * Assumption: unauthorized-resource-status.
 */
export const findDocument = async (
  work: Reading,
  organization: CallerOrganization | undefined,
  id: string,
): Promise<DocumentRecord> => {
  const document = await work.get(documents, id.toLowerCase());
  if (document === undefined) throw problem('not-found', { detail: `Document ${id} does not exist.` });
  checkAuthorized(organization, document.seller, `document ${id}`);
  return document;
};
