import { DatabaseSync, StatementSync } from 'node:sqlite';
import { jest } from '@jest/globals';

export interface FullDisk {
  /** From now on, SQLite can store nothing. */
  readonly fill: () => void;
  readonly free: () => void;
  readonly restore: () => void;
}

/** What SQLite throws when the operating system has no space left for a commit. */
const noSpace = (): Error =>
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });

/** A disk that is full when a test says so, without rights or a file system of its own. */
export const createFullDisk = (): FullDisk => {
  let isFull = false;
  const exec = Reflect.get<DatabaseSync, 'exec'>(DatabaseSync.prototype, 'exec');
  const run = Reflect.get<StatementSync, 'run'>(StatementSync.prototype, 'run');
  const spies = [
    jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
      if (isFull) throw noSpace();
      exec.call(this, text);
    }),
    jest.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
      if (isFull && this.sourceSQL === 'COMMIT') throw noSpace();
      return Reflect.apply(run, this, values);
    }),
  ];
  return {
    fill: () => {
      isFull = true;
    },
    free: () => {
      isFull = false;
    },
    restore: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
};
