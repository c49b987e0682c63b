import { RECORDER_LIMITS, type RecorderLimits } from '../../../engine/capsule/recording.ts';
import type {
  JournalRow,
  JournalTable,
  OwnerNews,
  StoredRow,
  Unfolded,
} from '../../../engine/journal/shared/journal-table.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import type { Postgres } from './open-postgres.ts';
import { BEGIN, COMMIT, type RecordedCall, addCalls, lockRecordings } from './recorded-calls.ts';
import { statement } from './statement.ts';

/** Rows that one question returns of an owner. */
const MOST_ROWS = 500;

interface OwnerRow {
  readonly owner: string;
}

interface HeadRow extends OwnerRow {
  readonly seq: number;
  readonly base_seq: number;
  readonly base: string | null;
}

interface RecordRow extends OwnerRow, Omit<StoredRow, 'text'> {
  readonly record: string;
}

/** The journal in a PostgreSQL database: a row for each record, and one for each owner with its last number. */
export const createPostgresJournal = (
  { table, pipelined }: Pick<Postgres, 'table' | 'pipelined'>,
  limits: RecorderLimits = RECORDER_LIMITS,
): JournalTable => {
  const journal = table('journal');
  const heads = table('journal_heads');

  return {
    append: async (rows) => {
      // The row of an owner is locked until the commit, always in the same order: so numbers are seen in their order.
      const append = statement<Unfolded>(
        `WITH new AS (
            SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::bigint[], $6::text[])
              WITH ORDINALITY AS r (owner, origin, number, is_exchange, weight, record, place)),
          total AS (
            SELECT owner, count(*) AS rows, count(*) FILTER (WHERE is_exchange) AS exchanges,
              sum(weight)::bigint AS bytes FROM new GROUP BY owner),
          head AS (
            INSERT INTO ${heads} AS h (owner, seq, exchanges, bytes, base_seq)
            SELECT owner, rows, exchanges, bytes, 0 FROM total ORDER BY owner COLLATE "C"
            ON CONFLICT (owner) DO UPDATE SET seq = h.seq + excluded.seq,
              exchanges = h.exchanges + excluded.exchanges, bytes = h.bytes + excluded.bytes
            RETURNING owner, seq, exchanges, bytes),
          added AS (
            INSERT INTO ${journal} (owner, seq, origin, number, is_exchange, weight, record)
            SELECT owner, head.seq - total.rows + row_number() OVER (PARTITION BY owner ORDER BY place),
              origin, number, is_exchange, weight, record
            FROM new JOIN total USING (owner) JOIN head USING (owner))
          SELECT owner, exchanges, bytes FROM head`,
        toColumns(rows),
      );
      const recorded = rows.flatMap(toRecordedCalls);
      const unfolded =
        recorded.length === 0
          ? (await pipelined([append]))[0]
          : (await pipelined([BEGIN, lockRecordings(table), append, addCalls(table, recorded, limits), COMMIT]))[2];
      return unfolded.rows.map(({ owner, ...counts }) => ({ ...counts, owner: fromStorable(owner) }));
    },

    heads: async (owners) => {
      const select = statement<Pick<HeadRow, 'owner' | 'seq'>>(
        `SELECT owner, seq FROM ${heads} WHERE owner = ANY($1::text[])`,
        [owners.map(toStorable)],
      );
      const [found] = await pipelined([select]);
      return new Map(found.rows.map(({ owner, seq }) => [fromStorable(owner), seq]));
    },

    since: async (known) => {
      const asked = [[...known.keys()].map(toStorable), [...known.values()]];
      const rows = statement<RecordRow>(
        `SELECT j.* FROM unnest($1::text[], $2::bigint[]) AS w (owner, known) CROSS JOIN LATERAL (
            SELECT owner, seq, origin, number, weight, record FROM ${journal}
            WHERE owner = w.owner AND seq > w.known ORDER BY seq LIMIT ${String(MOST_ROWS)}) AS j
          ORDER BY j.owner, j.seq`,
        asked,
      );
      const bases = statement<HeadRow>(
        `SELECT h.owner, h.seq, h.base_seq, CASE WHEN h.base_seq > w.known THEN h.base END AS base
          FROM unnest($1::text[], $2::bigint[]) AS w (owner, known) JOIN ${heads} AS h ON h.owner = w.owner`,
        asked,
      );
      // The rows first: a fold that comes between contains at least what it has deleted.
      const [found, owners] = await pipelined([rows, bases]);
      const rowsOf = Map.groupBy(found.rows, ownerIn);
      const headOf = new Map(owners.rows.map((row) => [ownerIn(row), row]));
      return [...known.keys()].map((owner) => toNews(owner, headOf.get(owner), rowsOf.get(owner) ?? []));
    },

    fold: async (owner, { seq, text }) => {
      const fold = statement(
        `WITH former AS (
            SELECT owner, base_seq FROM ${heads} WHERE owner = $1 AND base_seq < $2 FOR UPDATE),
          folded AS (
            SELECT count(*) FILTER (WHERE is_exchange) AS exchanges, coalesce(sum(weight), 0)::bigint AS bytes
            FROM ${journal} AS j JOIN former ON j.owner = former.owner AND j.seq > former.base_seq AND j.seq <= $2),
          moved AS (
            UPDATE ${heads} AS h SET base_seq = $2, base = $3,
              exchanges = h.exchanges - folded.exchanges, bytes = h.bytes - folded.bytes
            FROM former, folded WHERE h.owner = former.owner)
          DELETE FROM ${journal} AS j USING former WHERE j.owner = former.owner AND j.seq <= former.base_seq`,
        [toStorable(owner), seq, text],
      );
      await pipelined([fold]);
    },

    drop: async (owner) => {
      await pipelined(
        [heads, journal].map((name) => statement(`DELETE FROM ${name} WHERE owner = $1`, [toStorable(owner)])),
      );
    },
  };
};

const toRecordedCalls = ({ origin, number, recorded = [] }: JournalRow): readonly RecordedCall[] =>
  recorded.map((call) => ({ ...call, origin, number }));

const ownerIn = ({ owner }: OwnerRow): string => fromStorable(owner);

/** One parameter for each column: the statement is the same for any number of rows. */
const toColumns = (rows: readonly JournalRow[]): readonly unknown[] => [
  rows.map(({ owner }) => toStorable(owner)),
  rows.map(({ origin }) => origin),
  rows.map(({ number }) => number),
  rows.map(({ isExchange }) => isExchange),
  rows.map(({ weight }) => weight),
  rows.map(({ text }) => text),
];

const toNews = (owner: string, head: HeadRow | undefined, rows: readonly RecordRow[]): OwnerNews => ({
  owner,
  head: head?.seq ?? 0,
  base: typeof head?.base === 'string' ? { seq: head.base_seq, text: head.base } : undefined,
  rows: rows.map(({ seq, origin, number, weight, record }) => ({ seq, origin, number, weight, text: record })),
});
