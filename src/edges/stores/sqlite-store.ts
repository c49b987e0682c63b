import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import {
  type Dump,
  DuplicateDocument,
  type Key,
  type ListQuery,
  type NewDocument,
  type Store,
  type StoreTransaction,
} from '../../engine/sandbox/store.ts';
import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { SCHEMA, SCHEMA_VERSION } from './sqlite-schema.ts';

/** A space is one collection of one sandbox: a number that keeps rows and indexes small. */
interface Space {
  readonly number: number;
  readonly collection: string;
  /** The last position that was given. */
  last: number;
  /** Documents that there are; equal to `last` while none was removed. */
  count: number;
}

interface SandboxRoom {
  readonly number: number;
  readonly spaces: Map<string, Space>;
  documents: number;
  bytes: number;
}

/** Parsed documents that were used last: one process owns the data, so they cannot be out of date. */
const REMEMBERED = 20_000;

export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/**
 * The embedded store. Without a file everything lives in memory; with one, what a resolved transaction wrote survives
 * the end of the process, however sudden. (A write-ahead log that is not forced to the disk at each commit: only a crash
 * of the whole machine can lose the last moments, and never consistency.)
 */
export const createSqliteStore = (file?: string): Store => {
  const db = open(file);
  const sql = prepareStatements(db);
  const rooms = new Map<string, SandboxRoom>();
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED });
  /** The documents that the transaction in progress has written; undefined while it has written nothing. */
  let touched: string[] | undefined;

  const nameOf = (space: Space, id: string): string => `${String(space.number)}/${id}`;

  /** A transaction begins with its first write: one that only refuses costs no more than a read. */
  const begin = (): string[] => {
    if (touched === undefined) {
      sql.begin.run();
      touched = [];
    }
    return touched;
  };

  const remember = (space: Space, id: string, value: unknown, size: number): void => {
    const name = nameOf(space, id);
    touched?.push(name);
    remembered.set(name, { value, size });
  };

  const roomOf = (sandbox: string): SandboxRoom => {
    let room = rooms.get(sandbox);
    if (room !== undefined) return room;
    sql.addSandbox.run(sandbox);
    const { number } = sql.findSandbox.get(sandbox) as { number: number };
    const spaces = new Map<string, Space>();
    for (const row of sql.spacesOf.all(number) as unknown as Space[]) spaces.set(row.collection, { ...row });
    const size = sql.sizeOf.get(number, number) as { documents: number; bytes: number };
    room = { number, spaces, documents: size.documents, bytes: size.bytes };
    rooms.set(sandbox, room);
    return room;
  };

  const spaceOf = (room: SandboxRoom, collection: string): Space => {
    let space = room.spaces.get(collection);
    if (space !== undefined) return space;
    const number = Number(sql.addSpace.run(room.number, collection).lastInsertRowid);
    room.spaces.set(collection, (space = { number, collection, last: 0, count: 0 }));
    return space;
  };

  const toValue = (space: Space, id: string, body: string): unknown => {
    const name = nameOf(space, id);
    let known = remembered.get(name);
    if (known === undefined) remembered.set(name, (known = { value: parseOwnJson(body), size: body.length }));
    return known.value;
  };

  const toValues = (space: Space, rows: readonly unknown[]): unknown[] =>
    (rows as { id: string; body: string }[]).map(({ id, body }) => toValue(space, id, body));

  const list = (space: Space, { keys, sortBy, descending, offset, limit }: ListQuery) => {
    const direction = descending ? 'DESC' : 'ASC';
    if (keys.length === 0 && sortBy === undefined) {
      if (space.count === space.last) {
        // No gaps, so that a page is a range: as quick on the last page as on the first.
        const from = descending ? space.last - offset - limit + 1 : offset + 1;
        const rows = sql.range[direction].all(space.number, from, from + limit - 1);
        return { values: toValues(space, rows), total: space.count };
      }
      return { values: toValues(space, sql.all[direction].all(space.number, limit, offset)), total: space.count };
    }
    const filter = keys
      .map(() => 'AND EXISTS (SELECT 1 FROM keys k WHERE k.space = ?1 AND k.name = ? AND k.text = ? AND k.row = d.row)')
      .join(' ');
    const [first, ...others] = keys;
    const texts = (list: readonly Key[]): string[] => list.flatMap(({ name, text }) => [name, text]);
    if (first !== undefined && others.length === 0 && sortBy === undefined) {
      const rows = sql.underKey[direction].all(space.number, first.name, first.text, limit, offset);
      const { total } = sql.countUnderKey.get(space.number, first.name, first.text) as { total: number };
      return { values: toValues(space, rows), total };
    }
    const order = sortBy === undefined ? 'd.position' : `json_extract(d.body, '$.' || ?) ${direction}, d.position`;
    const sorted = sortBy === undefined ? [] : [sortBy];
    const rows = db
      .prepare(
        `SELECT d.id, d.body FROM documents d WHERE d.space = ?1 ${filter} ORDER BY ${order} ${direction} LIMIT ? OFFSET ?`,
      )
      .all(space.number, ...texts(keys), ...sorted, limit, offset);
    const { total } = db
      .prepare(`SELECT count(*) AS total FROM documents d WHERE d.space = ?1 ${filter}`)
      .get(space.number, ...texts(keys)) as { total: number };
    return { values: toValues(space, rows), total };
  };

  const addKeys = (space: Space, row: number, keys: readonly Key[]): void => {
    if (keys.length === 0) return;
    const values = keys.flatMap(({ name, text }) => [space.number, name, text, row]);
    insertKeys(keys.length).run(...values);
  };

  const keyInserts = new Map<number, StatementSync>();
  /** One statement for all keys of a document. */
  const insertKeys = (count: number): StatementSync => {
    let statement = keyInserts.get(count);
    if (statement === undefined) {
      const rows = Array.from({ length: count }, () => '(?, ?, ?, ?)').join(', ');
      statement = db.prepare(`INSERT OR IGNORE INTO keys (space, name, text, row) VALUES ${rows}`);
      keyInserts.set(count, statement);
    }
    return statement;
  };

  /* eslint-disable @typescript-eslint/require-await -- the port is asynchronous for stores that are elsewhere */
  const createTransaction = (sandbox: string): StoreTransaction => {
    const room = roomOf(sandbox);

    const put = (collection: string, { id, position, value, keys }: NewDocument): void => {
      begin();
      const space = spaceOf(room, collection);
      const body = stringifyJson(value);
      let row: number;
      try {
        row = Number(sql.insert.run(space.number, id, position, body).lastInsertRowid);
      } catch (error) {
        if (isUniqueViolation(error)) throw new DuplicateDocument(`${collection} has a document ${id} already`);
        throw error;
      }
      addKeys(space, row, keys);
      space.last = Math.max(space.last, position);
      space.count += 1;
      room.documents += 1;
      room.bytes += body.length;
      remember(space, id, value, body.length);
    };

    return {
      get: async (collection, id) => {
        const space = spaceOf(room, collection);
        const known = remembered.get(nameOf(space, id));
        if (known !== undefined) return known.value;
        const found = sql.get.get(space.number, id) as { body: string } | undefined;
        return found === undefined ? undefined : toValue(space, id, found.body);
      },
      find: async (collection, { name, text }, limit = -1) => {
        const space = spaceOf(room, collection);
        return toValues(space, sql.underKey.ASC.all(space.number, name, text, limit, 0));
      },
      first: async (collection, name) => {
        const space = spaceOf(room, collection);
        return toValues(space, sql.first.all(space.number, name))[0];
      },
      list: async (collection, query) => list(spaceOf(room, collection), query),
      nextPosition: async (collection) => spaceOf(room, collection).last + 1,
      usage: async () => room,
      content: async (id) => (sql.content.get(room.number, id) as { bytes: Uint8Array } | undefined)?.bytes,
      insert: async (collection, document) => {
        put(collection, document);
      },
      update: async (collection, id, value, { removed, added }) => {
        begin();
        const space = spaceOf(room, collection);
        const body = stringifyJson(value);
        const found = sql.update.get(body, space.number, id) as { row: number } | undefined;
        if (found === undefined) throw new StoreError(`${collection} has no document ${id}`);
        for (const { name, text } of removed) sql.removeKey.run(space.number, name, text, found.row);
        addKeys(space, found.row, added);
        room.bytes += body.length - (remembered.get(nameOf(space, id))?.size ?? body.length);
        remember(space, id, value, body.length);
      },
      remove: async (collection, id, keys) => {
        begin().push(nameOf(spaceOf(room, collection), id));
        const space = spaceOf(room, collection);
        const found = sql.remove.get(space.number, id) as { row: number; size: number } | undefined;
        if (found === undefined) return;
        for (const { name, text } of keys) sql.removeKey.run(space.number, name, text, found.row);
        // Positions are never given again, so that what is drawn from them is not drawn twice.
        sql.rememberLast.run(space.last, space.number);
        space.count -= 1;
        room.documents -= 1;
        room.bytes -= found.size;
        remembered.delete(nameOf(space, id));
      },
      putContent: async (id, bytes) => {
        begin();
        sql.putContent.run(room.number, id, bytes);
        room.bytes += bytes.byteLength;
      },
      removeContent: async (id) => {
        begin();
        const found = sql.removeContent.get(room.number, id) as { size: number } | undefined;
        room.bytes -= found?.size ?? 0;
      },
      dump: async () => dump(room),
      restore: async ({ collections, contents, positions }) => {
        begin();
        for (const [collection, documents] of Object.entries(collections))
          for (const document of documents) put(collection, document);
        for (const [collection, last] of Object.entries(positions)) {
          const space = spaceOf(room, collection);
          space.last = Math.max(space.last, last);
          sql.rememberLast.run(space.last, space.number);
        }
        for (const [id, bytes] of Object.entries(contents)) {
          sql.putContent.run(room.number, id, bytes);
          room.bytes += bytes.byteLength;
        }
      },
    };
  };
  /* eslint-enable @typescript-eslint/require-await */

  const dump = (room: SandboxRoom): Dump => {
    const collections: Record<string, NewDocument[]> = {};
    const positions: Record<string, number> = {};
    for (const space of room.spaces.values()) {
      positions[space.collection] = space.last;
      const keys = new Map<number, Key[]>();
      for (const { row, name, text } of sql.keysOf.all(space.number) as unknown as (Key & { row: number })[]) {
        const of = keys.get(row) ?? [];
        of.push({ name, text });
        keys.set(row, of);
      }
      const rows = sql.documentsOf.all(space.number) as unknown as StoredRow[];
      collections[space.collection] = rows.map(({ row, id, position, body }) => ({
        id,
        position,
        value: parseOwnJson(body),
        keys: keys.get(row) ?? [],
      }));
    }
    const contents = sql.contentsOf.all(room.number) as unknown as { id: string; bytes: Uint8Array }[];
    return { collections, positions, contents: Object.fromEntries(contents.map(({ id, bytes }) => [id, bytes])) };
  };

  const rollBack = (sandbox: string): void => {
    if (touched === undefined) return;
    sql.rollback.run();
    for (const name of touched) remembered.delete(name);
    touched = undefined;
    // What is kept in mind about the sandbox is read anew at the next look.
    rooms.delete(sandbox);
  };

  let tail: Promise<unknown> = Promise.resolve();
  let working = 0;
  /** One connection, one piece of work at a time; nobody waits when nobody works. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = working === 0 ? work() : tail.then(work, work);
    working += 1;
    tail = result.then(done, done);
    return result;
  };
  const done = (): void => {
    working -= 1;
  };

  return {
    transact: (sandbox, work) =>
      inTurn(async () => {
        try {
          const result = await work(createTransaction(sandbox));
          if (touched !== undefined) sql.commit.run();
          touched = undefined;
          return result;
        } catch (error) {
          rollBack(sandbox);
          throw error;
        }
      }),
    read: (sandbox, work) => inTurn(() => work(createTransaction(sandbox))),
    clear: (sandbox) =>
      inTurn(async () => {
        const { number } = roomOf(sandbox);
        rooms.delete(sandbox);
        remembered.clear();
        sql.begin.run();
        for (const statement of sql.clear) statement.run(number);
        sql.commit.run();
        return Promise.resolve();
      }),
    close: () =>
      inTurn(() => {
        db.close();
        return Promise.resolve();
      }),
  };
};

interface Remembered {
  readonly value: unknown;
  /** Characters of its JSON. */
  readonly size: number;
}

interface StoredRow {
  readonly row: number;
  readonly id: string;
  readonly position: number;
  readonly body: string;
}

const open = (file: string | undefined): DatabaseSync => {
  if (file === undefined) {
    const db = new DatabaseSync(':memory:');
    db.exec(SCHEMA);
    return db;
  }
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  // A second server on the same file would not see what this one remembers.
  db.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > SCHEMA_VERSION) {
    db.close();
    throw new StoreError(
      `${file} was written by a newer vatmock (format ${String(version)}; this one knows ${String(SCHEMA_VERSION)}): update, or choose another --data folder`,
    );
  }
  db.exec(SCHEMA);
  return db;
};

const isUniqueViolation = (error: unknown): boolean => (error as { errcode?: number }).errcode === 2067;

const prepareStatements = (db: DatabaseSync) => {
  const both = (text: (direction: string) => string) => ({
    ASC: db.prepare(text('ASC')),
    DESC: db.prepare(text('DESC')),
  });
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    addSandbox: db.prepare('INSERT OR IGNORE INTO sandboxes (id) VALUES (?)'),
    findSandbox: db.prepare('SELECT number FROM sandboxes WHERE id = ?'),
    addSpace: db.prepare('INSERT INTO spaces (sandbox, collection) VALUES (?, ?)'),
    spacesOf: db.prepare(`
      SELECT s.number, s.collection,
        max(s.last, coalesce((SELECT max(d.position) FROM documents d WHERE d.space = s.number), 0)) AS last,
        (SELECT count(*) FROM documents d WHERE d.space = s.number) AS count
      FROM spaces s WHERE s.sandbox = ?`),
    sizeOf: db.prepare(`
      SELECT count(*) AS documents, coalesce(sum(length(body)), 0) + (
        SELECT coalesce(sum(length(bytes)), 0) FROM contents WHERE sandbox = ?) AS bytes
      FROM documents WHERE space IN (SELECT number FROM spaces WHERE sandbox = ?)`),
    rememberLast: db.prepare('UPDATE spaces SET last = ? WHERE number = ?'),
    get: db.prepare('SELECT body FROM documents WHERE space = ? AND id = ?'),
    insert: db.prepare('INSERT INTO documents (space, id, position, body) VALUES (?, ?, ?, ?)'),
    update: db.prepare('UPDATE documents SET body = ? WHERE space = ? AND id = ? RETURNING row'),
    remove: db.prepare('DELETE FROM documents WHERE space = ? AND id = ? RETURNING row, length(body) AS size'),
    removeKey: db.prepare('DELETE FROM keys WHERE space = ? AND name = ? AND text = ? AND row = ?'),
    underKey: both(
      (direction) => `
      SELECT d.id, d.body FROM keys k JOIN documents d ON d.row = k.row
      WHERE k.space = ? AND k.name = ? AND k.text = ? ORDER BY k.row ${direction} LIMIT ? OFFSET ?`,
    ),
    countUnderKey: db.prepare('SELECT count(*) AS total FROM keys WHERE space = ? AND name = ? AND text = ?'),
    first: db.prepare(`
      SELECT d.id, d.body FROM keys k JOIN documents d ON d.row = k.row
      WHERE k.space = ? AND k.name = ? ORDER BY k.text, k.row LIMIT 1`),
    range: both(
      (direction) =>
        `SELECT id, body FROM documents WHERE space = ? AND position BETWEEN ? AND ? ORDER BY position ${direction}`,
    ),
    all: both(
      (direction) => `SELECT id, body FROM documents WHERE space = ? ORDER BY position ${direction} LIMIT ? OFFSET ?`,
    ),
    content: db.prepare('SELECT bytes FROM contents WHERE sandbox = ? AND id = ?'),
    putContent: db.prepare('INSERT OR REPLACE INTO contents (sandbox, id, bytes) VALUES (?, ?, ?)'),
    removeContent: db.prepare('DELETE FROM contents WHERE sandbox = ? AND id = ? RETURNING length(bytes) AS size'),
    documentsOf: db.prepare('SELECT row, id, position, body FROM documents WHERE space = ? ORDER BY position'),
    keysOf: db.prepare('SELECT row, name, text FROM keys WHERE space = ?'),
    contentsOf: db.prepare('SELECT id, bytes FROM contents WHERE sandbox = ?'),
    clear: [
      'DELETE FROM keys WHERE space IN (SELECT number FROM spaces WHERE sandbox = ?)',
      'DELETE FROM documents WHERE space IN (SELECT number FROM spaces WHERE sandbox = ?)',
      'DELETE FROM spaces WHERE sandbox = ?',
      'DELETE FROM contents WHERE sandbox = ?',
      'DELETE FROM sandboxes WHERE number = ?',
    ].map((text) => db.prepare(text)),
  };
};
