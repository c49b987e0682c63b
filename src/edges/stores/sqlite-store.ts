import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import { NO_PAUSE } from '../../kernel/time-slices.ts';
import { createStore } from './create-store.ts';
import { type SqliteOptions, openSqlite } from './open-sqlite.ts';
import { createBackUp } from './sqlite-backup.ts';
import { toStoreError } from './sqlite-errors.ts';
import { createSqliteRows } from './sqlite-rows.ts';
import { HARMLESS_WRITE, isNearlyFull, writeRealAmount } from './sqlite-schema.ts';

/**
 * The store of one server in one file: data of a resolved transaction survives any end of the process. (The log is
 * not synced to disk at each commit: a crash of the whole machine may lose the last transactions, but never consistency.)
 */
export const createSqliteStore = (file: string, options: SqliteOptions = {}): Store => {
  const { nextTurn, pauses = () => NO_PAUSE, memory } = options;
  const { db, codec } = openSqlite(file, options);
  const backUp = createBackUp(db, file);
  const checkFile = createStillThere(file);
  /** The file failed an operation: whether it can be written again is then found by a write of a real amount. */
  let isInDoubt = false;

  /** Errors as the operator reads them. */
  const noticing = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const known = toStoreError(error, file);
      if (known instanceof StoreError && known.fault !== 'other') isInDoubt = true;
      throw known;
    }
  };

  const { inTurn, tidy, ...rows } = createSqliteRows({ db, codec, nextTurn, checkFile, pauses, noticing });
  void tidy(pauses());

  return createStore({
    nextTurn,
    pauses,
    memory,
    persistence: {
      ...rows,
      check: async () => {
        try {
          checkFile();
          if (isNearlyFull(dirname(file))) return 'full';
          await inTurn(() =>
            noticing(() => {
              if (isInDoubt) writeRealAmount(db);
              else db.exec(HARMLESS_WRITE);
              isInDoubt = false;
            }),
          );
          return undefined;
        } catch (error) {
          return error instanceof StoreError ? error.fault : 'unwritable';
        }
      },
      backUp: () => noticing(backUp),
      close: () =>
        inTurn(() =>
          noticing(() => {
            if (db.isOpen) db.close();
          }),
        ),
    },
  });
};

/** Throws once the file is not the one that was opened: SQLite goes on writing to a file that has been removed. */
const createStillThere = (file: string): (() => void) => {
  const { ino } = statSync(file);
  return () => {
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino)
      throw new StoreError(
        `${file} was removed or replaced while this server used it, so nothing can be stored: put it back, or start the server again`,
        { fault: 'unwritable' },
      );
  };
};
