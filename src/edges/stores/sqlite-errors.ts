import { StoreError, type StoreFault } from '../../engine/sandbox/store.ts';

/** Result codes of SQLite (https://sqlite.org/rescode.html): the low byte of an extended code. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

export const isSqliteError = (error: unknown): error is Error & { readonly errcode: number } =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';

const explain = (code: number, message: string, file: string): string => {
  switch (code & 0xff) {
    case BUSY:
      return `${file} is in use by another process: stop that server, or choose another folder with --data`;
    case CANTOPEN:
    case READONLY:
      return `${file} cannot be written (${message}): make the folder and its files writable for this user, or choose another folder with --data`;
    case FULL:
    case IOERR:
      return `${file} could not be written (${message}): free some disk space; completed requests are stored`;
    default:
      return `${file}: ${message}`;
  }
};

/** The file can be read no more. */
export const damaged = (file: string, reason: string, cause?: unknown): StoreError =>
  new StoreError(
    `${file} is damaged or not a vatmock data file (${reason}): restore a backup, or move it away to start afresh`,
    { cause },
  );

export const faultOf = (code: number): StoreFault => {
  switch (code & 0xff) {
    case FULL:
      return 'full';
    case CANTOPEN:
    case READONLY:
    case IOERR:
      return 'unwritable';
    default:
      return 'other';
  }
};

/** Converts an SQLite error to a message for the operator; other errors pass through. */
export const toStoreError = (error: unknown, file: string): unknown =>
  isSqliteError(error) ? explained(error, error.errcode, file) : error;

const explained = (error: Error, code: number, file: string): StoreError => {
  if ((code & 0xff) === CORRUPT || (code & 0xff) === NOTADB) return damaged(file, error.message, error);
  return new StoreError(explain(code, error.message, file), { cause: error, fault: faultOf(code) });
};
