import type { MemoryGuard } from '../../kernel/memory-guard.ts';

/** Bytes that the process has. */
export interface MemoryReading {
  /** In the memory of the machine: heap, buffers, code and stacks. */
  readonly resident: number;
  readonly heapUsed: number;
  /** The heap with what V8 keeps free for later. */
  readonly heapTotal: number;
}

export interface MemoryGuardParts {
  readonly look: () => MemoryReading;
  /** Bytes that V8 allows the old generation of its heap. Node ends a process that needs more. */
  readonly heapLimit: number;
  /** Bytes that the container or the operator allows the process; undefined if only the heap counts. */
  readonly processLimit: number | undefined;
}

/** Share of the heap in use beyond which nothing large is taken in: V8 would collect garbage most of the time. */
const MOST_OF_HEAP = 0.85;

/**
 * Share of the process limit beyond which nothing large is taken in. The rest is for ordinary requests and for what
 * is needed to serve what was taken in before.
 */
const MOST_OF_PROCESS = 0.85;

/** A look costs about 20 microseconds: for large work only, or once for many documents. */
export const createMemoryGuard = ({ look, heapLimit, processLimit = Infinity }: MemoryGuardParts): MemoryGuard => ({
  hasRoomFor: (bytes) => {
    const { resident, heapUsed, heapTotal } = look();
    const used = resident - Math.max(0, heapTotal - heapUsed);
    return heapUsed + bytes < MOST_OF_HEAP * heapLimit && used + bytes < MOST_OF_PROCESS * processLimit;
  },
  limit: Math.min(heapLimit, processLimit),
});
