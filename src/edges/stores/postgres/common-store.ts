import type { Store } from '../../../engine/sandbox/store.ts';
import { runWith } from '../../../kernel/time-slices.ts';
import { CopyReader } from '../copy-reader.ts';
import { dumpPartition } from '../memory-reader.ts';
import { RecordingTransaction, dumpContents } from '../recording-transaction.ts';
import { type CommonLock, emptyPartition } from './common-lock.ts';
import { type CommonLocksParts, createCommonLocks } from './common-locks.ts';

interface CommonStoreParts extends CommonLocksParts {
  /** Called after each commit, which whoever has written waits for. */
  readonly committed: () => Promise<void>;
}

/**
 * What belongs to no sandbox, such as the list of created ones: several servers use it at the same time, and it is little.
 * Each work on it locks its row in the database, and brings the copy in memory up to date.
 */
export const createCommonStore = (parts: CommonStoreParts): Omit<Store, 'check' | 'backUp'> => {
  const { database, now } = parts;
  const locks = createCommonLocks(parts);

  const locked = async <T>(partition: string, work: (lock: CommonLock) => Promise<T>): Promise<T> => {
    const lock = await locks.take(partition);
    let result: T;
    try {
      result = await work(lock);
    } catch (error) {
      await locks.give(lock).catch(() => undefined);
      throw error;
    }
    if (await locks.give(lock)) await parts.committed();
    return result;
  };

  /** As a whole or not at all: with the contents of before, all that was written is rolled back. */
  const empty = (partition: string, fill: (lock: CommonLock) => Promise<void>): Promise<void> =>
    locked(partition, async (lock) => {
      lock.isBroken = true;
      await emptyPartition(database.table, lock, now);
      await fill(lock);
      lock.isBroken = false;
    });

  return {
    transact: (partition, work) =>
      locked(partition, async ({ copy, writes, source }) => {
        const queued = { isOver: false };
        const transaction = new RecordingTransaction(copy, writes, source, queued);
        try {
          return await work(transaction);
        } catch (error) {
          transaction.rollback();
          throw error;
        } finally {
          queued.isOver = true;
        }
      }),
    read: (partition, work) =>
      locked(partition, async ({ copy, writes, source }) => {
        const queued = { isOver: false };
        try {
          return await work(new CopyReader(copy, writes, source, queued));
        } finally {
          queued.isOver = true;
        }
      }),
    dump: (partition, pause) =>
      locked(partition, async ({ copy, writes, source }) => {
        const { collections, positions } = await runWith(pause, dumpPartition(copy.partition));
        return { collections, positions, contents: await dumpContents(copy, writes, source) };
      }),
    replace: (partition, dump, pause) =>
      empty(partition, ({ copy, writes, source }) =>
        new RecordingTransaction(copy, writes, source, { isOver: false }).restore(dump, pause),
      ),
    clear: (partition) => empty(partition, () => Promise.resolve()),
    close: locks.idle,
  };
};
