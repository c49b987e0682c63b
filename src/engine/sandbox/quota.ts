import { problem } from '../problems/problem.ts';
import type { Usage } from './store.ts';

/** How much one sandbox may hold, so that a hosted server does not fill up. */
export interface Quota {
  readonly documents: number;
  readonly bytes: number;
}

/** Ends the request with 507 when the sandbox is full; what it holds can still be read, changed and reset. */
export const checkQuota = (quota: Quota, { documents, bytes }: Usage, more = 0): void => {
  if (documents >= quota.documents) throw full(`${String(quota.documents)} documents`);
  if (bytes + more > quota.bytes) throw full(`${String(quota.bytes)} bytes`);
};

const full = (limit: string): Error =>
  problem('storage-full', {
    detail: `This sandbox is full: it holds at most ${limit}. Reset it with POST /__admin/reset, or raise --sandbox-documents or --sandbox-bytes.`,
  });
