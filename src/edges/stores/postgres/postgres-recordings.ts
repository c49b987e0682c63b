import { RECORDER_LIMITS, type Full, type RecorderLimits } from '../../../engine/capsule/recording.ts';
import {
  type ListedRecording,
  RECORDINGS,
  type RecordingTable,
  type StoredCall,
} from '../../../engine/capsule/shared/recording-table.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import type { Postgres } from './open-postgres.ts';
import { BEGIN, COMMIT, lockRecordings, tellOfRecordings } from './recorded-calls.ts';
import { statement } from './statement.ts';

/** Calls that one question returns. */
const MOST_ROWS = 200;

interface RecordingRow {
  readonly id: string;
  readonly since: number;
  readonly began_at: number;
  readonly marks: string;
  readonly start: Uint8Array;
  readonly bytes: number;
  readonly full_by: Full | null;
}

/** Recordings in a PostgreSQL database: a row for each, and one for each of its calls, which `addCalls` writes. */
export const createPostgresRecordings = (
  { table, pipelined }: Pick<Postgres, 'table' | 'pipelined'>,
  limits: RecorderLimits = RECORDER_LIMITS,
): RecordingTable => {
  const recordings = table('recordings');

  return {
    begin: async ({ id, owner, since, start, beganAt, marks }) => {
      const [, , , added] = await pipelined([
        BEGIN,
        lockRecordings(table),
        statement(`DELETE FROM ${recordings} WHERE owner = $1`, [toStorable(owner)]),
        statement(
          `INSERT INTO ${recordings} (id, owner, since, began_at, marks, start, calls, bytes)
            SELECT $1, $2, $3, $4, $5, $6::bytea, 0, length($6::bytea)
            WHERE (SELECT coalesce(sum(bytes), 0) FROM ${recordings}) + length($6::bytea) <= $7`,
          [id, toStorable(owner), since, beganAt, JSON.stringify(Object.fromEntries(marks)), start, limits.allBytes],
        ),
        tellOfRecordings(table),
        COMMIT,
      ]);
      return added.count > 0;
    },

    end: async (owner, id) => {
      const end = statement(
        `WITH ended AS (
            DELETE FROM ${recordings} WHERE owner = $1 AND id = coalesce($2, id) RETURNING id)
          UPDATE ${table('sandboxes')} SET version = version + 1 WHERE id = $3 AND EXISTS (SELECT FROM ended)`,
        [toStorable(owner), id ?? null, RECORDINGS],
      );
      await pipelined([BEGIN, lockRecordings(table), end, COMMIT]);
    },

    list: async () => {
      const [{ rows }] = await pipelined([
        statement<ListedRecording>(
          `SELECT id, owner, since, full_by IS NOT NULL AS "isFull" FROM ${recordings} ORDER BY owner`,
        ),
      ]);
      return rows.map(({ owner, ...row }) => ({ ...row, owner: fromStorable(owner) }));
    },

    find: async (owner) => {
      const [{ rows }] = await pipelined([
        statement<RecordingRow>(
          `SELECT id, since, began_at, marks, start, bytes, full_by FROM ${recordings} WHERE owner = $1`,
          [toStorable(owner)],
        ),
      ]);
      const [row] = rows;
      if (row === undefined) return undefined;
      const { id, since, start, bytes } = row;
      return {
        ...{ id, owner, since, start, bytes },
        beganAt: row.began_at,
        marks: new Map(Object.entries(JSON.parse(row.marks) as Record<string, number>)),
        full: row.full_by ?? undefined,
      };
    },

    callsAfter: async (id, { origin, number }) => {
      const [{ rows }] = await pipelined([
        statement<StoredCall>(
          `SELECT origin, number, nth, call AS text FROM ${table('recorded_calls')}
            WHERE recording = $1 AND (origin, number) > ($2, $3) ORDER BY origin, number LIMIT ${String(MOST_ROWS)}`,
          [id, origin, number],
        ),
      ]);
      return rows;
    },
  };
};
