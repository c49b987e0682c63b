import type { Store } from '../../engine/sandbox/store.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { MemoryReader, dumpPartition } from './memory-reader.ts';
import { type MemoryPartition, createMemoryPartition, freeContents } from './memory-partition.ts';
import { MemoryTransaction } from './memory-transaction.ts';
import { createTransactionQueues } from './transaction-queues.ts';

/**
 * Stores everything in this process, for its lifetime. (Why not SQLite in memory: a commit there costs more the larger
 * the data is, 30 microseconds at 1,000 orders and 110 at 100,000, and a page of documents must be parsed on each
 * read.) `memory`: what all sandboxes may take.
 */
export const createMemoryStore = (memory?: MemoryAccount, pauses?: () => Pause): Store => {
  const partitions = new Map<string, MemoryPartition>();
  const queues = createTransactionQueues(pauses);

  const partitionOf = (sandbox: string): MemoryPartition => {
    let partition = partitions.get(sandbox);
    if (partition === undefined) partitions.set(sandbox, (partition = createMemoryPartition()));
    return partition;
  };

  const free = (partition: MemoryPartition | undefined): void => {
    if (partition === undefined) return;
    memory?.count(-partition.bytes);
    freeContents(partition);
  };

  return {
    transact: (sandbox, work) =>
      queues.take(sandbox, (queued) => {
        const transaction = new MemoryTransaction(partitionOf(sandbox), queued, { memory });
        const rollback = (error: unknown): never => {
          transaction.rollback();
          throw error;
        };
        try {
          const result = work(transaction);
          return result instanceof Promise ? result.catch(rollback) : result;
        } catch (error) {
          return rollback(error);
        }
      }),
    read: (sandbox, work) => queues.take(sandbox, (queued) => work(new MemoryReader(partitionOf(sandbox), queued))),
    dump: (sandbox, pause) => queues.take(sandbox, () => dumpPartition(partitionOf(sandbox), undefined, pause)),
    replace: (sandbox, dump, pause) =>
      queues.take(sandbox, async (queued) => {
        // Built separately: if the new contents are invalid, the old ones remain.
        const partition = createMemoryPartition();
        const building = new MemoryTransaction(partition, queued, { memory });
        await building.restore(dump, pause).catch((error: unknown) => {
          free(partition);
          throw error;
        });
        free(partitions.get(sandbox));
        partitions.set(sandbox, partition);
      }),
    clear: (sandbox) =>
      queues.take(sandbox, () => {
        free(partitions.get(sandbox));
        partitions.delete(sandbox);
        return Promise.resolve();
      }),
    check: () => Promise.resolve(undefined),
    close: async () => {
      await queues.close();
      partitions.clear();
    },
  };
};
