import { statSync, createReadStream, readdirSync, rmSync } from 'node:fs';
import path, { dirname } from 'node:path';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import { NO_PAUSE } from '../../kernel/time-slices.ts';
import { createStore } from './create-store.ts';
import { type SqliteOptions, openSqlite, HARMLESS_WRITE, isNearlyFull, writeRealAmount } from './open-sqlite.ts';
import { toStoreError } from './sqlite-errors.ts';
import { createSqliteRows } from './sqlite-rows.ts';
import { type DatabaseSync, backup } from 'node:sqlite';
import { createDataFile } from './data-files.ts';

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

/** Pages copied at once, in about a millisecond: requests are served between two steps. */
const PAGES = 100;

/**
 * A copy of all data as of now, while requests go on: SQLite adds to it what is written meanwhile. The copy lies beside
 * the data file until it has been read.
 */
const createBackUp = (db: DatabaseSync, file: string): (() => Promise<AsyncIterable<Uint8Array>>) => {
  removeLeftBackUps(file);
  let count = 0;
  return () => backUp(db, `${file}${SUFFIX}${(count += 1)}`);
};

const SUFFIX = '.backup-';

/** Copies of a server that was killed meanwhile. */
const removeLeftBackUps = (file: string): void => {
  const start = path.basename(file) + SUFFIX;
  for (const name of readdirSync(path.dirname(file)))
    if (name.startsWith(start)) rmSync(path.join(path.dirname(file), name), { force: true });
};

const backUp = async (db: DatabaseSync, copy: string): Promise<AsyncIterable<Uint8Array>> => {
  createDataFile(copy);
  try {
    await backup(db, copy, { rate: PAGES });
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  return readOnce(copy);
};

/** Reads the file and removes it, also if the reader stops before the end or before the beginning. */
const readOnce = (file: string): AsyncIterable<Uint8Array> => {
  const stream = createReadStream(file);
  stream.once('close', () => {
    rmSync(file, { force: true });
  });
  return {
    [Symbol.asyncIterator]: () => {
      const pieces = stream.iterator() as AsyncIterator<Uint8Array>;
      return {
        next: () => pieces.next(),
        return: () => {
          stream.destroy();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
};
