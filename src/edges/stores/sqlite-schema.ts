import { statfsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Identifies our files: "vatm". */
export const APPLICATION = 0x7661_746d;

/** Identifies our encrypted files: "vate". */
export const ENCRYPTED_APPLICATION = 0x7661_7465;

/** Version of the file format; an older server rejects a newer file. */
export const SCHEMA_VERSION = 2;

/**
 * A document is a row with its value and its keys as JSON, or as bytes in an encrypted file, which also has the salt and proof of its
 * key. Nothing is sought here but a sandbox as a whole, and a content: everything else is sought in memory.
 */
export const schemaOf = (isEncrypted: boolean): string => `
  CREATE TABLE IF NOT EXISTS sandboxes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS documents (
    sandbox INTEGER NOT NULL,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    body ${isEncrypted ? 'BLOB' : 'TEXT'} NOT NULL,
    UNIQUE (sandbox, collection, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS positions (
    sandbox INTEGER NOT NULL,
    collection TEXT NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (sandbox, collection)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS contents (
    sandbox INTEGER NOT NULL,
    id TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (sandbox, id)
  ) STRICT;
  ${isEncrypted ? 'CREATE TABLE IF NOT EXISTS encryption (salt BLOB NOT NULL, proof BLOB NOT NULL) STRICT;' : ''}
  PRAGMA application_id = ${isEncrypted ? ENCRYPTED_APPLICATION : APPLICATION};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Small on purpose: SQLite walks through all of it at every commit that split a page, and the operating system caches the
 * file anyway.
 */
export const CACHE = 'PRAGMA cache_size = -8192;';

/**
 * Pages of the write-ahead log (16 MB) with which a commit moves them to the data file. Four times as often would make writes
 * take twice as long: each time waits for the disk.
 */
export const LOG = 'PRAGMA wal_autocheckpoint = 4000;';

/** Bytes that must be free: with fewer, small writes succeed by chance while larger ones fail. */
const MINIMUM_FREE = 1_048_576;

export const isNearlyFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < MINIMUM_FREE;
};

/** Writes a page without changing it. */
export const HARMLESS_WRITE = `PRAGMA user_version = ${SCHEMA_VERSION}`;

/**
 * Writes a megabyte and takes it back. A quota or a limit on the size of a file does not show in the free space of the
 * disk, and lets a single page pass. The small cache makes SQLite write before the commit, which never comes.
 */
export const writeRealAmount = (db: DatabaseSync): void => {
  db.exec('PRAGMA cache_size = 1');
  try {
    db.exec(`BEGIN IMMEDIATE; CREATE TABLE room AS SELECT zeroblob(${MINIMUM_FREE}) AS bytes`);
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
    db.exec(CACHE);
  }
};
