import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../engine/sandbox/store.ts';
import { makeFolder } from '../files/make-folder.ts';
import { toStoreError } from './sqlite-errors.ts';
import { APPLICATION, SCHEMA, SCHEMA_VERSION } from './sqlite-schema.ts';

/** Exclusive to this process: another one would not see the documents cached in memory here. */
const LOCK = 'PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE;';

/**
 * The write-ahead log is handed to the operating system at each commit and synced to disk every 16 MB; four times as
 * often would make writes take twice as long. The cache is small on purpose: SQLite walks through all of it at every
 * commit that split a page, and the operating system caches the file anyway.
 */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA cache_size = -8192;
  PRAGMA temp_store = MEMORY;
`;

export const openSqlite = (file: string): DatabaseSync => {
  makeDataFolder(dirname(file));
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    db.exec(LOCK);
    checkFormat(db, file);
    db.exec(SETTINGS);
    db.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    return db;
  } catch (error) {
    db?.close();
    throw toStoreError(error, file);
  }
};

const makeDataFolder = (folder: string): void => {
  try {
    makeFolder(folder);
  } catch (error) {
    const { message } = error as Error;
    throw new StoreError(`${folder} cannot be created as a folder (${message}): choose another folder with --data`, {
      cause: error,
    });
  }
};

/** Refuses a file of another application, and one with a newer format, without changing it. */
const checkFormat = (db: DatabaseSync, file: string): void => {
  const read = (name: string): number => (db.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[name] ?? 0;
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
  const version = read('user_version');
  if (tables > 0 && read('application_id') !== APPLICATION)
    throw new StoreError(`${file} is not a vatmock data file: move it away, or choose another folder with --data`);
  if (version > SCHEMA_VERSION)
    throw new StoreError(
      `${file} was written by a newer vatmock (format ${String(version)}; this one knows ${String(SCHEMA_VERSION)}): update, or choose another folder with --data`,
    );
};
