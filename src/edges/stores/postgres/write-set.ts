import { stringifyJson } from '../../../kernel/json.ts';
import { valueOf } from '../memory-entry.ts';
import { toStorable } from '../storable-text.ts';
import type { SandboxCopy } from './sandbox-copy.ts';
import type { Statement } from './statement.ts';
import type { TableName } from './table-name.ts';

/** What has changed under a lock, and is written when it ends. What the documents became is in the copy. */
export interface WriteSet {
  /** Ids by collection. */
  readonly documents: Map<string, Set<string>>;
  /** Undefined for a content that was removed. */
  readonly contents: Map<string, Uint8Array | undefined>;
}

export const createWriteSet = (): WriteSet => ({ documents: new Map(), contents: new Map() });

export const isEmpty = ({ documents, contents }: WriteSet): boolean => documents.size === 0 && contents.size === 0;

export const noteDocument = ({ documents }: WriteSet, collection: string, id: string): void => {
  const ids = documents.get(collection);
  if (ids === undefined) documents.set(collection, new Set([id]));
  else ids.add(id);
};

/** The statements that write all of it as one version. */
export const toStatements = (
  table: TableName,
  sandbox: string,
  { documents, contents }: WriteSet,
  copy: SandboxCopy,
  version: number,
): Statement[] => {
  const statements: Statement[] = [];
  const stored = toStorable(sandbox);
  if (documents.size > 0) {
    const rows = toRows(documents, copy);
    statements.push(
      {
        text: `INSERT INTO ${table('documents')} (sandbox, version, collection, id, position, value, keys)
          SELECT $1::text, $2::bigint, * FROM unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[])
          ON CONFLICT (sandbox, collection, id) DO UPDATE SET version = excluded.version, position = excluded.position,
          value = excluded.value, keys = excluded.keys`,
        values: [stored, version, rows.collections, rows.ids, rows.positions, rows.values, rows.keys],
      },
      {
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
      },
    );
  }
  for (const [id, bytes] of contents)
    statements.push({
      text: `INSERT INTO ${table('contents')} (sandbox, id, version, bytes) VALUES ($1, $2, $3, $4)
        ON CONFLICT (sandbox, id) DO UPDATE SET version = excluded.version, bytes = excluded.bytes`,
      values: [stored, toStorable(id), version, bytes ?? null],
    });
  return statements;
};

/** As columns: one statement for any number of rows. */
const toRows = (documents: WriteSet['documents'], { partition, keys }: SandboxCopy) => {
  const rows = {
    collections: [] as string[],
    ids: [] as string[],
    positions: [] as number[],
    values: [] as (string | null)[],
    keys: [] as (string | null)[],
  };
  for (const [collection, ids] of documents) {
    const table = partition.tables.get(collection);
    for (const id of ids) {
      const entry = table?.byId.get(id);
      rows.collections.push(toStorable(collection));
      rows.ids.push(toStorable(id));
      rows.positions.push(entry?.position ?? 0);
      rows.values.push(entry === undefined ? null : stringifyJson(valueOf(entry)));
      rows.keys.push(entry === undefined ? null : stringifyJson(keys.get(entry) ?? []));
    }
  }
  return rows;
};
