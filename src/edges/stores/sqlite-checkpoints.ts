import type { DatabaseSync } from 'node:sqlite';
import type { NextTurn } from '../../kernel/timers.ts';
import { StoreError } from '../../engine/sandbox/store.ts';

/** Pages of the write-ahead log (16 MB) with which a commit moves them to the data file. */
const LOG_PAGES = 4000;

/** Four times as often would make writes take twice as long: each time waits for the disk. */
export const LOG = `PRAGMA wal_autocheckpoint = ${String(LOG_PAGES)};`;

interface CheckpointParts {
  readonly db: DatabaseSync;
  /** Runs work when the connection is free. */
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
  /** If omitted, everything is done at once. */
  readonly nextTurn: NextTurn | undefined;
}

/** Spreads the writing of a large content over turns of the event loop. */
export interface Checkpoints {
  /** Commits, and moves the log to the data file in a turn of its own. */
  readonly commitLarge: () => void;
}

export const createCheckpoints = ({ db, take, nextTurn }: CheckpointParts): Checkpoints => {
  const turn = (): Promise<void> =>
    nextTurn === undefined ? Promise.resolve() : new Promise((resolve) => nextTurn(resolve));
  let isDue = false;

  const moveLog = async (): Promise<void> => {
    await turn();
    try {
      db.exec('PRAGMA wal_checkpoint(PASSIVE);');
    } finally {
      isDue = false;
      db.exec(LOG);
    }
  };

  return {
    commitLarge: () => {
      if (nextTurn !== undefined && !isDue) {
        isDue = true;
        db.exec('PRAGMA wal_autocheckpoint = 0;');
      }
      try {
        db.exec('COMMIT');
      } finally {
        // A full disk is noticed by the next write; the log remains valid.
        if (isDue) void take(moveLog).catch(() => undefined);
      }
    },
  };
};

/** If SQLite has rolled back after a failure, further steps would be committed individually. */
export const checkInTransaction = (db: DatabaseSync): void => {
  if (!db.isTransaction) throw new StoreError('the transaction was rolled back before its end');
};
