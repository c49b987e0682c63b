import type { Config } from '../config/config.ts';
import {
  type MemoryShares,
  createMemoryGuard,
  shareMemory,
  readHeapLimit,
  readMemory,
  readProcessLimit,
} from '../edges/system/memory.ts';
import { type MemoryAccount, createMemoryAccount, type MemoryGuard } from '../kernel/memory-account.ts';

export interface Memory {
  /** Asked before large work; undefined in a process that may belong to somebody else's tests. */
  readonly ofProcess: MemoryGuard | undefined;
  readonly shares: MemoryShares;
  /** Counts one kind of what all tenants keep, against its share or a limit that is lower. */
  readonly open: (kind: keyof MemoryShares, lower?: number) => MemoryAccount;
}

export const openMemory = ({ mode, maxMemory }: Config): Memory => {
  const isHosted = mode === 'hosted';
  const isLimited = isHosted || maxMemory > 0;
  const processLimit = maxMemory > 0 ? Math.min(maxMemory, readProcessLimit()) : readProcessLimit();
  const limits = { heapLimit: readHeapLimit(), processLimit: isLimited ? processLimit : undefined };
  const shares = shareMemory(limits);
  return {
    ofProcess: isLimited ? createMemoryGuard({ ...limits, look: readMemory }) : undefined,
    shares,
    open: (kind, lower = Infinity) =>
      createMemoryAccount({ limit: Math.min(shares[kind], lower), share: isHosted ? 2 : Infinity }),
  };
};
