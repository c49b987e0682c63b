import { dirname } from 'node:path';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import { type SqliteOptions, openSqlite } from './open-sqlite.ts';
import { type ConnectionQueue, FILE, createConnectionQueue } from './connection-queue.ts';
import { createBackUp } from './sqlite-backup.ts';
import { createDumps } from './sqlite-dump.ts';
import { createCheckpoints } from './sqlite-checkpoints.ts';
import { fillInMemory } from './fill-in-memory.ts';
import { createRememberedDocuments } from './remembered-documents.ts';
import { toStoreError } from './sqlite-errors.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import { type SqlitePartition, addPartition, loadPartition } from './sqlite-partition.ts';
import { prepareStatements } from './sqlite-statements.ts';
import { createReplacement } from './sqlite-replacement.ts';
import { checkInTransaction, createSqliteTransaction, rollBack } from './sqlite-transaction.ts';
import { createStillThere } from './still-there.ts';
import { HARMLESS_WRITE, isNearlyFull, writeRealAmount } from './writability.ts';
import { type QueuedTransaction, checkOpen } from './transaction-queues.ts';
import type { Undo } from './undo.ts';

/** What a transaction has done. */
interface Written {
  readonly undo: Undo;
  /** Whether it has written a large content. */
  isLarge: boolean;
}

/**
 * The store of one server in one file: data of a resolved transaction survives any end of the process. (The log is
 * synced to disk at each commit only if `synchronous` is full: otherwise a crash of the whole machine may lose the last
 * transactions, but never consistency.)
 */
export const createSqliteStore = (file: string, options?: SqliteOptions): Store => {
  const { db, codec } = openSqlite(file, options);
  const sql = prepareStatements(db, codec);
  const remembered = createRememberedDocuments(codec);
  const partitions = new Map<string, SqlitePartition>();
  const queue = createConnectionQueue({ elapsed: options?.elapsed, pauses: options?.pauses });
  const backUp = createBackUp(db, file);
  const checkStillThere = createStillThere(file);
  /** The file failed an operation: whether it can be written again is then found by a write of a real amount. */
  let isInDoubt = false;

  const findPartition = (sandbox: string): SqlitePartition | undefined => {
    let partition = partitions.get(sandbox);
    if (partition !== undefined) return partition;
    partition = loadPartition(sql, sandbox);
    if (partition !== undefined) partitions.set(sandbox, partition);
    return partition;
  };

  const reading = (sandbox: string, transaction: QueuedTransaction) => ({
    sql,
    codec,
    remembered,
    partition: () => {
      checkOpen(transaction);
      return findPartition(sandbox);
    },
  });

  /** A transaction begins with its first write: a request that is refused costs no more than a read. */
  const writing = (sandbox: string, transaction: QueuedTransaction, written: Written) => ({
    ...reading(sandbox, transaction),
    undo: written.undo,
    besideLarge: () => {
      written.isLarge = true;
      return turn();
    },
    begin: () => {
      checkOpen(transaction);
      const { undo } = written;
      if (undo.length === 0) {
        checkStillThere();
        sql.begin.run();
        undo.push(() => undefined);
      }
      checkInTransaction(db);
      let partition = findPartition(sandbox);
      if (partition === undefined) {
        partitions.set(sandbox, (partition = addPartition(sql, sandbox)));
        undo.push(() => partitions.delete(sandbox));
      }
      return partition;
    },
  });

  const noticing =
    (when: ConnectionQueue['read']): ConnectionQueue['read'] =>
    (sandbox, work) =>
      when(sandbox, async (transaction) => {
        try {
          return await work(transaction);
        } catch (error) {
          const known = toStoreError(error, file);
          if (known instanceof StoreError && known.fault !== 'other') isInDoubt = true;
          throw known;
        }
      });
  const read = noticing(queue.read);
  const write = noticing(queue.write);
  const writeFile = <T>(work: () => Promise<T>): Promise<T> => write(FILE, work);

  const { turn, commitLarge } = createCheckpoints({ db, sql, take: writeFile, nextTurn: options?.nextTurn });

  const transact: Store['transact'] = (sandbox, work) =>
    write(sandbox, async (transaction) => {
      const undo: Undo = [];
      const written: Written = { undo, isLarge: false };
      try {
        const onFile = createSqliteTransaction(writing(sandbox, transaction, written));
        const isNew = findPartition(sandbox) === undefined;
        const result = await (isNew ? fillInMemory(work, transaction, onFile) : work(onFile));
        if (undo.length > 0) {
          checkInTransaction(db);
          if (written.isLarge) commitLarge();
          else sql.commit.run();
        }
        return result;
      } catch (error) {
        rollBack(db, sql, undo);
        throw error;
      }
    });

  const dumps = createDumps({ sql, codec, find: findPartition, read });
  const replacement = createReplacement({
    db,
    sql,
    codec,
    remembered,
    partitions,
    find: findPartition,
    take: write,
    after: dumps.after,
  });
  void replacement.removeLeft();

  return {
    transact: (sandbox, work) =>
      dumps.areRunning() ? dumps.after(sandbox, () => transact(sandbox, work)) : transact(sandbox, work),
    read: (sandbox, work) => read(sandbox, (transaction) => work(createSqliteReader(reading(sandbox, transaction)))),
    dump: dumps.dump,
    replace: replacement.replace,
    clear: replacement.clear,
    check: async () => {
      try {
        checkStillThere();
        if (isNearlyFull(dirname(file))) return 'full';
        await writeFile(() => {
          if (isInDoubt) writeRealAmount(db);
          else db.exec(HARMLESS_WRITE);
          isInDoubt = false;
          return Promise.resolve();
        });
        return undefined;
      } catch (error) {
        return error instanceof StoreError ? error.fault : 'unwritable';
      }
    },
    backUp: async () => {
      try {
        return await backUp();
      } catch (error) {
        throw toStoreError(error, file);
      }
    },
    close: async () => {
      await queue.close();
      if (db.isOpen) db.close();
    },
  };
};
