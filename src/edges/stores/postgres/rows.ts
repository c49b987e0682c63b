import type { Dump, Key, NewDocument } from '../../../engine/sandbox/store.ts';
import { getOrInsert } from '../../../kernel/caches.ts';
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

/** What one statement writes: rows by table, each as JSON with the names of its columns below. */
interface Rows {
  readonly documents: readonly string[];
  /** Documents that are gone. */
  readonly removed: readonly string[];
  readonly positions: readonly string[];
  readonly states: readonly string[];
  readonly pieces: readonly string[];
}

export const NO_ROWS: Rows = { documents: [], removed: [], positions: [], states: [], pieces: [] };

/** Documents that one statement writes: to serialize them takes a few milliseconds, in which nobody else is served. */
export const PAGE = 500;

/** At least one page, each made when it is needed. */
export function* toPages({ notes, live }: Pick<Flush, 'notes' | 'live'>): Generator<Rows, void> {
  let documents: string[] = [];
  let removed: string[] = [];
  let page: Rows = { ...toLiveRows(live), positions: toPositionRows(notes), documents, removed };
  for (const [sandbox, noted] of notes)
    for (const [collection, ids] of noted.documents) {
      const place = placeOf(sandbox, collection);
      for (const [id, document] of ids) {
        if (documents.length + removed.length === PAGE) {
          yield page;
          [documents, removed] = [[], []];
          page = { ...NO_ROWS, documents, removed };
        }
        const named = `{${place},"id":${toText(id)}`;
        if (document === undefined) removed.push(`${named}}`);
        else documents.push(`${named},${toColumns(document)}}`);
      }
    }
  yield page;
}

const toText = (text: string): string => JSON.stringify(toStorable(text));

/**
 * JSON as the value of a column of texts, which gets it as it is: as the text of a text, each of its quotes would be escaped here
 * and read there. Not where it is no object, and not with escaped characters, which PostgreSQL would read.
 */
const embed = (json: string): string => (/^[[{]/.test(json) && !json.includes('\\u') ? json : JSON.stringify(json));

const placeOf = (sandbox: string, collection: string): string =>
  `"home":${toText(homeOf(sandbox))},"sandbox":${toText(sandbox)},"collection":${toText(collection)}`;

const toColumns = ({ position, value, keys }: NotedDocument): string =>
  `"position":${position},"value":${embed(stringifyJson(value))},"keys":${embed(stringifyJson(keys))}`;

const toPositionRows = (notes: Flush['notes']): readonly string[] =>
  [...notes].flatMap(([sandbox, { positions }]) =>
    [...positions].map(([collection, last]) => `{${placeOf(sandbox, collection)},"last":${last}}`),
  );

const toLiveRows = (live: Flush['live']): Pick<Rows, 'states' | 'pieces'> => {
  const states: string[] = [];
  const pieces: string[] = [];
  for (const [home, texts] of live) {
    const begin = (name: string, text: string | undefined): string =>
      `{"sandbox":${toText(home)},"name":${toText(name)}${text === undefined ? '' : `,"value":${embed(text)}`}`;
    for (const { name, text } of texts.states) states.push(`${begin(name, text)}}`);
    for (const { name, text, number, from } of texts.pieces)
      pieces.push(`${begin(name, text)},"number":${number},"from":${from}}`);
  }
  return { states, pieces };
};

/**
 * Writes rows of the homes that are still this server's, and returns these: one statement, so that it needs no transaction.
 * Rows are one JSON text: an array of texts is escaped one by one, which takes half as much time again (PostgreSQL 15).
 */
export const writeRows = (
  table: TableName,
  owner: string,
  fences: readonly Fence[],
  { documents, removed, positions, states, pieces }: Rows,
): Statement<{ readonly id: string }> => {
  const values: unknown[] = [
    owner,
    JSON.stringify(
      fences.map(({ home, term, used, due }) => ({
        home: toStorable(home),
        term,
        used,
        due: due === Infinity ? null : due,
        keeps: due === undefined,
      })),
    ),
  ];
  /** Rows as a table `x` of these columns. */
  const rowsOf = (rows: readonly string[], columns: string): string =>
    `json_to_recordset($${values.push(`[${rows.join(',')}]`)}::json) AS x (${columns})`;
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
      `put AS (INSERT INTO ${table('documents')} (sandbox, collection, id, position, version, value, keys)
        SELECT x.sandbox, x.collection, x.id, x.position, held.version, x.value, x.keys
        FROM ${rowsOf(documents, 'home text, sandbox text, collection text, id text, position bigint, value text, keys text')}
        JOIN held ON held.id = x.home
        ON CONFLICT (sandbox, collection, id) DO UPDATE
        SET position = excluded.position, version = excluded.version, value = excluded.value, keys = excluded.keys)`,
    );
  if (removed.length > 0)
    parts.push(
      `removed AS (DELETE FROM ${table('documents')} AS t
        USING ${rowsOf(removed, 'home text, sandbox text, collection text, id text')} JOIN held ON held.id = x.home
        WHERE t.sandbox = x.sandbox AND t.collection = x.collection AND t.id = x.id)`,
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
