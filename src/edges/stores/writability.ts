import { statfsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { SCHEMA_VERSION } from './sqlite-schema.ts';

/**
 * Small on purpose: SQLite walks through all of it at every commit that split a page, and the operating system caches the
 * file anyway.
 */
export const CACHE = 'PRAGMA cache_size = -8192;';

/** Bytes that must be free: with fewer, small writes succeed by chance while larger ones fail. */
const MINIMUM_FREE = 1_048_576;

export const isNearlyFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < MINIMUM_FREE;
};

/** Writes a page without changing it. */
export const HARMLESS_WRITE = `PRAGMA user_version = ${String(SCHEMA_VERSION)}`;

/**
 * Writes a megabyte and takes it back. A quota or a limit on the size of a file does not show in the free space of the
 * disk, and lets a single page pass. The small cache makes SQLite write before the commit, which never comes.
 */
export const writeRealAmount = (db: DatabaseSync): void => {
  db.exec('PRAGMA cache_size = 1');
  try {
    db.exec(`BEGIN IMMEDIATE; CREATE TABLE room AS SELECT zeroblob(${String(MINIMUM_FREE)}) AS bytes`);
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
    db.exec(CACHE);
  }
};
