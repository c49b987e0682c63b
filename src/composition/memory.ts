import type { Config } from '../config/config.ts';
import { createMemoryGuard } from '../edges/system/memory-guard.ts';
import { readHeapLimit, readMemory, readProcessLimit } from '../edges/system/process-memory.ts';
import type { MemoryGuard } from '../kernel/memory-guard.ts';

export interface Memory {
  /** Asked by a store that keeps its data in memory. */
  readonly ofStore: MemoryGuard;
  /** Asked before large work; undefined in a process that may belong to somebody else's tests. */
  readonly ofProcess: MemoryGuard | undefined;
}

export const openMemory = ({ mode, maxMemory }: Config): Memory => {
  const isLimited = mode === 'hosted' || maxMemory > 0;
  const processLimit = maxMemory > 0 ? Math.min(maxMemory, readProcessLimit()) : readProcessLimit();
  const guard = createMemoryGuard({
    look: readMemory,
    heapLimit: readHeapLimit(),
    processLimit: isLimited ? processLimit : undefined,
  });
  return { ofStore: guard, ofProcess: isLimited ? guard : undefined };
};
