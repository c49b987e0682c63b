import { problem } from '../../engine/problems/problem.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Content, jsonContent } from '../../kernel/http.ts';
import { toStateDocument } from './state-document.ts';

/** Exports the state of a sandbox as a document; throws 507 if it exceeds the size limit. */
export const readState = async (
  sandboxes: Pick<Sandboxes, 'contentsOf' | 'usageOf'>,
  owner: Organization,
  limit: number,
): Promise<Content> => {
  checkSize((await sandboxes.usageOf(owner)).bytes, limit);
  const content = jsonContent(toStateDocument(await sandboxes.contentsOf(owner), owner));
  checkSize(content.byteLength, limit);
  return content;
};

const checkSize = (bytes: number, limit: number): void => {
  if (bytes <= limit) return;
  throw problem('storage-full', {
    detail: `The state of this sandbox takes ${String(bytes)} bytes or more, and a document may have ${String(limit)}: raise --max-state-bytes, or keep the data folder instead (--data).`,
  });
};
