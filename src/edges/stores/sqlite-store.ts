import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import { type SqliteOptions, openSqlite } from './open-sqlite.ts';
import { createBackUp } from './sqlite-backup.ts';
import { createRememberedDocuments } from './remembered-documents.ts';
import { toStoreError } from './sqlite-errors.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import { type SqlitePartition, addPartition, loadPartition } from './sqlite-partition.ts';
import { prepareStatements } from './sqlite-statements.ts';
import { createSqliteTransaction } from './sqlite-transaction.ts';
import { HARMLESS_WRITE, isNearlyFull, writeRealAmount } from './writability.ts';
import { type QueuedTransaction, checkOpen, createTransactionQueues } from './transaction-queues.ts';
import { type Undo, rollback } from './undo.ts';

/** Queue key: one connection, one transaction at a time. */
const CONNECTION = 'connection';

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
  const queues = createTransactionQueues();
  const backUp = createBackUp(db, file);
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
  const writing = (sandbox: string, transaction: QueuedTransaction, undo: Undo) => ({
    ...reading(sandbox, transaction),
    undo,
    begin: () => {
      checkOpen(transaction);
      if (undo.length === 0) {
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

  const rollBack = (undo: Undo): void => {
    // SQLite itself rolls back when the disk is full.
    if (db.isTransaction) sql.rollback.run();
    rollback(undo);
  };

  /** Must run within a transaction. */
  const removePartition = (partition: SqlitePartition): void => {
    for (const { number } of partition.spaces.values()) for (const statement of sql.clearSpace) statement.run(number);
    for (const statement of sql.clearSandbox) statement.run(partition.number);
  };

  const take = <T>(work: (transaction: QueuedTransaction) => Promise<T>): Promise<T> =>
    queues.take(CONNECTION, async (transaction) => {
      try {
        return await work(transaction);
      } catch (error) {
        const known = toStoreError(error, file);
        if (known instanceof StoreError && known.fault !== 'other') isInDoubt = true;
        throw known;
      }
    });

  return {
    transact: (sandbox, work) =>
      take(async (transaction) => {
        const undo: Undo = [];
        try {
          const result = await work(createSqliteTransaction(writing(sandbox, transaction, undo)));
          if (undo.length > 0) {
            checkInTransaction(db);
            sql.commit.run();
          }
          return result;
        } catch (error) {
          rollBack(undo);
          throw error;
        }
      }),
    read: (sandbox, work) => take((transaction) => work(createSqliteReader(reading(sandbox, transaction)))),
    replace: (sandbox, dump) =>
      take(async (transaction) => {
        const undo: Undo = [];
        try {
          const before = findPartition(sandbox);
          const parts = writing(sandbox, transaction, undo);
          if (before !== undefined) {
            parts.begin();
            removePartition(before);
            partitions.delete(sandbox);
            undo.push(() => partitions.set(sandbox, before));
            // Numbers of deleted spaces are reused: cached documents must not be found under them.
            remembered.clear();
          }
          await createSqliteTransaction(parts).restore(dump);
          if (undo.length > 0) {
            checkInTransaction(db);
            sql.commit.run();
          }
        } catch (error) {
          rollBack(undo);
          remembered.clear();
          throw error;
        }
      }),
    clear: (sandbox) =>
      take(() => {
        const partition = findPartition(sandbox);
        if (partition === undefined) return Promise.resolve();
        try {
          sql.begin.run();
          removePartition(partition);
          sql.commit.run();
        } catch (error) {
          rollBack([]);
          throw error;
        }
        partitions.delete(sandbox);
        remembered.clear();
        return Promise.resolve();
      }),
    check: async () => {
      try {
        if (isNearlyFull(dirname(file))) return 'full';
        await take(() => {
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
      await queues.close();
      if (db.isOpen) db.close();
    },
  };
};

/** If SQLite has rolled back after a failure, further steps would be committed individually. */
const checkInTransaction = (db: DatabaseSync): void => {
  if (!db.isTransaction) throw new StoreError('the transaction was rolled back before its end');
};
