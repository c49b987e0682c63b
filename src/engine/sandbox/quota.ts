import { quotaExceeded } from '../problems/refusals.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import { problem } from '../problems/problem.ts';
import type { Usage } from './store.ts';

/** The maximum size of one sandbox, so that a hosted server does not run out of space. */
export interface Quota {
  readonly documents: number;
  readonly bytes: number;
  /** Bytes of these that are used outside of the contents: by snapshots. */
  readonly usedBeside?: number;
  /** Of all sandboxes, if they are kept in memory. */
  readonly memory?: MemoryAccount | undefined;
}

/** Throws 507 if the sandbox is full; existing data can still be read, changed and reset. */
export const checkQuota = (quota: Quota, { documents, bytes }: Usage, more = 0): void => {
  if (documents >= quota.documents) throw tooManyRecords(quota.documents, documents);
  const used = bytes + (quota.usedBeside ?? 0);
  if (used + more > quota.bytes) throw tooManyBytes(quota.bytes, used, more);
  // Who has filled its share with uploads still creates orders, for a while.
  if (quota.memory?.hasRoomFor(more === 0 ? used / 4 : used, more) === false) throw outOfMemory(quota.memory.limit);
};

export const outOfMemory = (limit: number): Error =>
  problem('storage-full', {
    detail: `All sandboxes of this server may take ${limit} bytes of its memory, and this one has its share. Reset it with POST /__admin/reset; or start the server with --data FOLDER, which stores sandboxes on disk, or give it more memory (--limits stored-bytes, --limits max-memory).`,
  });

const REMEDY = 'Reset it with POST /__admin/reset, or raise';

const tooManyRecords = (limit: number, used: number): Error =>
  quotaExceeded({
    type: 'storage-full',
    quota: { name: 'records', limit, used, setting: '--limits sandbox-documents' },
    detail: `This sandbox is full: it holds ${used} documents, and may hold ${limit}. ${REMEDY} --limits sandbox-documents.`,
  });

const tooManyBytes = (limit: number, used: number, more: number): Error =>
  quotaExceeded({
    type: 'storage-full',
    quota: { name: 'bytes', limit, used, setting: '--limits sandbox-bytes' },
    detail: `This sandbox is full: it holds ${used} bytes, and may hold ${limit}${more === 0 ? '' : `; this would take ${more} more`}. ${REMEDY} --limits sandbox-bytes.`,
  });
