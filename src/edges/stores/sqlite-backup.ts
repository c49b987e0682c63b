import { createReadStream, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type DatabaseSync, backup } from 'node:sqlite';
import { createDataFile } from './data-files.ts';

/** Pages copied at once, in about a millisecond: requests are served between two steps. */
const PAGES = 100;

/**
 * A copy of all data as of now, while requests go on: SQLite adds to it what is written meanwhile. The copy lies beside
 * the data file until it has been read.
 */
export const createBackUp = (db: DatabaseSync, file: string): (() => Promise<AsyncIterable<Uint8Array>>) => {
  removeLeftBackUps(file);
  let count = 0;
  return () => backUp(db, `${file}${SUFFIX}${String((count += 1))}`);
};

const SUFFIX = '.backup-';

/** Copies of a server that was killed meanwhile. */
const removeLeftBackUps = (file: string): void => {
  const start = path.basename(file) + SUFFIX;
  for (const name of readdirSync(path.dirname(file)))
    if (name.startsWith(start)) rmSync(path.join(path.dirname(file), name), { force: true });
};

const backUp = async (db: DatabaseSync, copy: string): Promise<AsyncIterable<Uint8Array>> => {
  createDataFile(copy);
  try {
    await backup(db, copy, { rate: PAGES });
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  return readOnce(copy);
};

/** Reads the file and removes it, also if the reader stops before the end or before the beginning. */
const readOnce = (file: string): AsyncIterable<Uint8Array> => {
  const stream = createReadStream(file);
  stream.once('close', () => {
    rmSync(file, { force: true });
  });
  return {
    [Symbol.asyncIterator]: () => {
      const pieces = stream.iterator() as AsyncIterator<Uint8Array>;
      return {
        next: () => pieces.next(),
        return: () => {
          stream.destroy();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
};
