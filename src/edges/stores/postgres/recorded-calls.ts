import type { RecorderLimits } from '../../../engine/capsule/recording.ts';
import { RECORDINGS } from '../../../engine/capsule/shared/recording-table.ts';
import type { RecordedRow } from '../../../engine/journal/shared/journal-table.ts';
import { type Statement, statement } from './statement.ts';
import type { TableName } from './table-name.ts';

/** A call with the record of the journal that it belongs to. */
export interface RecordedCall extends RecordedRow {
  readonly origin: string;
  readonly number: number;
}

/** Each statement sees what was committed before it: also by those for whom the lock has waited. */
export const BEGIN = statement('BEGIN ISOLATION LEVEL READ COMMITTED');
export const COMMIT = statement('COMMIT');

/** Anything but the number of the migrations: locks of a database share one space of numbers. */
const LOCK_SPACE = 0x76_61_74_72;

/** The limit of all recordings is one count: whoever changes recordings does so alone, until the transaction ends. */
export const lockRecordings = ({ schema }: TableName): Statement =>
  statement('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [schema, LOCK_SPACE]);

/** Other processes look at the recordings anew. */
export const tellOfRecordings = (table: TableName): Statement =>
  statement(
    `INSERT INTO ${table('sandboxes')} AS known (id, version, epoch, floor, used_at) VALUES ($1, 1, 0, 0, 0)
      ON CONFLICT (id) DO UPDATE SET version = known.version + 1`,
    [RECORDINGS],
  );

/**
 * Adds calls, each recording's in their order, until the first that it has no room for. What is known already, because
 * nobody learned that it was written, stays; so does what is for no recording.
 */
export const addCalls = (table: TableName, calls: readonly RecordedCall[], limits: RecorderLimits): Statement =>
  statement(
    `WITH new AS (
        SELECT n.* FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
          WITH ORDINALITY AS n (recording, origin, number, nth, bytes, call, place)
        WHERE NOT EXISTS (SELECT FROM ${table('recorded_calls')} AS k
          WHERE k.recording = n.recording AND k.origin = n.origin AND k.number = n.number)),
      counted AS (
        SELECT new.*, r.calls + row_number() OVER own AS own_calls,
          r.bytes - length(r.start) + sum(new.bytes) OVER own AS own_bytes,
          (SELECT sum(bytes) FROM ${table('recordings')}) + sum(new.bytes) OVER (ORDER BY place) AS all_bytes
        FROM new JOIN ${table('recordings')} AS r ON r.id = new.recording AND r.full_by IS NULL
        WINDOW own AS (PARTITION BY recording ORDER BY place)),
      judged AS (
        SELECT *, CASE WHEN own_calls > $7 THEN 'calls' WHEN own_bytes > $8 THEN 'bytes'
          WHEN all_bytes > $9 THEN 'all-bytes' END AS full_by FROM counted),
      added AS (
        INSERT INTO ${table('recorded_calls')} (recording, origin, number, nth, call)
        SELECT recording, origin, number, nth, call FROM judged WHERE full_by IS NULL),
      total AS (
        SELECT recording, count(*) FILTER (WHERE full_by IS NULL) AS calls,
          coalesce(sum(bytes) FILTER (WHERE full_by IS NULL), 0) AS bytes,
          (array_agg(full_by ORDER BY place) FILTER (WHERE full_by IS NOT NULL))[1] AS full_by
        FROM judged GROUP BY recording),
      grown AS (
        UPDATE ${table('recordings')} AS r SET calls = r.calls + total.calls, bytes = r.bytes + total.bytes,
          full_by = total.full_by
        FROM total WHERE r.id = total.recording RETURNING r.full_by)
      UPDATE ${table('sandboxes')} SET version = version + 1
        WHERE id = $10 AND EXISTS (SELECT FROM grown WHERE full_by IS NOT NULL)`,
    [
      calls.map(({ recording }) => recording),
      calls.map(({ origin }) => origin),
      calls.map(({ number }) => number),
      calls.map(({ nth }) => nth),
      calls.map(({ bytes }) => bytes),
      calls.map(({ text }) => text),
      limits.calls,
      limits.bytes,
      limits.allBytes,
      RECORDINGS,
    ],
  );
