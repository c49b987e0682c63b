import { problem } from '../problems/problem.ts';
import type { Usage } from './store.ts';

/** The maximum size of one sandbox, so that a hosted server does not run out of space. */
export interface Quota {
  readonly documents: number;
  readonly bytes: number;
}

/** Throws 507 if the sandbox is full; existing data can still be read, changed and reset. */
export const checkQuota = (quota: Quota, { documents, bytes }: Usage, more = 0): void => {
  if (documents >= quota.documents) throw full(`${String(quota.documents)} documents`);
  if (bytes + more > quota.bytes) throw full(`${String(quota.bytes)} bytes`);
};

const full = (limit: string): Error =>
  problem('storage-full', {
    detail: `This sandbox is full: it holds at most ${limit}. Reset it with POST /__admin/reset, or raise --sandbox-documents or --sandbox-bytes.`,
  });
