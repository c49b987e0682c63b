import type { MemoryGuard } from '../../kernel/memory-account.ts';
import { MOST_OF_LIMIT, type MemoryLimits } from './memory-shares.ts';

/** Bytes that the process has. */
export interface MemoryReading {
  /** In the memory of the machine: heap, buffers, code and stacks. */
  readonly resident: number;
  readonly heapUsed: number;
  /** The heap with what V8 keeps free for later. */
  readonly heapTotal: number;
}

interface MemoryGuardParts extends MemoryLimits {
  readonly look: () => MemoryReading;
}

/** A look costs about 20 microseconds: for large work only. */
export const createMemoryGuard = ({ look, heapLimit, processLimit = Infinity }: MemoryGuardParts): MemoryGuard => ({
  hasRoomFor: (bytes) => {
    const { resident, heapUsed, heapTotal } = look();
    const used = resident - Math.max(0, heapTotal - heapUsed);
    return heapUsed + bytes < MOST_OF_LIMIT * heapLimit && used + bytes < MOST_OF_LIMIT * processLimit;
  },
});
