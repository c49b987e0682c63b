import { quotaExceeded } from '../problems/quota-problem.ts';
import type { Usage } from './store.ts';

/** The maximum size of one sandbox, so that a hosted server does not run out of space. */
export interface Quota {
  readonly documents: number;
  readonly bytes: number;
  /** Bytes of these that are used outside of the contents: by snapshots. */
  readonly usedBeside?: number;
}

/** Throws 507 if the sandbox is full; existing data can still be read, changed and reset. */
export const checkQuota = (quota: Quota, { documents, bytes }: Usage, more = 0): void => {
  if (documents >= quota.documents) throw tooManyRecords(quota.documents, documents);
  const used = bytes + (quota.usedBeside ?? 0);
  if (used + more > quota.bytes) throw tooManyBytes(quota.bytes, used, more);
};

const REMEDY = 'Reset it with POST /__admin/reset, or raise';

const tooManyRecords = (limit: number, used: number): Error =>
  quotaExceeded({
    type: 'storage-full',
    quota: { name: 'records', limit, used, setting: '--sandbox-documents' },
    detail: `This sandbox is full: it holds ${String(used)} documents, and may hold ${String(limit)}. ${REMEDY} --sandbox-documents.`,
  });

const tooManyBytes = (limit: number, used: number, more: number): Error =>
  quotaExceeded({
    type: 'storage-full',
    quota: { name: 'bytes', limit, used, setting: '--sandbox-bytes' },
    detail: `This sandbox is full: it holds ${String(used)} bytes, and may hold ${String(limit)}${more === 0 ? '' : `; this would take ${String(more)} more`}. ${REMEDY} --sandbox-bytes.`,
  });
