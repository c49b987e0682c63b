import { StoreError, type NewDocument, type Store } from '../../../engine/sandbox/store.ts';
import { parseOwnJson } from '../../../kernel/json.ts';
import { NO_PAUSE, type Pause } from '../../../kernel/time-slices.ts';
import { type Fence, type Flush, type HomeDatabase, type HomeOwner, homeOf } from '../home-database.ts';
import { toNotes } from '../persistence.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import type { Postgres } from './open-postgres.ts';
import { type Pipeline, statement } from './pipeline.ts';
import { type DocumentRow, NO_ROWS, PAGE, toCollections, toDocument, toPages, writeRows } from './rows.ts';
import type { Partition } from '../partition.ts';
import { Reader, fillPartition } from '../transaction.ts';

const BEGIN = statement('BEGIN ISOLATION LEVEL READ COMMITTED');
const COMMIT = statement('COMMIT');
const IS_READ_ONLY = statement<{ readonly isReadOnly: boolean }>('SELECT pg_is_in_recovery() AS "isReadOnly"');

/** Sandboxes as rows; `own` is the id of this server. */
export const createPostgresDatabase = (database: Postgres, own: string, pauses: () => Pause): HomeDatabase => {
  const { table } = database;
  const sandboxes = table('sandboxes');
  // The grain directory: a row says which server is the home, and for how long that server lives.
  const lives = `EXISTS (SELECT FROM ${table('replicas')} AS r WHERE r.id = s.owner AND r.expires_at > clock_timestamp())`;
  const ownerStatement = (home: string) =>
    statement<HomeOwner>(
      `SELECT r.id, r.url FROM ${sandboxes} AS s JOIN ${table('replicas')} AS r ON r.id = s.owner
        WHERE s.id = $1 AND s.owner <> $2 AND r.expires_at > clock_timestamp()`,
      [toStorable(home), own],
    );

  const rowsOf = async <Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> => {
    const [rows] = await database.pipelined([statement<Row>(text, values)]);
    return rows;
  };

  const writeFenced = async (pipelined: Pipeline, fences: readonly Fence[], page = NO_ROWS) => {
    const [rows] = await pipelined([writeRows(table, own, fences, page)]);
    return new Set(rows.map(({ id }) => fromStorable(id)));
  };

  /** In a transaction, whose first statement locks the rows of the homes. */
  const writePages = async (pipelined: Pipeline, flush: Flush, pause = NO_PAUSE): Promise<ReadonlySet<string>> => {
    let held: ReadonlySet<string> = new Set();
    for (const page of toPages(flush)) {
      held = await writeFenced(pipelined, flush.fences, page);
      await pause();
    }
    for (const [sandbox, { contents }] of flush.notes)
      if (held.has(homeOf(sandbox)))
        for (const [id, bytes] of contents) {
          const place = [toStorable(sandbox), toStorable(id)];
          await pipelined([
            bytes === undefined
              ? statement(`DELETE FROM ${table('contents')} WHERE sandbox = $1 AND id = $2`, place)
              : statement(
                  `INSERT INTO ${table('contents')} (sandbox, id, bytes) VALUES ($1, $2, $3)
                    ON CONFLICT (sandbox, id) DO UPDATE SET bytes = excluded.bytes`,
                  [...place, bytes],
                ),
          ]);
        }
    await pipelined([COMMIT]);
    return held;
  };

  return {
    name: database.name,
    claim: async (home, gone) => {
      const [claims, states, pieces, owners] = await database.pipelined([
        // A new term is greater than all of a sandbox that had this name before.
        statement<{ readonly term: number }>(
          `INSERT INTO ${sandboxes} AS s (id, version, used_at, owner, term)
            VALUES ($1, 0, 0, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
            ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, term = s.term + 1
            WHERE s.owner IS NULL OR s.owner = $2 OR s.owner = $3 OR NOT ${lives} RETURNING term`,
          [toStorable(home), own, gone ?? null],
        ),
        statement<{ readonly name: string; readonly value: string | null }>(
          `SELECT name, value FROM ${table('live_states')} WHERE sandbox = $1`,
          [toStorable(home)],
        ),
        statement<{ readonly name: string; readonly number: number; readonly value: string }>(
          `SELECT p.name, p.number, p.value FROM ${table('log_pieces')} AS p JOIN ${sandboxes} AS s ON s.id = p.sandbox
            WHERE p.sandbox = $1 AND s.owner = $2 ORDER BY p.name, p.number`,
          [toStorable(home), own],
        ),
        ownerStatement(home),
      ]);
      return {
        term: claims[0]?.term,
        live: {
          states: states.map(({ name, value }) => ({ name: fromStorable(name), text: value ?? undefined })),
          pieces: pieces.map(({ name, number, value }) => ({ name: fromStorable(name), number, from: 0, text: value })),
        },
        owner: owners[0],
      };
    },
    ownerOf: async (home) => {
      const [[owner]] = await database.pipelined([ownerStatement(home)]);
      return owner;
    },
    release: async (homes) => {
      const all = [...homes].map(([home, term]) => ({ home: toStorable(home), term }));
      await database.pipelined([
        statement(
          `UPDATE ${sandboxes} AS s SET owner = NULL FROM json_to_recordset($2::json) AS g (home text, term bigint)
            WHERE s.id = g.home AND s.owner = $1 AND s.term = g.term`,
          [own, JSON.stringify(all)],
        ),
      ]);
    },
    load: async (sandbox) => {
      const stored = toStorable(sandbox);
      const [documents, positions, contents] = await database.pipelined([
        statement<DocumentRow & { readonly value: string }>(
          `SELECT collection, id, position, value, keys FROM ${table('documents')}
            WHERE sandbox = $1 ORDER BY collection, position`,
          [stored],
        ),
        statement<{ readonly collection: string; readonly last: number }>(
          `SELECT collection, last FROM ${table('positions')} WHERE sandbox = $1`,
          [stored],
        ),
        statement<{ readonly id: string; readonly size: number }>(
          `SELECT id, octet_length(bytes) AS size FROM ${table('contents')} WHERE sandbox = $1`,
          [stored],
        ),
      ]);
      return {
        collections: toCollections(documents.map((row) => [row, toDocument(row, row.value)])),
        positions: Object.fromEntries(positions.map(({ collection, last }) => [fromStorable(collection), last])),
        contents: new Map(contents.map(({ id, size }) => [fromStorable(id), size])),
      };
    },
    readContent: async (sandbox, id) => {
      const [row] = await rowsOf<{ readonly bytes: Uint8Array }>(
        `SELECT bytes FROM ${table('contents')} WHERE sandbox = $1 AND id = $2`,
        [toStorable(sandbox), toStorable(id)],
      );
      return row && new Uint8Array(row.bytes);
    },
    write: async (flush) => {
      if (isOnePage(flush.notes)) {
        const [page] = toPages(flush);
        return writeFenced(database.pipelined, flush.fences, page);
      }
      return database.withClient(async (pipelined) => {
        await pipelined([BEGIN]);
        return writePages(pipelined, flush);
      });
    },
    replace: (sandbox, fence, dump, pause) =>
      database.withClient(async (pipelined) => {
        await pipelined([BEGIN]);
        const held = await writeFenced(pipelined, [fence]);
        // The transaction is rolled back when the connection is released.
        if (!held.has(fence.home)) return false;
        await pipelined(
          ['documents', 'positions', 'contents'].map((name) =>
            statement(`DELETE FROM ${table(name)} WHERE sandbox = $1`, [toStorable(sandbox)]),
          ),
        );
        const notes = new Map(dump && [[sandbox, toNotes(dump)]]);
        await writePages(pipelined, { fences: [fence], notes, live: new Map() }, pause);
        return true;
      }),
    forget: async (sandbox) => {
      await database.pipelined(
        ['live_states', 'log_pieces'].map((name) =>
          statement(`DELETE FROM ${table(name)} WHERE sandbox = $1`, [toStorable(sandbox)]),
        ),
      );
    },
    readCommon: createCommonReader(database, pauses),
    peek: async (sandbox, collection, id) => {
      const [row] = await rowsOf<{ readonly value: string }>(
        `SELECT value FROM ${table('documents')} WHERE sandbox = $1 AND collection = $2 AND id = $3`,
        [toStorable(sandbox), toStorable(collection), toStorable(id)],
      );
      return row && parseOwnJson(row.value);
    },
    versionOf: async (sandbox) => {
      const [row] = await rowsOf<{ readonly version: number }>(
        `SELECT version FROM ${table('sandboxes')} WHERE id = $1`,
        [toStorable(sandbox)],
      );
      return row?.version ?? 0;
    },
    usedAt: async (sandboxes) => {
      const rows = await rowsOf<{ readonly id: string; readonly at: number }>(
        `SELECT id, used_at AS at FROM ${table('sandboxes')} WHERE id = ANY($1::text[])`,
        [sandboxes.map(toStorable)],
      );
      return new Map(rows.map(({ id, at }) => [fromStorable(id), at]));
    },
    dueSandboxes: async (at, limit) => {
      const rows = await rowsOf<{ readonly id: string }>(
        `SELECT s.id FROM ${table('sandboxes')} AS s
            LEFT JOIN ${table('replicas')} AS r ON r.id = s.owner AND r.expires_at > clock_timestamp()
            WHERE s.next_due <= $1 AND (r.id IS NULL OR r.id = $3)
            ORDER BY r.id IS NOT NULL, s.next_due LIMIT $2`,
        [at, limit, own],
      );
      return rows.map(({ id }) => fromStorable(id));
    },
    check: async () => {
      try {
        const [[found]] = await database.pipelined([IS_READ_ONLY]);
        return found?.isReadOnly === true ? 'unwritable' : undefined;
      } catch (error) {
        return error instanceof StoreError ? error.fault : 'unwritable';
      }
    },
    close: database.close,
  };
};

/** One statement writes it all. */
const isOnePage = (notes: Flush['notes']): boolean => {
  let documents = 0;
  for (const noted of notes.values()) {
    if (noted.contents.size > 0) return false;
    for (const ids of noted.documents.values()) documents += ids.size;
  }
  return documents <= PAGE;
};

/** Of a document that is as it was, without the value; of a partition without any, without a collection. */
type Row = DocumentRow & { readonly version: number; readonly value: string | null };

/** Each read asks whether anything is new. What is not, is the same object as before. */
const createCommonReader = (
  { pipelined, table }: Pick<Postgres, 'pipelined' | 'table'>,
  pauses: () => Pause,
): Store['read'] => {
  const seen = new Map<
    string,
    {
      readonly version: number;
      readonly documents: ReadonlyMap<string, NewDocument>;
      readonly copy: Partition;
    }
  >();

  const look = async (partition: string): Promise<Partition> => {
    const before = seen.get(partition);
    const version = before?.version ?? 0;
    const [rows] = await pipelined([
      statement<Row | { readonly version: number; readonly collection: null }>(
        `SELECT s.version, d.collection, d.id, d.position, CASE WHEN d.version > $2 THEN d.value END AS value, d.keys
          FROM ${table('sandboxes')} AS s LEFT JOIN ${table('documents')} AS d ON d.sandbox = s.id
          WHERE s.id = $1 AND s.version > $2 ORDER BY d.collection, d.position`,
        [toStorable(partition), version],
      ),
    ]);
    const [first] = rows;
    if (first === undefined) return before?.copy ?? fillPartition({ collections: {}, positions: {} }, [], pauses());
    const documents = new Map<string, NewDocument>();
    const all: [Row, NewDocument][] = [];
    for (const row of rows) {
      if (row.collection === null) continue;
      const place = `${row.collection}\n${row.id}`;
      const document = row.value === null ? before?.documents.get(place) : toDocument(row, row.value);
      if (document === undefined) throw new Error(`${partition} has lost ${place}`);
      documents.set(place, document);
      all.push([row, document]);
    }
    const copy = await fillPartition({ collections: toCollections(all), positions: {} }, [], pauses());
    // Another look may have come later and have ended before.
    if ((seen.get(partition)?.version ?? 0) < first.version)
      seen.set(partition, { version: first.version, documents, copy });
    return copy;
  };

  return async (partition, work) => {
    const reader = new Reader(await look(partition));
    try {
      return await work(reader);
    } finally {
      reader.end();
    }
  };
};
