import { StoreError } from '../../../engine/sandbox/store.ts';
import type { Postgres } from './open-postgres.ts';
import type { PostgresClient } from './postgres-client.ts';
import type { SandboxCopy } from '../sandbox-copy.ts';
import type { Pause } from '../../../kernel/time-slices.ts';
import type { After } from '../../../kernel/timers.ts';
import { statement } from './statement.ts';
import { type CommonLock, lockPartition, unlock } from './common-lock.ts';

/** The locks that this process holds, at most one on each partition, and its copies of partitions. */
interface CommonLocks {
  /** Waits until nobody else holds it: in this process first come, first served. */
  readonly take: (partition: string) => Promise<CommonLock>;
  /** Resolves when what was written has been committed: true if there was anything. */
  readonly give: (lock: CommonLock) => Promise<boolean>;
  /** Resolves when all locks have been given back. */
  readonly idle: () => Promise<void>;
}

export interface CommonLocksParts {
  readonly database: Postgres;
  /** Wall-clock time in milliseconds. */
  readonly now: () => number;
  /** Copies beyond this size are forgotten, those unused for longest first. */
  readonly copyBytes: number;
  readonly after: After;
  readonly pauses: () => Pause;
  /** A commit that nobody awaits has failed, or a lock was held for too long. */
  readonly failed: (error: unknown) => void;
}

/** Milliseconds between two signs of life under a lock: less than the database waits before it frees the lock. */
const BEAT = 2000;

/** Signs of life under one lock, for five minutes: whoever takes longer hangs, and must not keep other processes waiting. */
const MOST_BEATS = 150;

const ALIVE = statement('SELECT 1');

export const createCommonLocks = ({
  database,
  now,
  copyBytes,
  after,
  pauses,
  failed,
}: CommonLocksParts): CommonLocks => {
  /** In the order of their last use. */
  const copies = new Map<string, SandboxCopy>();
  const turns = new Map<string, Promise<void>>();
  const ends = new Map<CommonLock, () => void>();
  const beats = new Map<CommonLock, () => void>();
  const underWay = new Set<Promise<unknown>>();

  const keep = (partition: string, copy: SandboxCopy): void => {
    copies.delete(partition);
    copies.set(partition, copy);
  };

  const makeRoom = (): void => {
    let all = 0;
    for (const { partition } of copies.values()) all += partition.bytes;
    for (const [name, { partition }] of copies) {
      if (all <= copyBytes || copies.size === 1) return;
      if (turns.has(name)) continue;
      all -= partition.bytes;
      copies.delete(name);
    }
  };

  const inTurn = async (partition: string): Promise<() => void> => {
    const former = turns.get(partition);
    let end: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      end = () => {
        if (turns.get(partition) === turn) turns.delete(partition);
        resolve();
      };
    });
    turns.set(partition, turn);
    await former;
    return end;
  };

  /** Long work, such as an import, asks the database nothing for seconds. A failure shows when the work is committed. */
  const stayAlive = (partition: string, client: PostgresClient): (() => void) => {
    let beats = 0;
    const beat = (): { readonly cancel: () => void } =>
      after(BEAT, () => {
        if (++beats > MOST_BEATS) {
          failed(
            new StoreError(
              `one request has kept ${partition} locked for five minutes: its lock ends, and what it wrote is lost`,
            ),
          );
          return;
        }
        client.pipelined([ALIVE]).catch(() => undefined);
        timer = beat();
      });
    let timer = beat();
    return () => {
      timer.cancel();
    };
  };

  const follow = (work: Promise<unknown>): void => {
    underWay.add(work);
    const done = (): void => {
      underWay.delete(work);
    };
    work.then(done, done);
  };

  const take = async (partition: string, turn: Promise<() => void>): Promise<CommonLock> => {
    const end = await turn;
    try {
      const lock = await lockPartition(database, partition, {
        known: copies.get(partition),
        now,
        pause: pauses(),
        stayAlive: (client) => stayAlive(partition, client),
      });
      keep(partition, lock.copy);
      ends.set(lock, end);
      beats.set(lock, stayAlive(partition, lock.client));
      return lock;
    } catch (error) {
      copies.delete(partition);
      end();
      throw error;
    }
  };

  return {
    take: (partition) => take(partition, inTurn(partition)),
    give: async (lock) => {
      const end = ends.get(lock);
      ends.delete(lock);
      beats.get(lock)?.();
      beats.delete(lock);
      const drop = (error: unknown): never => {
        copies.delete(lock.partition);
        throw error;
      };
      try {
        const { isDurable, committed } = unlock(database, lock, now);
        if (lock.isBroken) copies.delete(lock.partition);
        else keep(lock.partition, lock.copy);
        const outcome = committed.catch(drop);
        follow(outcome);
        if (isDurable) await outcome;
        else outcome.catch(failed);
        return isDurable;
      } finally {
        end?.();
        makeRoom();
      }
    },
    idle: async () => {
      while (turns.size > 0 || underWay.size > 0) await Promise.allSettled([...turns.values(), ...underWay]);
    },
  };
};
