import type { StoreTransaction } from '../../engine/sandbox/store.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';
import { createMemoryPartition } from './memory-partition.ts';
import { dumpPartition } from './memory-reader.ts';
import { MemoryTransaction } from './memory-transaction.ts';
import type { QueuedTransaction } from './transaction-queues.ts';

/**
 * The first transaction of a sandbox fills it, and reads and changes again and again what it has just written: in memory
 * that takes a third of the time. Only what is there at its end is written to `target`.
 */
export const fillInMemory = async <T>(
  work: (transaction: StoreTransaction) => Promise<T>,
  queued: QueuedTransaction,
  target: StoreTransaction,
): Promise<T> => {
  const partition = createMemoryPartition();
  const result = await work(new MemoryTransaction(partition, queued, undefined));
  const { contents, ...documents } = runAtOnce(dumpPartition(partition));
  await target.restore({ ...documents, contents: {} });
  // One by one: a large content takes turns of its own.
  for (const [id, bytes] of Object.entries(contents)) await target.putContent(id, bytes);
  return result;
};
