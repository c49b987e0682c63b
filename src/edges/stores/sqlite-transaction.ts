import type { DatabaseSync } from 'node:sqlite';
import {
  DuplicateDocument,
  type Key,
  type NewDocument,
  StoreError,
  type StoreTransaction,
} from '../../engine/sandbox/store.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { deepFreeze, toKeptJson } from './kept-json.ts';
import { isUniqueViolation } from './sqlite-errors.ts';
import { type ReaderParts, createSqliteReader } from './sqlite-reader.ts';
import { type Space, type SqlitePartition, addList, addSpace, positionOf, rowOf } from './sqlite-partition.ts';
import { POSITIONS } from './sqlite-schema.ts';
import type { SqliteStatements } from './sqlite-statements.ts';
import { toStorable } from './storable-text.ts';
import { type Undo, rollback } from './undo.ts';

export interface TransactionParts extends ReaderParts {
  /** Begins to write; creates the partition if there is none. */
  readonly begin: () => SqlitePartition;
  /** Undo steps for state outside the file. */
  readonly undo: Undo;
  /** Waited for before and after a large content is written. If omitted, it is written at once. */
  readonly besideLarge?: () => Promise<void>;
}

/** Bytes of a content that is written in turns of its own: a mebibyte takes some milliseconds. */
const LARGE = 1_048_576;

/* oxlint-disable typescript/require-await -- the interface is asynchronous for remote stores */
export const createSqliteTransaction = (parts: TransactionParts): StoreTransaction => {
  const { sql, codec, remembered, begin, undo, besideLarge } = parts;

  const spaceOf = (partition: SqlitePartition, collection: string): Space => {
    let space = partition.spaces.get(collection);
    if (space !== undefined) return space;
    space = addSpace(sql, partition, collection);
    partition.spaces.set(collection, space);
    undo.push(() => partition.spaces.delete(collection));
    return space;
  };

  const listOf = (space: Space, name: string): number => {
    let list = space.lists.get(name);
    if (list !== undefined) return list;
    list = addList(sql, space, name);
    space.lists.set(name, list);
    undo.push(() => space.lists.delete(name));
    return list;
  };

  const count = (partition: SqlitePartition, space: Space | undefined, documents: number, bytes: number): void => {
    const add = (sign: 1 | -1): void => {
      partition.documents += sign * documents;
      partition.bytes += sign * bytes;
      if (space !== undefined) space.count += sign * documents;
    };
    add(1);
    undo.push(() => {
      add(-1);
    });
  };

  const moveLast = (space: Space, last: number): void => {
    const before = space.last;
    space.last = last;
    undo.push(() => {
      space.last = before;
    });
  };

  /** Evicts a document from the cache before it changes, and again on rollback. */
  const forget = (space: Space, id: string): void => {
    remembered.forget(space.number, id);
    undo.push(() => {
      remembered.forget(space.number, id);
    });
  };

  const addKeys = (space: Space, keys: readonly Key[], row: number): void => {
    if (keys.length === 0) return;
    sql.addKeys(
      keys.map((key) => ({ list: listOf(space, key.name), text: codec.encodeKey(key) })),
      row,
    );
  };

  const removeKeys = (space: Space, keys: readonly Key[], row: number): void => {
    for (const key of keys) sql.removeKey.run(listOf(space, key.name), codec.encodeKey(key), row);
  };

  /** Row of a document, and the bytes of its JSON. */
  const placeOf = (space: Space, id: string): { readonly row: number; readonly size: number } | undefined =>
    remembered.find(space.number, id) ??
    (sql.sizeOf.get(space.number, toStorable(id)) as { row: number; size: number } | undefined);

  const put = (collection: string, { id, position, value, keys }: NewDocument): void => {
    const partition = begin();
    const space = spaceOf(partition, collection);
    if (position <= space.last) throw new StoreError(`position ${position} of ${collection} was given before`);
    if (position >= POSITIONS) throw new StoreError(`${collection} is full: it has had ${position} documents`);
    const kept = deepFreeze(toKeptJson(value));
    const json = stringifyJson(kept);
    const row = rowOf(space, position);
    const name = toStorable(id);
    try {
      sql.insert.run(row, space.number, name, codec.encodeBody(json, kept, row, name));
    } catch (error) {
      if (isUniqueViolation(error)) throw new DuplicateDocument(`${collection} has a document ${id} already`);
      throw error;
    }
    forget(space, id);
    addKeys(space, keys, row);
    moveLast(space, position);
    const size = Buffer.byteLength(json);
    count(partition, space, 1, size);
    remembered.set(space.number, id, { row, value: kept, size });
  };

  const putContent = (id: string, bytes: Uint8Array | undefined): void => {
    const partition = begin();
    const name = toStorable(id);
    const before = sql.sizeOfContent.get(partition.number, name) as { size: number } | undefined;
    if (bytes === undefined) sql.removeContent.run(partition.number, name);
    else sql.putContent.run(partition.number, name, codec.encodeContent(bytes, partition.number, name));
    count(partition, undefined, 0, (bytes?.byteLength ?? 0) - (before?.size ?? 0));
  };

  return {
    ...createSqliteReader(parts),
    insert: async (collection, make) => {
      const partition = begin();
      const position = (partition.spaces.get(collection)?.last ?? 0) + 1;
      const { documents, bytes } = partition;
      const { id, value, keys } = make({ position, usage: { documents, bytes } });
      put(collection, { id, position, value, keys });
      return value;
    },
    update: async (collection, id, value, { removed, added }) => {
      const partition = begin();
      const space = spaceOf(partition, collection);
      const place = placeOf(space, id);
      if (place === undefined) throw new StoreError(`${collection} has no document ${id}`);
      const kept = deepFreeze(toKeptJson(value));
      const json = stringifyJson(kept);
      const { row } = place;
      forget(space, id);
      sql.update.run(codec.encodeBody(json, kept, row, toStorable(id)), row);
      removeKeys(space, removed, row);
      addKeys(space, added, row);
      const size = Buffer.byteLength(json);
      count(partition, undefined, 0, size - place.size);
      remembered.set(space.number, id, { row, value: kept, size });
    },
    remove: async (collection, id, keys) => {
      const partition = begin();
      const space = spaceOf(partition, collection);
      const place = placeOf(space, id);
      if (place === undefined) return;
      const { row, size } = place;
      forget(space, id);
      sql.remove.run(row);
      removeKeys(space, keys, row);
      // Positions are never reused, so that values derived from them are unique.
      if (positionOf(row) === space.last) sql.rememberLast.run(space.last, space.number);
      count(partition, space, -1, -size);
    },
    putContent: async (id, bytes) => {
      const wait = bytes.byteLength > LARGE ? besideLarge : undefined;
      await wait?.();
      putContent(id, bytes);
      await wait?.();
    },
    removeContent: async (id) => {
      putContent(id, undefined);
    },
    restore: async ({ collections, contents, positions }) => {
      for (const [collection, documents] of Object.entries(collections))
        for (const document of documents) put(collection, document);
      for (const [collection, last] of Object.entries(positions)) {
        const space = spaceOf(begin(), collection);
        moveLast(space, Math.max(space.last, last));
        sql.rememberLast.run(space.last, space.number);
      }
      for (const [id, bytes] of Object.entries(contents)) putContent(id, bytes);
    },
  };
};
/* oxlint-enable typescript/require-await */

/** If SQLite has rolled back after a failure, further steps would be committed individually. */
export const checkInTransaction = (db: DatabaseSync): void => {
  if (!db.isTransaction) throw new StoreError('the transaction was rolled back before its end');
};

export const rollBack = (db: DatabaseSync, sql: Pick<SqliteStatements, 'rollback'>, undo: Undo): void => {
  // SQLite itself rolls back when the disk is full.
  if (db.isTransaction) sql.rollback.run();
  rollback(undo);
};
