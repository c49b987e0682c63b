import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Codec } from './codec.ts';
import { type ListShape, textOfList } from './sqlite-list-text.ts';

/** More keys than a document usually has, few enough for a prepared statement per number of keys. */
const KEYS_AT_ONCE = 16;

/** Keys that one step of a dump reads: a fraction of a millisecond. */
const KEYS_READ_AT_ONCE = 256;

/** Rows that one step removes of data that is left: a fraction of a slice. */
const ROWS_AT_ONCE = 16;

/** Prepares all statements once. Sizes are those of the values, whatever the codec adds. */
export const prepareStatements = (db: DatabaseSync, { jsonWith, bodySize, contentSize }: Codec) => {
  const lists = new Map<string, StatementSync>();
  const keyInserts = new Map<number, StatementSync>();
  const both = (text: (direction: string) => string) => ({
    ASC: db.prepare(text('ASC')),
    DESC: db.prepare(text('DESC')),
  });
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),

    addSandbox: db.prepare('INSERT INTO sandboxes (id) VALUES (?)'),
    findSandbox: db.prepare('SELECT number FROM sandboxes WHERE id = ?'),
    /** The lowest free number, because the range is limited. */
    addSpace: db.prepare(`
      INSERT INTO spaces (number, sandbox, collection) VALUES ((
        SELECT min(free) FROM (
          SELECT 1 AS free WHERE NOT EXISTS (SELECT 1 FROM spaces WHERE number = 1)
          UNION ALL
          SELECT * FROM (
            SELECT number + 1 FROM spaces s WHERE NOT EXISTS (SELECT 1 FROM spaces WHERE number = s.number + 1)
            ORDER BY number LIMIT 1))), ?, ?) RETURNING number`),
    spacesOf: db.prepare('SELECT number, collection, last FROM spaces WHERE sandbox = ?'),
    extentOf: db.prepare(`
      SELECT coalesce(max(row), 0) AS last, count(*) AS count, coalesce(sum(${bodySize}), 0) AS bytes
      FROM documents WHERE row BETWEEN ? AND ?`),
    rememberLast: db.prepare('UPDATE spaces SET last = ? WHERE number = ?'),
    addList: db.prepare('INSERT INTO lists (space, name) VALUES (?, ?)'),
    listsOf: db.prepare('SELECT number, name FROM lists WHERE space = ?'),

    get: db.prepare('SELECT row, id, body FROM documents WHERE space = ? AND id = ?'),
    sizeOf: db.prepare(`SELECT row, ${bodySize} AS size FROM documents WHERE space = ? AND id = ?`),
    insert: db.prepare('INSERT INTO documents (row, space, id, body) VALUES (?, ?, ?, ?)'),
    update: db.prepare('UPDATE documents SET body = ? WHERE row = ?'),
    remove: db.prepare('DELETE FROM documents WHERE row = ?'),
    range: both(
      (direction) => `SELECT row, id, body FROM documents WHERE row BETWEEN ? AND ? ORDER BY row ${direction}`,
    ),
    list: (shape: ListShape, sortBy = ''): StatementSync => {
      const text = textOfList(shape, jsonWith(sortBy));
      let statement = lists.get(text);
      if (statement === undefined) lists.set(text, (statement = db.prepare(text)));
      return statement;
    },

    first: db.prepare(`
      SELECT d.row, d.id, d.body FROM keys k JOIN documents d ON d.row = k.row
      WHERE k.list = ? ORDER BY k.text, k.row LIMIT 1`),
    lowest: db.prepare(`
      SELECT d.row, d.id, d.body FROM keys k JOIN documents d ON d.row = k.row
      WHERE k.list = ? ORDER BY k.text, k.row LIMIT ?`),
    /** Two keys of a document may be equal. */
    addKeys: (keys: readonly { readonly list: number; readonly text: string }[], row: number): void => {
      for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
        const some = keys.slice(from, from + KEYS_AT_ONCE);
        let statement = keyInserts.get(some.length);
        if (statement === undefined) {
          const rows = some.map(() => '(?, ?, ?)').join(', ');
          statement = db.prepare(`INSERT OR IGNORE INTO keys (list, text, row) VALUES ${rows}`);
          keyInserts.set(some.length, statement);
        }
        statement.run(...some.flatMap(({ list, text }) => [list, text, row]));
      }
    },
    removeKey: db.prepare('DELETE FROM keys WHERE list = ? AND text = ? AND row = ?'),

    content: db.prepare('SELECT bytes FROM contents WHERE sandbox = ? AND id = ?'),
    sizeOfContent: db.prepare(`SELECT ${contentSize} AS size FROM contents WHERE sandbox = ? AND id = ?`),
    sizeOfContents: db.prepare(`SELECT coalesce(sum(${contentSize}), 0) AS bytes FROM contents WHERE sandbox = ?`),
    // Node 22 binds an empty byte array as NULL.
    putContent: db.prepare("INSERT OR REPLACE INTO contents (sandbox, id, bytes) VALUES (?, ?, coalesce(?, x''))"),
    removeContent: db.prepare('DELETE FROM contents WHERE sandbox = ? AND id = ?'),
    contentIds: db.prepare('SELECT id FROM contents WHERE sandbox = ?'),

    someKeys: db.prepare(`
      SELECT text, row FROM keys WHERE list = ? AND (text, row) > (?, ?)
      ORDER BY text, row LIMIT ${String(KEYS_READ_AT_ONCE)}`),
    nextDocument: db.prepare('SELECT row, id, body FROM documents WHERE row BETWEEN ? AND ? ORDER BY row LIMIT 1'),

    // Data that belongs to no sandbox, or not yet: its name ends with its number.
    leftSandboxes: db.prepare('SELECT number FROM sandboxes WHERE instr(id, ?) = 1'),
    addLeftSandbox: db.prepare(`
      INSERT INTO sandboxes (number, id)
      SELECT next, ? || next FROM (SELECT coalesce(max(number), 0) + 1 AS next FROM sandboxes)`),
    leaveSandbox: db.prepare('UPDATE sandboxes SET id = ? || number WHERE number = ?'),
    nameSandbox: db.prepare('UPDATE sandboxes SET id = ? WHERE number = ?'),
    spaceOf: db.prepare('SELECT number FROM spaces WHERE sandbox = ? LIMIT 1'),
    listOf: db.prepare('SELECT number FROM lists WHERE space = ? LIMIT 1'),
    removeKeys: db.prepare(`
      DELETE FROM keys WHERE (list, text, row) IN (
        SELECT list, text, row FROM keys WHERE list = ? LIMIT ${String(ROWS_AT_ONCE)})`),
    removeDocuments: db.prepare(`
      DELETE FROM documents WHERE row IN (
        SELECT row FROM documents WHERE row BETWEEN ? AND ? LIMIT ${String(ROWS_AT_ONCE)}) RETURNING id`),
    removeFirstContent: db.prepare(`
      DELETE FROM contents WHERE rowid IN (
        SELECT rowid FROM contents WHERE sandbox = ? LIMIT 1)`),
    removeList: db.prepare('DELETE FROM lists WHERE number = ?'),
    removeSpace: db.prepare('DELETE FROM spaces WHERE number = ?'),
    removeSandbox: db.prepare('DELETE FROM sandboxes WHERE number = ?'),
  };
};

export type SqliteStatements = ReturnType<typeof prepareStatements>;
