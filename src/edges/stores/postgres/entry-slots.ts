import { StoreError } from '../../../engine/sandbox/store.ts';
import type { After } from '../../../kernel/timers.ts';
import type { Postgres } from './open-postgres.ts';

/**
 * Exchanges that may have a sandbox locked at the same time. Each holds a connection until it ends, and may need another
 * one meanwhile, for documents of the server: without some that exchanges leave free, all would wait for each other.
 */
export interface EntrySlots {
  /** First come, first served; rejects after ten seconds. Returns how to give the slot back. */
  readonly take: () => Promise<() => void>;
}

/** The part of the connections that exchanges leave free. */
const RESERVE = 1 / 4;

/** Milliseconds, as long as a lock is waited for. */
const PATIENCE = 10_000;

export const createEntrySlots = ({ poolSize, name }: Pick<Postgres, 'poolSize' | 'name'>, after: After): EntrySlots => {
  let free = poolSize - Math.max(1, Math.floor(poolSize * RESERVE));
  const waiting = new Set<() => void>();

  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  };

  const once = (): (() => void) => {
    let isTaken = true;
    return () => {
      if (isTaken) giveBack();
      isTaken = false;
    };
  };

  return {
    take: () => {
      if (free > 0) {
        free--;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const timer = after(PATIENCE, () => {
          waiting.delete(next);
          reject(
            new StoreError(
              `${name} has no free connection: the requests in progress hold all; raise --database-connections`,
              { fault: 'unreachable' },
            ),
          );
        });
        const next = (): void => {
          timer.cancel();
          waiting.delete(next);
          resolve(once());
        };
        waiting.add(next);
      });
    },
  };
};
