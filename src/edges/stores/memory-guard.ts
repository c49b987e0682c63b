import { getHeapStatistics } from 'node:v8';
import { problem } from '../../engine/problems/problem.ts';

/** Maximum share of the heap limit in use: Node ends a process whose heap is full, which would lose all sandboxes. */
const MOST = 0.85;

/** Bytes of the heap limit reserved for the young generation, which holds no long-lived data. */
const YOUNG = 192 * 1_048_576;

/** Number of documents between two checks: a check costs about as much as storing a document. */
const EVERY = 500;

type Heap = Pick<ReturnType<typeof getHeapStatistics>, 'used_heap_size' | 'heap_size_limit'>;

/** Checks the heap before a document is stored in memory: throws 507 if there is no partition for more. */
export const createMemoryGuard = (look: () => Heap = getHeapStatistics): (() => void) => {
  let untilLook = 0;
  return () => {
    untilLook -= 1;
    if (untilLook > 0) return;
    const heap = look();
    const limit = heap.heap_size_limit - YOUNG;
    if (heap.used_heap_size < MOST * limit) untilLook = EVERY;
    else throw full(limit);
  };
};

const full = (limit: number): Error =>
  problem('storage-full', {
    detail: `The server is out of memory (${String(Math.round(limit / 1_048_576))} MiB). Reset a sandbox with POST /__admin/reset; or start the server with --data FOLDER, which stores sandboxes on disk, or with NODE_OPTIONS=--max-old-space-size=MEBIBYTES.`,
  });
