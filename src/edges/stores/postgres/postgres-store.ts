import { AsyncLocalStorage } from 'node:async_hooks';
import type { SharedAccess, SharedStore } from '../../../engine/sandbox/shared-access.ts';
import { StoreError } from '../../../engine/sandbox/store.ts';
import type { After } from '../../../kernel/timers.ts';
import { NO_PAUSE, type Pause, runWith } from '../../../kernel/time-slices.ts';
import { dumpPartition } from '../memory-reader.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import { failed as rejected } from '../transaction-queues.ts';
import type { Postgres } from './open-postgres.ts';
import { type Statement, statement } from './statement.ts';
import type { TableName } from './table-name.ts';
import { CopyReader } from '../copy-reader.ts';
import { RecordingTransaction, dumpContents } from '../recording-transaction.ts';
import { type Question, type SandboxLock, emptySandbox } from './sandbox-lock.ts';
import { createSandboxLocks } from './sandbox-locks.ts';

export interface PostgresStoreParts {
  readonly database: Postgres;
  /** Wall-clock time in milliseconds. */
  readonly now: () => number;
  readonly after: After;
  /** Of the work that brings copies up to date. */
  readonly pauses?: () => Pause;
  /** Memory that copies of sandboxes may take in this process. */
  readonly copyBytes?: number;
  readonly failed?: (error: unknown) => void;
}

/** An exchange in progress, with the sandbox that it has entered. */
interface Exchange {
  lock: SandboxLock | undefined;
  isOver: boolean;
  /** Entering and leaving, one after the other. */
  turn: Promise<unknown>;
}

const IS_READ_ONLY = statement<{ readonly isReadOnly: boolean }>('SELECT pg_is_in_recovery() AS "isReadOnly"');

const MEBIBYTE = 1_048_576;

/**
 * Stores sandboxes in a PostgreSQL database that several processes use. The database is the truth; each process has
 * copies in memory, and brings them up to date under the lock of the sandbox's row. An exchange costs one round trip to
 * lock and read, whatever it reads, and one to write and commit.
 */
export const createPostgresStore = (parts: PostgresStoreParts): SharedStore => {
  const { database, now, pauses = () => NO_PAUSE, copyBytes = 256 * MEBIBYTE, failed = () => undefined } = parts;
  const locks = createSandboxLocks({ database, now, copyBytes, after: parts.after, pauses, failed });
  const exchanges = new AsyncLocalStorage<Exchange | undefined>();
  const asked = questions(database);
  let closing: Promise<void> | undefined;

  /** With the lock of the exchange, or one of its own for this work. */
  const locked = async <T>(sandbox: string, work: (lock: SandboxLock) => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw new StoreError('the store is closed');
    const held = present()?.lock;
    if (held?.sandbox === sandbox) return held.queue.take(sandbox, () => work(held));
    const lock = await locks.take(sandbox);
    return settle(
      () => work(lock),
      () => locks.give(lock),
    );
  };

  const present = (): Exchange | undefined => {
    const exchange = exchanges.getStore();
    return exchange?.isOver === false ? exchange : undefined;
  };

  const inTurn = <T>(exchange: Exchange, work: () => Promise<T>): Promise<T> => {
    const result = exchange.turn.then(work, work);
    exchange.turn = result;
    return result;
  };

  const leave = async (exchange: Exchange): Promise<void> => {
    const { lock } = exchange;
    exchange.lock = undefined;
    if (lock !== undefined) await locks.give(lock);
  };

  const enter = async (exchange: Exchange, sandbox: string, question?: Question): Promise<void> => {
    if (exchange.lock?.sandbox === sandbox) return;
    await leave(exchange);
    exchange.lock = await locks.enter(sandbox, question);
  };

  const shared: SharedAccess = {
    hold: (work) => {
      if (present() !== undefined) return work();
      const exchange: Exchange = { lock: undefined, isOver: false, turn: Promise.resolve() };
      return exchanges.run(exchange, () =>
        settle(work, async () => {
          exchange.isOver = true;
          await inTurn(exchange, () => leave(exchange));
        }),
      );
    },
    release: async (wait) => {
      const exchange = present();
      const sandbox = exchange?.lock?.sandbox;
      if (exchange === undefined || sandbox === undefined) return wait();
      await inTurn(exchange, () => leave(exchange));
      return settle(
        () => exchanges.run(undefined, wait),
        () => (exchange.isOver ? Promise.resolve() : inTurn(exchange, () => enter(exchange, sandbox))),
      );
    },
    apart: (work) => exchanges.run(undefined, work),
    enter: async (sandbox) => {
      if (closing !== undefined) throw new StoreError('the store is closed');
      const exchange = present();
      if (exchange === undefined) await locks.give(await locks.take(sandbox));
      else if (exchange.lock?.sandbox !== sandbox) await inTurn(exchange, () => enter(exchange, sandbox));
    },
    enterAsking: async (sandbox, others) => {
      const exchange = present();
      let rows: readonly NumberRow[] | undefined;
      const question: Question<NumberRow> = {
        statement: numbersOf(database.table, 'version', others),
        answered: (answer) => {
          rows = answer;
        },
      };
      if (closing === undefined && exchange !== undefined)
        await inTurn(exchange, () => enter(exchange, sandbox, question as Question));
      // It was entered already.
      return rows === undefined ? asked.versionsOf(others) : toNumbers(rows);
    },
    isHeld: (sandbox) => present()?.lock?.sandbox === sandbox,
    follow: locks.follow,
    knownVersionOf: locks.knownVersionOf,
    ...asked,
  };

  return {
    shared,
    transact: (sandbox, work) =>
      locked(sandbox, async (lock) => {
        const queued = { isOver: false };
        const transaction = new RecordingTransaction(lock.copy, lock.writes, lock.source, queued);
        try {
          return await work(transaction);
        } catch (error) {
          transaction.rollback();
          throw error;
        } finally {
          queued.isOver = true;
        }
      }),
    read: (sandbox, work) =>
      locked(sandbox, async (lock) => {
        const queued = { isOver: false };
        try {
          return await work(new CopyReader(lock.copy, lock.writes, lock.source, queued));
        } finally {
          queued.isOver = true;
        }
      }),
    dump: (sandbox, pause) =>
      locked(sandbox, async ({ copy, writes, source }) => {
        const { collections, positions } = await runWith(pause, dumpPartition(copy.partition));
        return { collections, positions, contents: await dumpContents(copy, writes, source) };
      }),
    replace: (sandbox, dump, pause) =>
      locked(sandbox, async (lock) => {
        // As a whole or not at all: with the contents of before, all that the exchange has written is rolled back.
        lock.isBroken = true;
        await emptySandbox(database.table, lock, now);
        await new RecordingTransaction(lock.copy, lock.writes, lock.source, { isOver: false }).restore(dump, pause);
        lock.isBroken = false;
      }),
    clear: (sandbox) =>
      locked(sandbox, async (lock) => {
        lock.isBroken = true;
        await emptySandbox(database.table, lock, now);
        lock.isBroken = false;
      }),
    check: async () => {
      try {
        const [{ rows }] = await database.pipelined([IS_READ_ONLY]);
        return rows[0]?.isReadOnly === true ? 'unwritable' : undefined;
      } catch (error) {
        return error instanceof StoreError ? error.fault : 'unwritable';
      }
    },
    close: () => (closing ??= locks.idle().then(database.close)),
  };
};

/** Runs `end` after `work`, whatever becomes of it; the failure of the work is the one that is reported. */
const settle = async <T>(work: () => Promise<T>, end: () => Promise<void>): Promise<T> => {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await end().catch(() => undefined);
    return rejected(error);
  }
  await end();
  return result;
};

interface NumberRow {
  readonly id: string;
  readonly number: number;
}

const numbersOf = (
  table: TableName,
  column: 'version' | 'used_at',
  sandboxes: readonly string[],
): Statement<NumberRow> =>
  statement(`SELECT id, ${column} AS number FROM ${table('sandboxes')} WHERE id = ANY($1::text[])`, [
    sandboxes.map(toStorable),
  ]);

const toNumbers = (rows: readonly NumberRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ id, number }) => [fromStorable(id), number]));

/** What is asked of all sandboxes at once, without a lock. */
const questions = (database: Postgres): Pick<SharedAccess, 'versionsOf' | 'usedAt' | 'dueSandboxes'> => {
  const { table } = database;
  const ask = async (column: 'version' | 'used_at', sandboxes: readonly string[]) => {
    const [{ rows }] = await database.pipelined([numbersOf(table, column, sandboxes)]);
    return toNumbers(rows);
  };
  return {
    versionsOf: (sandboxes) => ask('version', sandboxes),
    usedAt: (sandboxes) => ask('used_at', sandboxes),
    dueSandboxes: async (at, limit) => {
      const [{ rows }] = await database.pipelined([
        statement<{ readonly id: string }>(
          `SELECT id FROM ${table('sandboxes')} WHERE next_due <= $1 ORDER BY next_due LIMIT $2`,
          [at, limit],
        ),
      ]);
      return rows.map(({ id }) => fromStorable(id));
    },
  };
};
