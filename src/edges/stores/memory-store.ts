import type { Store } from '../../engine/sandbox/store.ts';
import { type Pause, runWith } from '../../kernel/time-slices.ts';
import { MemoryReader, dumpPartition } from './memory-reader.ts';
import { type MemoryPartition, createMemoryPartition, freeContents } from './memory-partition.ts';
import type { MemoryRoom } from './memory-room.ts';
import { MemoryTransaction, type RoomFor } from './memory-transaction.ts';
import { createTransactionQueues } from './transaction-queues.ts';

/**
 * Stores everything in this process, for its lifetime. (Why not SQLite in memory: a commit there costs more the larger
 * the data is, 30 microseconds at 1,000 orders and 110 at 100,000, and a page of documents must be parsed on each
 * read.)
 */
export const createMemoryStore = (room?: MemoryRoom, pauses?: () => Pause): Store => {
  const partitions = new Map<string, MemoryPartition>();
  const queues = createTransactionQueues(pauses);

  const partitionOf = (sandbox: string): MemoryPartition => {
    let partition = partitions.get(sandbox);
    if (partition === undefined) partitions.set(sandbox, (partition = createMemoryPartition()));
    return partition;
  };

  const storedBytes = (): number => {
    let all = 0;
    for (const { bytes } of partitions.values()) all += bytes;
    return all;
  };

  /** `extra` takes memory beside the others: it is to replace one of them. */
  const roomBeside = (extra?: MemoryPartition): RoomFor | undefined =>
    room && {
      checkDocument: room.checkDocument,
      checkContent: (bytes) => {
        room.checkContent(storedBytes() + (extra?.bytes ?? 0), bytes);
      },
    };
  const usual = roomBeside();

  return {
    transact: (sandbox, work) =>
      queues.take(sandbox, (queued) => {
        const transaction = new MemoryTransaction(partitionOf(sandbox), queued, usual);
        const rollback = (error: unknown): never => {
          transaction.rollback();
          throw error;
        };
        try {
          return work(transaction).catch(rollback);
        } catch (error) {
          return rollback(error);
        }
      }),
    read: (sandbox, work) => queues.take(sandbox, (queued) => work(new MemoryReader(partitionOf(sandbox), queued))),
    dump: (sandbox, pause) => queues.take(sandbox, () => runWith(pause, dumpPartition(partitionOf(sandbox)))),
    replace: (sandbox, dump, pause) =>
      queues.take(sandbox, async (queued) => {
        // Built separately: if the new contents are invalid, the old ones remain.
        const partition = createMemoryPartition();
        await new MemoryTransaction(partition, queued, roomBeside(partition)).restore(dump, pause);
        const former = partitions.get(sandbox);
        partitions.set(sandbox, partition);
        if (former !== undefined) freeContents(former);
      }),
    clear: (sandbox) =>
      queues.take(sandbox, () => {
        const former = partitions.get(sandbox);
        partitions.delete(sandbox);
        if (former !== undefined) freeContents(former);
        return Promise.resolve();
      }),
    check: () => Promise.resolve(undefined),
    close: async () => {
      await queues.close();
      partitions.clear();
    },
  };
};
