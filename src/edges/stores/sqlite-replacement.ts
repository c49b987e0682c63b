import type { DatabaseSync } from 'node:sqlite';
import { type Dump, StoreError } from '../../engine/sandbox/store.ts';
import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';
import { POSITIONS } from './sqlite-schema.ts';
import type { ReaderParts } from './sqlite-reader.ts';
import { type SqlitePartition, newPartition } from './sqlite-partition.ts';
import { checkInTransaction, createSqliteTransaction, rollBack } from './sqlite-transaction.ts';
import { FILE } from './connection-queue.ts';
import { LEFT, fromStorable, toStorable } from './storable-text.ts';
import type { Undo } from './undo.ts';

export interface ReplacementParts extends Omit<ReaderParts, 'partition'> {
  readonly db: DatabaseSync;
  /** Runs work when the sandbox and the connection are free. */
  readonly take: <T>(sandbox: string, work: () => Promise<T>) => Promise<T>;
  /** Runs work that writes to a sandbox, after its dump in progress. */
  readonly after: <T>(sandbox: string, work: () => Promise<T>) => Promise<T>;
  /** Those that are in use. */
  readonly partitions: Map<string, SqlitePartition>;
  readonly find: (sandbox: string) => SqlitePartition | undefined;
}

/** Replaces and clears sandboxes of any size without occupying the only connection for longer than a slice. */
export interface Replacement {
  readonly replace: (sandbox: string, dump: Dump, pause?: Pause) => Promise<void>;
  readonly clear: (sandbox: string, pause?: Pause) => Promise<void>;
  /** Removes what is left of sandboxes. If the disk is full, the next removal or the next start does it. */
  readonly removeLeft: (pause?: Pause) => Promise<void>;
}

/** Tells whether there is more to do. */
type Step = () => boolean | Promise<boolean>;

/**
 * New data is written in slices under a name that no sandbox can have. One short transaction then exchanges the names of
 * the new and the former data, and the former is removed in slices. If the process ends in between, the sandbox is
 * whole, and what has such a name is removed at the next start. Numbers remain, and so does what is encrypted for them.
 */
export const createReplacement = ({ db, take, after, partitions, find, ...reading }: ReplacementParts): Replacement => {
  const { sql, remembered } = reading;
  /** Numbers of the data to be removed. */
  const left = new Set((sql.leftSandboxes.all(LEFT) as unknown as { number: number }[]).map(({ number }) => number));

  /** One transaction; `turn` is undefined after the last step. */
  const slice = async (begin: (undo: Undo) => Step, pause: Pause): Promise<{ readonly turn?: Promise<void> }> => {
    const undo: Undo = [];
    try {
      sql.begin.run();
      const step = begin(undo);
      let turn: Promise<void> | undefined;
      while (await step()) if ((turn = pause()) !== undefined) break;
      checkInTransaction(db);
      sql.commit.run();
      return turn === undefined ? {} : { turn };
    } catch (error) {
      rollBack(db, sql, undo);
      throw error;
    }
  };

  const inSlices = async (sandbox: string, begin: (undo: Undo) => Step, pause: Pause): Promise<void> => {
    for (;;) {
      const { turn } = await take(sandbox, () => slice(begin, pause));
      if (turn === undefined) return;
      await turn;
    }
  };

  const write = (sandbox: string, partition: SqlitePartition, dump: Dump, pause: Pause): Promise<void> => {
    const place = () => partition;
    const parts = partsOf(dump);
    let next = parts.next();
    const begin = (undo: Undo): Step => {
      const { restore } = createSqliteTransaction({ ...reading, partition: place, begin: place, undo });
      return async () => {
        if (next.done !== true) await restore(next.value);
        next = parts.next();
        return next.done !== true;
      };
    };
    return inSlices(sandbox, begin, pause);
  };

  /** Puts other data, or none, in the place of what a sandbox has. */
  const exchange = (sandbox: string, partition?: SqlitePartition): Promise<void> => {
    const begin = (undo: Undo): Step => {
      const former = find(sandbox);
      return () => {
        if (former !== undefined) {
          sql.leaveSandbox.run(LEFT, former.number);
          left.add(former.number);
          partitions.delete(sandbox);
          undo.push(() => left.delete(former.number) && partitions.set(sandbox, former));
        }
        if (partition !== undefined) {
          sql.nameSandbox.run(toStorable(sandbox), partition.number);
          partitions.set(sandbox, partition);
          undo.push(() => partitions.delete(sandbox));
        }
        return false;
      };
    };
    return after(sandbox, () => inSlices(sandbox, begin, NO_PAUSE));
  };

  /** A few rows; false if nothing is left. */
  const removeSome = (sandbox: number): boolean => {
    const space = sql.spaceOf.get(sandbox) as { number: number } | undefined;
    if (space === undefined) {
      if (sql.removeFirstContent.run(sandbox).changes > 0) return true;
      sql.removeSandbox.run(sandbox);
      return false;
    }
    const { number } = space;
    const list = sql.listOf.get(number) as { number: number } | undefined;
    if (list !== undefined) {
      if (sql.removeKeys.run(list.number).changes === 0) sql.removeList.run(list.number);
      return true;
    }
    const first = number * POSITIONS;
    const removed = sql.removeDocuments.all(first, first + POSITIONS - 1) as unknown as { id: string }[];
    // Numbers are used again: what is remembered must not be found under them.
    for (const { id } of removed) remembered.forget(number, fromStorable(id));
    if (removed.length === 0) sql.removeSpace.run(number);
    return true;
  };

  const removeLeft = async (pause = NO_PAUSE): Promise<void> => {
    if (left.size === 0) return;
    const begin = (undo: Undo) => (): boolean => {
      const [number] = left;
      if (number !== undefined && !removeSome(number)) {
        left.delete(number);
        undo.push(() => left.add(number));
      }
      return left.size > 0;
    };
    try {
      await inSlices(FILE, begin, pause);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  };

  return {
    replace: async (sandbox, dump, pause = NO_PAUSE) => {
      const number = await take(sandbox, () => Promise.resolve(Number(sql.addLeftSandbox.run(LEFT).lastInsertRowid)));
      const partition = newPartition(number);
      try {
        await write(sandbox, partition, dump, pause);
        await exchange(sandbox, partition);
      } catch (error) {
        left.add(number);
        throw error;
      } finally {
        await removeLeft(pause);
      }
    },
    clear: async (sandbox, pause) => {
      await exchange(sandbox);
      await removeLeft(pause);
    },
    removeLeft,
  };
};

/** A dump as many small ones, which together restore the same. */
function* partsOf({ collections, contents, positions }: Dump): Generator<Dump, void> {
  const nothing: Dump = { collections: {}, contents: {}, positions: {} };
  for (const [name, documents] of Object.entries(collections))
    for (const document of documents) yield { ...nothing, collections: { [name]: [document] } };
  for (const [name, last] of Object.entries(positions)) yield { ...nothing, positions: { [name]: last } };
  for (const [id, bytes] of Object.entries(contents)) yield { ...nothing, contents: { [id]: bytes } };
}
