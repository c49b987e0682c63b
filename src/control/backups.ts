import { problem } from '../engine/problems/problem.ts';
import type { Store } from '../engine/sandbox/store.ts';

/**
 * Copies the data of all sandboxes, as a file that a server can be started with. One at a time: each needs as much space on the
 * disk as the data.
 */
export const createBackups = ({ backUp }: Pick<Store, 'backUp'>) => {
  let isRunning = false;
  return async () => {
    if (backUp === undefined)
      throw problem('not-found', {
        detail: 'This server keeps its data in memory, so there is nothing to back up: start it with --data FOLDER.',
      });
    if (isRunning)
      throw problem('rate-limited', {
        detail: 'Another backup is being made. Try again when it is complete.',
        headers: { 'retry-after': '5' },
      });
    isRunning = true;
    try {
      return await backUp();
    } finally {
      isRunning = false;
    }
  };
};
