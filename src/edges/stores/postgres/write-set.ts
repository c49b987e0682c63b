import { stringifyJson } from '../../../kernel/json.ts';
import { valueOf } from '../memory-entry.ts';
import { toStorable } from '../storable-text.ts';
import type { SandboxCopy, WriteSet } from '../sandbox-copy.ts';
import type { Statement } from './statement.ts';
import type { TableName } from './table-name.ts';

/** Documents that one statement writes: to serialize them takes a few milliseconds, in which nobody else is served. */
const PAGE = 500;

/**
 * The statements that write all of it as one version, in pages: those of a page go in one round trip, and are made when
 * they are asked for. Few documents need one page.
 */
export function* toPages(
  table: TableName,
  sandbox: string,
  { documents, contents }: WriteSet,
  copy: SandboxCopy,
  version: number,
): Generator<Statement[], void, void> {
  const stored = toStorable(sandbox);
  const statements: Statement[] = [];
  let columns = emptyColumns();
  for (const [collection, ids] of documents)
    for (const id of ids) {
      if (columns.ids.length === PAGE) {
        yield [insertion(table, stored, version, columns)];
        columns = emptyColumns();
      }
      addRow(columns, collection, id, copy);
    }
  if (columns.ids.length > 0) statements.push(insertion(table, stored, version, columns));
  if (documents.size > 0)
    statements.push({
      text: `INSERT INTO ${table('positions')} (sandbox, version, collection, last)
        SELECT $1::text, $2::bigint, * FROM unnest($3::text[], $4::bigint[])
        ON CONFLICT (sandbox, collection) DO UPDATE SET last = excluded.last, version = excluded.version
        WHERE ${table('positions')}.last < excluded.last`,
      values: [
        stored,
        version,
        [...documents.keys()].map(toStorable),
        [...documents.keys()].map((name) => copy.partition.tables.get(name)?.last ?? 0),
      ],
    });
  for (const [id, bytes] of contents)
    statements.push({
      text: `INSERT INTO ${table('contents')} (sandbox, id, version, bytes) VALUES ($1, $2, $3, $4)
        ON CONFLICT (sandbox, id) DO UPDATE SET version = excluded.version, bytes = excluded.bytes`,
      values: [stored, toStorable(id), version, bytes ?? null],
    });
  yield statements;
}

/** One statement writes any number of rows. */
interface Columns {
  readonly collections: string[];
  readonly ids: string[];
  readonly positions: number[];
  readonly values: (string | null)[];
  readonly keys: (string | null)[];
}

const emptyColumns = (): Columns => ({ collections: [], ids: [], positions: [], values: [], keys: [] });

const addRow = (columns: Columns, collection: string, id: string, { partition, keys }: SandboxCopy): void => {
  const entry = partition.tables.get(collection)?.byId.get(id);
  columns.collections.push(toStorable(collection));
  columns.ids.push(toStorable(id));
  columns.positions.push(entry?.position ?? 0);
  columns.values.push(entry === undefined ? null : stringifyJson(valueOf(entry)));
  columns.keys.push(entry === undefined ? null : stringifyJson(keys.get(entry) ?? []));
};

const insertion = (
  table: TableName,
  stored: string,
  version: number,
  { collections, ids, positions, values, keys }: Columns,
): Statement => ({
  text: `INSERT INTO ${table('documents')} (sandbox, version, collection, id, position, value, keys)
    SELECT $1::text, $2::bigint, * FROM unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[])
    ON CONFLICT (sandbox, collection, id) DO UPDATE SET version = excluded.version, position = excluded.position,
    value = excluded.value, keys = excluded.keys`,
  values: [stored, version, collections, ids, positions, values, keys],
});
