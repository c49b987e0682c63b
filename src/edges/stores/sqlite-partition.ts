import { StoreError } from '../../engine/sandbox/store.ts';
import { POSITIONS, SPACES } from './sqlite-schema.ts';
import type { SqliteStatements } from './sqlite-statements.ts';
import { fromStorable, toStorable } from './storable-text.ts';

/** Cached metadata of a collection of a sandbox. */
export interface Space {
  readonly number: number;
  readonly collection: string;
  /** The last position that was assigned. */
  last: number;
  /** Number of documents; equal to `last` while none was removed. */
  count: number;
  /** List numbers by key name. */
  readonly lists: Map<string, number>;
}

export interface SqlitePartition {
  readonly number: number;
  readonly spaces: Map<string, Space>;
  documents: number;
  bytes: number;
}

export const rowOf = ({ number }: Space, position: number): number => number * POSITIONS + position;

export const positionOf = (row: number): number => row % POSITIONS;

/** The first and the last possible row of a space. */
export const rowsOf = (space: Space): [first: number, last: number] => [rowOf(space, 1), rowOf(space, POSITIONS - 1)];

/** Loads the metadata of a sandbox, once, because it counts the documents. */
export const loadPartition = (sql: SqliteStatements, sandbox: string): SqlitePartition | undefined => {
  const found = sql.findSandbox.get(toStorable(sandbox)) as { number: number } | undefined;
  if (found === undefined) return undefined;
  const { number } = found;
  const { bytes } = sql.sizeOfContents.get(number) as { bytes: number };
  const partition: SqlitePartition = { ...newPartition(number), bytes };
  for (const row of sql.spacesOf.all(number) as unknown as { number: number; collection: string; last: number }[]) {
    const lists = sql.listsOf.all(row.number) as unknown as { number: number; name: string }[];
    const space: Space = {
      number: row.number,
      collection: fromStorable(row.collection),
      last: row.last,
      count: 0,
      lists: new Map(lists.map((list) => [fromStorable(list.name), list.number])),
    };
    const extent = sql.extentOf.get(...rowsOf(space)) as { last: number; count: number; bytes: number };
    space.last = Math.max(space.last, positionOf(extent.last));
    space.count = extent.count;
    partition.spaces.set(space.collection, space);
    partition.documents += extent.count;
    partition.bytes += extent.bytes;
  }
  return partition;
};

export const newPartition = (number: number): SqlitePartition => ({
  number,
  spaces: new Map(),
  documents: 0,
  bytes: 0,
});

export const addPartition = (sql: SqliteStatements, sandbox: string): SqlitePartition =>
  newPartition(Number(sql.addSandbox.run(toStorable(sandbox)).lastInsertRowid));

export const addSpace = (sql: SqliteStatements, partition: SqlitePartition, collection: string): Space => {
  const { number } = sql.addSpace.get(partition.number, toStorable(collection)) as { number: number };
  if (number >= SPACES)
    throw new StoreError(`there are ${String(SPACES)} collections in use, and no partition for more`);
  return { number, collection, last: 0, count: 0, lists: new Map() };
};

export const addList = (sql: SqliteStatements, space: Space, name: string): number =>
  Number(sql.addList.run(space.number, toStorable(name)).lastInsertRowid);
