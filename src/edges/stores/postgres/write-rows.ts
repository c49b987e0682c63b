import type { LiveTexts } from '../../../engine/sandbox/shared-access.ts';
import { stringifyJson } from '../../../kernel/json.ts';
import { type Fence, homeOf } from '../home-database.ts';
import type { NotedDocument, Notes } from '../persistence.ts';
import { toStorable } from '../storable-text.ts';
import { type Statement, statement, type TableName } from './pipeline.ts';

/** A row of `documents`; without a value it is removed. */
export interface DocumentRow {
  readonly home: string;
  readonly sandbox: string;
  readonly collection: string;
  readonly id: string;
  readonly position?: number;
  readonly value?: string;
  readonly keys?: string;
}

export interface PositionRow {
  readonly home: string;
  readonly sandbox: string;
  readonly collection: string;
  readonly last: number;
}

interface StateRow {
  readonly sandbox: string;
  readonly name: string;
  readonly value?: string | undefined;
}

interface PieceRow extends StateRow {
  readonly number: number;
  readonly from: number;
}

export interface Rows {
  readonly documents: readonly DocumentRow[];
  readonly positions: readonly PositionRow[];
  readonly states: readonly StateRow[];
  readonly pieces: readonly PieceRow[];
}

export const toDocumentRow = (
  sandbox: string,
  collection: string,
  id: string,
  document: NotedDocument | undefined,
): DocumentRow => {
  const row = { ...placeOf(sandbox), collection: toStorable(collection), id: toStorable(id) };
  if (document === undefined) return row;
  const { position, value, keys } = document;
  return { ...row, position, value: stringifyJson(value), keys: stringifyJson(keys) };
};

const placeOf = (sandbox: string) => ({ home: toStorable(homeOf(sandbox)), sandbox: toStorable(sandbox) });

export const toPositionRows = (sandbox: string, positions: Notes['positions']): readonly PositionRow[] =>
  [...positions].map(([collection, last]) => ({
    ...placeOf(sandbox),
    collection: toStorable(collection),
    last,
  }));

export const toLiveRows = (sandbox: string, { states, pieces }: LiveTexts): Pick<Rows, 'states' | 'pieces'> => {
  const place = { sandbox: toStorable(sandbox) };
  return {
    states: states.map(({ name, text }) => ({ ...place, name: toStorable(name), value: text })),
    pieces: pieces.map(({ name, number, from, text }) => ({
      ...place,
      name: toStorable(name),
      number,
      from,
      value: text,
    })),
  };
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
