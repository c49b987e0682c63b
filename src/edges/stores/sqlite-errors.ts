import { StoreError, type StoreFault } from '../../engine/sandbox/store.ts';

/** Result codes of SQLite (https://sqlite.org/rescode.html): the low byte of an extended code. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** The file can be read no more. */
export const damaged = (file: string, reason: string, cause?: unknown): StoreError =>
  new StoreError(
    `${file} is damaged or not a vatmock data file (${reason}): restore a backup, or move it away to start afresh`,
    { cause },
  );

/** Converts an SQLite error to a message for the operator; other errors pass through. */
export const toStoreError = (error: unknown, file: string): unknown => {
  if (!isSqliteError(error)) return error;
  const { errcode, message } = error;
  const explained = (says: string, fault: StoreFault = 'other') =>
    new StoreError(`${file}${says}`, { cause: error, fault });
  const notStored = ` could not be written (${message}): free some disk space; completed requests are stored`;
  switch (errcode & 0xff) {
    case CORRUPT:
    case NOTADB:
      return damaged(file, message, error);
    case BUSY:
      return explained(' is in use by another process: stop that server, or choose another folder with --data');
    case CANTOPEN:
    case READONLY:
      return explained(
        ` cannot be written (${message}): make the folder and its files writable for this user, or choose another folder with --data`,
        'unwritable',
      );
    case FULL:
      return explained(notStored, 'full');
    case IOERR:
      return explained(notStored, 'unwritable');
    default:
      return explained(`: ${message}`);
  }
};

const isSqliteError = (error: unknown): error is Error & { readonly errcode: number } =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
