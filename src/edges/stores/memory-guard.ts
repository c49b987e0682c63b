import { getHeapStatistics } from 'node:v8';
import { problem } from '../../engine/problems/problem.ts';

/** Node ends a process whose heap is full, and with it what all sandboxes hold: so much of it may be used. */
const MOST = 0.85;

/** Bytes of the limit that are set apart for what is young, where nothing stays. */
const YOUNG = 192 * 1_048_576;

/** A look costs about as much as keeping a document. */
const EVERY = 500;

type Heap = Pick<ReturnType<typeof getHeapStatistics>, 'used_heap_size' | 'heap_size_limit'>;

/** To be called before each document that is kept in memory: ends the request with 507 when there is no room for more. */
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
