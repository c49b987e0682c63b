import { timingSafeEqual } from 'node:crypto';
import { existsSync, rmSync, statSync, statfsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import { type Codec, type Encryption, createEncryptingCodec, deriveKeys, drawBytes, plainCodec } from './codec.ts';
import { createDataFile, removeUnused, restrictDataFiles } from './data-files.ts';
import { damaged, toStoreError } from './sqlite-errors.ts';

export interface SqliteOptions {
  /** Undefined for a file that is not encrypted. */
  readonly encryption?: Encryption | undefined;
  /** If omitted, even a large content is written at once. */
  readonly nextTurn?: NextTurn;
  /** Between transactions that wait for each other, and of long work. If omitted, all of it is done in one turn. */
  readonly pauses?: () => Pause;
  /** Bytes of documents that may stay in memory. */
  readonly memory?: number | undefined;
  /** Receives what the operator should know. */
  readonly noticed?: (message: string) => void;
}

/** Identifies our files: "vatm". */
const APPLICATION = 0x7661_746d;

/** Identifies our encrypted files: "vate". */
const ENCRYPTED_APPLICATION = 0x7661_7465;

/** Version of the file format; an older server rejects a newer file. */
const SCHEMA_VERSION = 2;

/**
 * A document is a row with its value and its keys as JSON, or as bytes in an encrypted file, which also has the salt and proof of its
 * key. Nothing is sought here but a sandbox as a whole, and a content: everything else is sought in memory.
 */
const schemaOf = (isEncrypted: boolean): string => `
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
const CACHE = 'PRAGMA cache_size = -8192;';

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

/** Exclusive to this process: another one would not see what is in memory here. */
const LOCK = 'PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE;';

/** The write-ahead log is handed to the operating system at each commit, and synced to disk when it is moved. */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = normal;
  ${LOG}
  ${CACHE}
  PRAGMA temp_store = MEMORY;
`;

export const openSqlite = (
  file: string,
  { encryption, noticed }: SqliteOptions = {},
): {
  readonly db: DatabaseSync;
  readonly codec: Codec;
} => {
  const isNew = createDataFile(file);
  let db: DatabaseSync | undefined;
  try {
    const isChecked = checkWithoutWriting(file, encryption);
    db = new DatabaseSync(file);
    db.exec(LOCK);
    const known = readCodec(db, file, encryption);
    if (!isChecked) checkUndamaged(db, file);
    db.exec(SETTINGS);
    // A file of this format is not written to: it also opens on a full disk.
    const codec = known ?? fillIn(db, encryption);
    for (const notice of restrictDataFiles(file)) noticed?.(notice);
    return { db, codec };
  } catch (error) {
    db?.close();
    if (isNew) removeUnused(file);
    throw toStoreError(error, file);
  }
};

const SALT_BYTES = 16;

/** Creates the tables of a new file. */
const fillIn = (db: DatabaseSync, encryption: Encryption | undefined): Codec => {
  db.exec(`BEGIN IMMEDIATE; ${schemaOf(encryption !== undefined)}`);
  let codec = plainCodec;
  if (encryption !== undefined) {
    const salt = drawBytes(encryption.random, SALT_BYTES);
    const keys = deriveKeys(encryption.key, salt);
    db.prepare('INSERT INTO encryption (salt, proof) VALUES (?, ?)').run(salt, keys.proof);
    codec = createEncryptingCodec(keys, encryption.random);
  }
  db.exec('COMMIT');
  return codec;
};

/**
 * A server that was killed leaves its log behind. Whoever opens the file to write moves the log into it on closing, even if
 * the file is refused: so it is checked first by a connection that cannot write. Returns whether there was such a log.
 */
const checkWithoutWriting = (file: string, encryption: Encryption | undefined): boolean => {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  const index = `${file}-shm`;
  const hadIndex = existsSync(index);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('PRAGMA busy_timeout = 0;');
    readCodec(db, file, encryption);
    checkUndamaged(db, file);
    return true;
  } catch (error) {
    // There may be no room for the index of the log, which the connection that writes keeps in memory: a quota is not seen in
    // the free space of the disk.
    const known = toStoreError(error, file);
    if (known instanceof StoreError && known.fault !== 'other') return false;
    throw error;
  } finally {
    db.close();
    if (!hadIndex) rmSync(index, { force: true });
  }
};

/** How values are stored in the file; undefined for a new one. Refuses a file that it cannot read, without changing it. */
const readCodec = (db: DatabaseSync, file: string, encryption: Encryption | undefined): Codec | undefined => {
  const read = (name: string): number => (db.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[name] ?? 0;
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
  const format = read('user_version');
  const application = read('application_id');
  const isEncrypted = application === ENCRYPTED_APPLICATION;
  if (tables > 0 && application !== APPLICATION && !isEncrypted)
    throw new StoreError(`${file} is not a vatmock data file: move it away, or choose another folder with --data`);
  if (format > SCHEMA_VERSION)
    throw new StoreError(
      `${file} was written by a newer vatmock (format ${format}; this one knows ${SCHEMA_VERSION}): update, or choose another folder with --data`,
    );
  if (format !== 0 && format < SCHEMA_VERSION)
    throw new StoreError(
      `${file} was written by an older vatmock (format ${format}; this one reads ${SCHEMA_VERSION}): choose another folder with --data, or keep the older vatmock for this one`,
    );
  if (format === 0) return undefined;
  checkTables(db, file, isEncrypted);
  return codecOfFile(db, file, isEncrypted, encryption);
};

/** A table that is missing would otherwise be created empty. */
const TABLES = ['sandboxes', 'documents', 'contents'];

const checkTables = (db: DatabaseSync, file: string, isEncrypted: boolean): void => {
  const found = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  const names = new Set(found.map(({ name }) => name));
  for (const table of [...TABLES, ...(isEncrypted ? ['encryption'] : [])])
    if (!names.has(table)) throw damaged(file, `it lacks the table ${table}`);
};

/** Reads the whole file once, so that damage is found at startup and not by the request that happens to hit it. */
const checkUndamaged = (db: DatabaseSync, file: string): void => {
  const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (found !== 'ok') throw damaged(file, found.split('\n').at(-1) ?? '');
};

const codecOfFile = (
  db: DatabaseSync,
  file: string,
  isEncrypted: boolean,
  encryption: Encryption | undefined,
): Codec => {
  if (!isEncrypted) {
    if (encryption === undefined) return plainCodec;
    throw new StoreError(
      `${file} is not encrypted, but VATMOCK_ENCRYPTION_KEY is set: choose a new folder with --data, or unset the variable`,
    );
  }
  if (encryption === undefined)
    throw new StoreError(
      `${file} is encrypted: set VATMOCK_ENCRYPTION_KEY to its key, or choose another folder with --data`,
    );
  const kept = db.prepare('SELECT salt, proof FROM encryption').get();
  if (kept === undefined) throw damaged(file, 'it lacks the salt of its key');
  const { salt, proof } = kept as { salt: Uint8Array; proof: Uint8Array };
  const keys = deriveKeys(encryption.key, salt);
  if (timingSafeEqual(keys.proof, proof)) return createEncryptingCodec(keys, encryption.random);
  throw new StoreError(
    `${file} is encrypted with another key than that of VATMOCK_ENCRYPTION_KEY: set the variable to the key that the file was written with, or choose another folder with --data`,
  );
};
