import type { DatabaseSync } from 'node:sqlite';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import { openSqlite } from './open-sqlite.ts';
import { createRememberedDocuments } from './remembered-documents.ts';
import { toStoreError } from './sqlite-errors.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import { type SqliteRoom, addRoom, loadRoom } from './sqlite-room.ts';
import { prepareStatements } from './sqlite-statements.ts';
import { createSqliteTransaction } from './sqlite-transaction.ts';
import { type Turn, checkTurn, createTurns } from './turns.ts';
import { type Undo, rollback } from './undo.ts';

/** Queue key: one connection, one transaction at a time. */
const LINE = 'connection';

/**
 * The store of one server in one file: data of a resolved transaction survives any end of the process. (The log is not
 * synced to disk at each commit: a crash of the whole machine may lose the last transactions, but never consistency.)
 */
export const createSqliteStore = (file: string): Store => {
  const db = openSqlite(file);
  const sql = prepareStatements(db);
  const remembered = createRememberedDocuments();
  const rooms = new Map<string, SqliteRoom>();
  const turns = createTurns();

  const findRoom = (sandbox: string): SqliteRoom | undefined => {
    let room = rooms.get(sandbox);
    if (room !== undefined) return room;
    room = loadRoom(sql, sandbox);
    if (room !== undefined) rooms.set(sandbox, room);
    return room;
  };

  const reading = (sandbox: string, turn: Turn) => ({
    sql,
    remembered,
    room: () => {
      checkTurn(turn);
      return findRoom(sandbox);
    },
  });

  /** A transaction begins with its first write: a request that is refused costs no more than a read. */
  const writing = (sandbox: string, turn: Turn, undo: Undo) => ({
    ...reading(sandbox, turn),
    undo,
    begin: () => {
      checkTurn(turn);
      if (undo.length === 0) {
        sql.begin.run();
        undo.push(() => undefined);
      }
      checkInTransaction(db);
      let room = findRoom(sandbox);
      if (room === undefined) {
        rooms.set(sandbox, (room = addRoom(sql, sandbox)));
        undo.push(() => rooms.delete(sandbox));
      }
      return room;
    },
  });

  const rollBack = (undo: Undo): void => {
    // SQLite itself rolls back when the disk is full.
    if (db.isTransaction) sql.rollback.run();
    rollback(undo);
  };

  /** Must run within a transaction. */
  const removeRoom = (room: SqliteRoom): void => {
    for (const { number } of room.spaces.values()) for (const statement of sql.clearSpace) statement.run(number);
    for (const statement of sql.clearSandbox) statement.run(room.number);
  };

  const take = <T>(work: (turn: Turn) => Promise<T>): Promise<T> =>
    turns.take(LINE, async (turn) => {
      try {
        return await work(turn);
      } catch (error) {
        throw toStoreError(error, file);
      }
    });

  return {
    transact: (sandbox, work) =>
      take(async (turn) => {
        const undo: Undo = [];
        try {
          const result = await work(createSqliteTransaction(writing(sandbox, turn, undo)));
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
    read: (sandbox, work) => take((turn) => work(createSqliteReader(reading(sandbox, turn)))),
    replace: (sandbox, dump) =>
      take(async (turn) => {
        const undo: Undo = [];
        try {
          const before = findRoom(sandbox);
          const parts = writing(sandbox, turn, undo);
          if (before !== undefined) {
            parts.begin();
            removeRoom(before);
            rooms.delete(sandbox);
            undo.push(() => rooms.set(sandbox, before));
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
        const room = findRoom(sandbox);
        if (room === undefined) return Promise.resolve();
        try {
          sql.begin.run();
          removeRoom(room);
          sql.commit.run();
        } catch (error) {
          rollBack([]);
          throw error;
        }
        rooms.delete(sandbox);
        remembered.clear();
        return Promise.resolve();
      }),
    close: async () => {
      await turns.close();
      if (db.isOpen) db.close();
    },
  };
};

/** If SQLite has rolled back after a failure, further steps would be committed individually. */
const checkInTransaction = (db: DatabaseSync): void => {
  if (!db.isTransaction) throw new StoreError('the transaction was rolled back before its end');
};
