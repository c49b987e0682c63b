import type { StatementSync } from 'node:sqlite';
import type { Key, ListQuery, ListResult, StoreReader } from '../../engine/sandbox/store.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';
import { type Row, dumpPartition } from './sqlite-dump.ts';
import type { Codec } from './codec.ts';
import type { RememberedDocuments } from './remembered-documents.ts';
import { kindOfMember } from './sqlite-list-text.ts';
import { type Space, type SqlitePartition, rowOf, rowsOf } from './sqlite-partition.ts';
import type { SqliteStatements } from './sqlite-statements.ts';
import { toStorable } from './storable-text.ts';

export interface ReaderParts {
  readonly sql: SqliteStatements;
  readonly codec: Codec;
  readonly remembered: RememberedDocuments;
  /** Undefined for a sandbox without data; throws after the end of the transaction. */
  readonly partition: () => SqlitePartition | undefined;
}

const NOTHING: ListResult = { values: [], total: 0 };

/* oxlint-disable typescript/require-await -- the interface is asynchronous for remote stores */
export const createSqliteReader = ({ sql, codec, remembered, partition }: ReaderParts): StoreReader => {
  const spaceOf = (collection: string): Space | undefined => partition()?.spaces.get(collection);

  const valuesOf = (rows: readonly unknown[]): unknown[] =>
    (rows as readonly Row[]).map(({ row, id, body }) => remembered.valueOf(row, id, body));

  /** Values of the first rows that together have so many bytes, and at least one. */
  const valuesWithin = (
    bytes: number | undefined,
    statement: StatementSync,
    parameters: readonly (number | string)[],
  ): unknown[] => {
    if (bytes === undefined) return valuesOf(statement.all(...parameters));
    const values: unknown[] = [];
    let size = 0;
    for (const { row, id, body } of statement.iterate(...parameters) as Iterable<Row>) {
      values.push(remembered.valueOf(row, id, body));
      size += body.length;
      if (size >= bytes) break;
    }
    return values;
  };

  /** List and text of each key; undefined if a key name was never used, since no document matches then. */
  const toParameters = (space: Space, keys: readonly Key[]): (number | string)[] | undefined => {
    const parameters: (number | string)[] = [];
    for (const key of keys) {
      const list = space.lists.get(key.name);
      if (list === undefined) return undefined;
      parameters.push(list, codec.encodeKey(key));
    }
    return parameters;
  };

  const list = (space: Space, { keys, sortBy, descending, offset, limit, bytes }: ListQuery): ListResult => {
    const direction = descending ? 'DESC' : 'ASC';
    if (keys.length === 0 && sortBy === undefined && space.count === space.last) {
      // Without gaps a page is a range of rows: the last page is as fast as the first.
      const from = descending ? Math.max(1, space.last - offset - limit + 1) : offset + 1;
      const to = descending ? space.last - offset : offset + limit;
      const rows = [rowOf(space, from), rowOf(space, Math.min(to, space.last))];
      return { values: to < from ? [] : valuesWithin(bytes, sql.range[direction], rows), total: space.count };
    }
    const parameters = keys.length === 0 ? rowsOf(space) : toParameters(space, keys);
    if (parameters === undefined) return NOTHING;
    const shape = { keys: keys.length, sortBy: kindOfMember(sortBy), direction } as const;
    const sorted = sortBy === undefined ? [] : [sortBy];
    const statement = sql.list({ ...shape, what: 'values' }, sortBy);
    const values = valuesWithin(bytes, statement, [...parameters, ...sorted, limit, offset]);
    if (keys.length === 0) return { values, total: space.count };
    const { total } = sql.list({ ...shape, sortBy: 'age', direction: 'ASC', what: 'total' }).get(...parameters) as {
      total: number;
    };
    return { values, total };
  };

  return {
    get: async (collection, id) => {
      const space = spaceOf(collection);
      if (space === undefined) return undefined;
      const known = remembered.find(space.number, id);
      if (known !== undefined) return known.value;
      return valuesOf(sql.get.all(space.number, toStorable(id)))[0];
    },
    find: async (collection, key, limit = -1) => {
      const space = spaceOf(collection);
      const parameters = space === undefined ? undefined : toParameters(space, [key]);
      if (parameters === undefined) return [];
      const shape = { what: 'values', keys: 1, sortBy: 'age', direction: 'ASC' } as const;
      return valuesOf(sql.list(shape).all(...parameters, limit, 0));
    },
    first: async (collection, name) => {
      const listNumber = spaceOf(collection)?.lists.get(name);
      return listNumber === undefined ? undefined : valuesOf(sql.first.all(listNumber))[0];
    },
    lowest: async (collection, name, limit) => {
      const listNumber = spaceOf(collection)?.lists.get(name);
      return listNumber === undefined ? [] : valuesOf(sql.lowest.all(listNumber, limit));
    },
    list: async (collection, query) => {
      const space = spaceOf(collection);
      return space === undefined ? NOTHING : list(space, query);
    },
    usage: async () => {
      const { documents = 0, bytes = 0 } = partition() ?? {};
      return { documents, bytes };
    },
    content: async (id) => {
      const found = partition();
      if (found === undefined) return undefined;
      const name = toStorable(id);
      const stored = sql.content.get(found.number, name) as { bytes: Uint8Array } | undefined;
      return stored === undefined ? undefined : codec.decodeContent(stored.bytes, found.number, name);
    },
    dump: async () => {
      const found = partition();
      return runAtOnce(dumpPartition({ sql, codec }, found));
    },
  };
};
/* oxlint-enable typescript/require-await */
