import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import type { Codec } from './codec.ts';
import { createDataFile, removeUnused, restrictDataFiles } from './data-files.ts';
import type { Encryption } from './encrypting-codec.ts';
import { damaged, toStoreError } from './sqlite-errors.ts';
import { migrate } from './sqlite-migrations.ts';
import { LOG } from './sqlite-checkpoints.ts';
import { codecOfFile, codecOfNewFile } from './sqlite-encryption.ts';
import { APPLICATION, ENCRYPTED_APPLICATION, SCHEMA_VERSION, schemaOf } from './sqlite-schema.ts';

export interface SqliteOptions {
  /** When a commit reaches the disk: see the setting `synchronous`. */
  readonly synchronous?: 'normal' | 'full';
  /** Undefined for a file that is not encrypted. */
  readonly encryption?: Encryption | undefined;
  /** If omitted, even a large content is written at once. */
  readonly nextTurn?: NextTurn;
  /** Between transactions that wait for each other. If omitted, they follow each other in one turn. */
  readonly pauses?: () => Pause;
  /** Receives what the operator should know. */
  readonly noticed?: (message: string) => void;
}

/** Exclusive to this process: another one would not see the documents cached in memory here. */
const LOCK = 'PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE;';

/**
 * Small on purpose: SQLite walks through all of it at every commit that split a page, and the operating system caches the
 * file anyway.
 */
export const CACHE = 'PRAGMA cache_size = -8192;';

/** The write-ahead log is handed to the operating system at each commit, and synced to disk when it is moved. */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  ${LOG}
  ${CACHE}
  PRAGMA temp_store = MEMORY;
`;

export interface OpenedSqlite {
  readonly db: DatabaseSync;
  readonly codec: Codec;
}

export const openSqlite = (
  file: string,
  { synchronous = 'normal', encryption, noticed }: SqliteOptions = {},
): OpenedSqlite => {
  const isNew = createDataFile(file);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    db.exec(LOCK);
    const { format, isEncrypted } = checkFormat(db, file);
    const known = format > 0 ? codecOfFile(db, file, isEncrypted, encryption) : undefined;
    checkUndamaged(db, file);
    db.exec(SETTINGS);
    db.exec(`PRAGMA synchronous = ${synchronous};`);
    db.exec('BEGIN IMMEDIATE;');
    if (format > 0) migrate(db, format);
    db.exec(schemaOf(encryption !== undefined));
    const codec = known ?? codecOfNewFile(db, encryption);
    db.exec('COMMIT;');
    for (const notice of restrictDataFiles(file)) noticed?.(notice);
    return { db, codec };
  } catch (error) {
    db?.close();
    if (isNew) removeUnused(file);
    throw toStoreError(error, file);
  }
};

/** The format of the file, 0 for a new one. Refuses a file of another application or a newer format, without changing it. */
const checkFormat = (db: DatabaseSync, file: string): { readonly format: number; readonly isEncrypted: boolean } => {
  const read = (name: string): number => (db.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[name] ?? 0;
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
  const format = read('user_version');
  const application = read('application_id');
  const isEncrypted = application === ENCRYPTED_APPLICATION;
  if (tables > 0 && application !== APPLICATION && !isEncrypted)
    throw new StoreError(`${file} is not a vatmock data file: move it away, or choose another folder with --data`);
  if (format > SCHEMA_VERSION)
    throw new StoreError(
      `${file} was written by a newer vatmock (format ${String(format)}; this one knows ${String(SCHEMA_VERSION)}): update, or choose another folder with --data`,
    );
  return { format, isEncrypted };
};

/** Reads the whole file once, so that damage is found at startup and not by the request that happens to hit it. */
const checkUndamaged = (db: DatabaseSync, file: string): void => {
  const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (found !== 'ok') throw damaged(file, found.split('\n').at(-1) ?? '');
};
