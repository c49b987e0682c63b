import { problem } from '../../engine/problems/problem.ts';
import type { MemoryGuard } from '../../kernel/memory-guard.ts';

/** Throws 507 if the process has no memory for more. */
export interface MemoryRoom {
  readonly checkDocument: () => void;
  /** `stored` is what all sandboxes take together, without the `more` bytes that a content adds. */
  readonly checkContent: (stored: number, more: number) => void;
}

export interface MemoryRoomParts {
  readonly memory: MemoryGuard;
  /** Bytes that all sandboxes may take together. */
  readonly storedBytes: number;
}

/** Number of documents between two looks: a look costs about as much as storing a few documents. */
const EVERY = 500;

/** Contents up to this size are counted like documents. */
const SMALL = 65_536;

/** Of all sandboxes in memory: none of them alone is too large, and together they would end the process. */
export const createMemoryRoom = ({ memory, storedBytes }: MemoryRoomParts): MemoryRoom => {
  let untilLook = 0;

  const checkDocument = (): void => {
    untilLook -= 1;
    if (untilLook > 0) return;
    if (!memory.hasRoomFor(0)) throw outOf(memory.limit);
    untilLook = EVERY;
  };

  return {
    checkDocument,
    checkContent: (stored, more) => {
      if (stored + more > storedBytes) throw full(storedBytes);
      if (more <= SMALL) checkDocument();
      else if (!memory.hasRoomFor(more)) throw outOf(memory.limit);
    },
  };
};

const outOf = (limit: number): Error =>
  problem('storage-full', {
    detail: `The server is out of memory (${String(Math.round(limit / 1_048_576))} MiB). Reset a sandbox with POST /__admin/reset; or start the server with --data FOLDER, which stores sandboxes on disk, or with NODE_OPTIONS=--max-old-space-size=MEBIBYTES.`,
  });

const full = (limit: number): Error =>
  problem('storage-full', {
    detail: `The sandboxes of this server take ${String(limit)} bytes together, which is the maximum. Reset one with POST /__admin/reset; or start the server with --data FOLDER, which stores sandboxes on disk, or raise --stored-bytes.`,
  });
