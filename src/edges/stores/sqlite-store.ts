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

/** One connection, one piece of work at a time. */
const LINE = 'connection';

/**
 * The store of one server in one file: what a resolved transaction wrote survives the end of the process, however sudden.
 * (The log is not forced to the disk at each commit: only a crash of the whole machine can lose the last moments, and
 * never consistency.)
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

  /** A transaction begins with its first write: one that only refuses costs no more than a read. */
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

  /** Within a transaction. */
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
            // Numbers of what is gone are given again: what is remembered under them must not be found.
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

/** After a failure that SQLite answered by rolling back, each further step would stand for itself. */
const checkInTransaction = (db: DatabaseSync): void => {
  if (!db.isTransaction) throw new StoreError('the transaction was rolled back before its end');
};
