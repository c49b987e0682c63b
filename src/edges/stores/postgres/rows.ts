import type { LiveTexts } from '../../../engine/sandbox/shared-access.ts';
import type { Dump, Key, NewDocument } from '../../../engine/sandbox/store.ts';
import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import { parseOwnJson, stringifyJson } from '../../../kernel/json.ts';
import { type Fence, type Flush, homeOf } from '../home-database.ts';
import type { NotedDocument } from '../persistence.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import { type Statement, statement, type TableName } from './pipeline.ts';

/** What is kept of a document beside its value, as the driver reads it. */
export interface DocumentRow {
  readonly collection: string;
  readonly id: string;
  readonly position: number;
  readonly keys: string;
}

export const toDocument = ({ id, position, keys }: DocumentRow, value: string): NewDocument => ({
  id: fromStorable(id),
  position,
  value: parseOwnJson(value),
  keys: parseOwnJson(keys) as unknown as readonly Key[],
});

export const toCollections = (
  documents: Iterable<readonly [row: DocumentRow, document: NewDocument]>,
): Dump['collections'] => {
  const collections = new Map<string, NewDocument[]>();
  for (const [{ collection }, document] of documents)
    getOrInsert(collections, fromStorable(collection), (): NewDocument[] => []).push(document);
  return Object.fromEntries(collections);
};

/** What one statement writes: rows by table, each with the names of its columns below. */
interface Rows {
  /** Those without a value are removed. */
  readonly documents: readonly object[];
  readonly positions: readonly object[];
  readonly states: readonly object[];
  readonly pieces: readonly object[];
}

export const NO_ROWS: Rows = { documents: [], positions: [], states: [], pieces: [] };

/** Documents that one statement writes: to serialize them takes a few milliseconds, in which nobody else is served. */
export const PAGE = 500;

/** At least one page, each made when it is needed. */
export function* toPages({ notes, live }: Pick<Flush, 'notes' | 'live'>): Generator<Rows, void> {
  let documents: object[] = [];
  let page: Rows = { ...toLiveRows(live), positions: toPositionRows(notes), documents };
  for (const [sandbox, noted] of notes)
    for (const [collection, ids] of noted.documents)
      for (const [id, document] of ids) {
        if (documents.length === PAGE) {
          yield page;
          documents = [];
          page = { ...NO_ROWS, documents };
        }
        documents.push({ ...placeOf(sandbox, collection), id: toStorable(id), ...(document && toColumns(document)) });
      }
  yield page;
}

const placeOf = (sandbox: string, collection: string) => ({
  home: toStorable(homeOf(sandbox)),
  sandbox: toStorable(sandbox),
  collection: toStorable(collection),
});

const toColumns = ({ position, value, keys }: NotedDocument) => ({
  position,
  value: stringifyJson(value),
  keys: stringifyJson(keys),
});

const toPositionRows = (notes: Flush['notes']) =>
  [...notes].flatMap(([sandbox, { positions }]) =>
    [...positions].map(([collection, last]) => ({ ...placeOf(sandbox, collection), last })),
  );

const toLiveRows = (live: Flush['live']) => {
  const rowsOf = (kind: keyof LiveTexts) =>
    [...live].flatMap(([home, texts]) =>
      texts[kind].map(({ name, text, ...rest }) => ({
        ...{ sandbox: toStorable(home), name: toStorable(name), value: text },
        ...rest,
      })),
    );
  return { states: rowsOf('states'), pieces: rowsOf('pieces') };
};

/**
 * Writes rows of the homes that are still this server's, and returns these: one statement, so that it needs no transaction.
 * Rows are one JSON text: an array of texts is escaped one by one, which takes half as much time again (PostgreSQL 15).
 */
export const writeRows = (
  table: TableName,
  owner: string,
  fences: readonly Fence[],
  { documents, positions, states, pieces }: Rows,
): Statement<{ readonly id: string }> => {
  const values: unknown[] = [
    owner,
    JSON.stringify(
      fences.map(({ home, term, used, due }) => ({
        home: toStorable(home),
        ...{ term, used, due: due === Infinity ? null : due, keeps: due === undefined },
      })),
    ),
  ];
  /** Rows as a table `x` of these columns. */
  const rowsOf = (rows: readonly object[], columns: string): string =>
    `json_to_recordset($${String(values.push(JSON.stringify(rows)))}::json) AS x (${columns})`;
  const parts = [
    `g AS (SELECT * FROM json_to_recordset($2::json) AS x (home text, term bigint, used double precision,
      due double precision, keeps boolean))`,
    `held AS (UPDATE ${table('sandboxes')} AS s
      SET version = s.version + 1, used_at = greatest(s.used_at, g.used),
        next_due = CASE WHEN g.keeps THEN s.next_due ELSE g.due END
      FROM g WHERE s.id = g.home AND s.owner = $1 AND s.term = g.term RETURNING s.id, s.version)`,
  ];
  if (documents.length > 0)
    parts.push(
      `d AS (SELECT x.*, held.version FROM ${rowsOf(documents, 'home text, sandbox text, collection text, id text, position bigint, value text, keys text')}
        JOIN held ON held.id = x.home)`,
      `put AS (INSERT INTO ${table('documents')} (sandbox, collection, id, position, version, value, keys)
        SELECT sandbox, collection, id, position, version, value, keys FROM d WHERE value IS NOT NULL
        ON CONFLICT (sandbox, collection, id) DO UPDATE
        SET position = excluded.position, version = excluded.version, value = excluded.value, keys = excluded.keys)`,
      `removed AS (DELETE FROM ${table('documents')} AS t USING d WHERE d.value IS NULL
        AND t.sandbox = d.sandbox AND t.collection = d.collection AND t.id = d.id)`,
    );
  if (positions.length > 0)
    parts.push(
      `placed AS (INSERT INTO ${table('positions')} AS p (sandbox, collection, last)
        SELECT x.sandbox, x.collection, x.last FROM ${rowsOf(positions, 'home text, sandbox text, collection text, last bigint')}
        JOIN held ON held.id = x.home
        ON CONFLICT (sandbox, collection) DO UPDATE SET last = excluded.last WHERE p.last < excluded.last)`,
    );
  if (states.length > 0)
    parts.push(
      `live AS (INSERT INTO ${table('live_states')} (sandbox, name, value)
        SELECT x.sandbox, x.name, x.value FROM ${rowsOf(states, 'sandbox text, name text, value text')}
        JOIN held ON held.id = x.sandbox
        ON CONFLICT (sandbox, name) DO UPDATE SET value = excluded.value)`,
    );
  if (pieces.length > 0)
    parts.push(
      `p AS (SELECT x.* FROM ${rowsOf(pieces, 'sandbox text, name text, number bigint, "from" bigint, value text')}
        JOIN held ON held.id = x.sandbox)`,
      `added AS (INSERT INTO ${table('log_pieces')} (sandbox, name, number, value)
        SELECT sandbox, name, number, value FROM p WHERE value IS NOT NULL)`,
      `gone AS (DELETE FROM ${table('log_pieces')} AS t USING p
        WHERE t.sandbox = p.sandbox AND t.name = p.name AND t.number < p."from")`,
    );
  return statement(`WITH ${parts.join(', ')} SELECT id FROM held`, values);
};
