import { statSync } from 'node:fs';
import { StoreError } from '../../engine/sandbox/store.ts';

/** Throws once the file is not the one that was opened: SQLite goes on writing to a file that has been removed. */
export const createStillThere = (file: string): (() => void) => {
  const { ino } = statSync(file);
  return () => {
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino)
      throw new StoreError(
        `${file} was removed or replaced while this server used it, so nothing can be stored: put it back, or start the server again`,
        { fault: 'unwritable' },
      );
  };
};
