import { createMemoryAccount, type MemoryAccount } from '../../src/kernel/memory-account.ts';

export const unlimitedMemory = (): MemoryAccount => createMemoryAccount({ limit: Infinity, share: Infinity });
