import { StoreError } from '../../engine/sandbox/store.ts';

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

const UNIQUE = 2067;
export const isUniqueViolation = (error: unknown): boolean => isSqliteError(error) && error.errcode === UNIQUE;

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
    case CORRUPT:
    case NOTADB:
      return `${file} is damaged or not a vatmock data file (${message}): restore a backup, or move it away to start afresh`;
    default:
      return `${file}: ${message}`;
  }
};

/** Converts an SQLite error to a message for the operator; other errors pass through. */
export const toStoreError = (error: unknown, file: string): unknown =>
  isSqliteError(error) ? new StoreError(explain(error.errcode, error.message, file), { cause: error }) : error;
