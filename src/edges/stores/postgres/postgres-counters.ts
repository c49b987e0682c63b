import type { Counters } from '../../../engine/rate-limiting/counters.ts';
import type { Postgres } from './open-postgres.ts';
import { statement } from './pipeline.ts';

interface PostgresCountersParts {
  readonly database: Pick<Postgres, 'pipelined' | 'table'>;
  /** Wall-clock time in milliseconds. */
  readonly now: () => number;
}

/** Counts of several processes: each is one statement, so that no two of them take the last place. */
export const createPostgresCounters =
  ({ database, now }: PostgresCountersParts): Counters =>
  ({ name, limit, window }) => {
    const table = database.table('counters');
    const read = async (key: string) => {
      const [[row]] = await database.pipelined([
        statement<{ readonly used: number; readonly expiresAt: number }>(
          `SELECT used, expires_at AS "expiresAt" FROM ${table} WHERE name = $1 AND key = $2 AND expires_at > $3`,
          [name, key, now()],
        ),
      ]);
      return row;
    };
    const waitOf = async (key: string): Promise<number> => {
      const row = await read(key);
      return row === undefined || row.used < limit ? 0 : Math.max(1, row.expiresAt - now());
    };
    return {
      take: async (key, amount = 1) => {
        if (limit <= 0) return window;
        const at = now();
        const [taken] = await database.pipelined([
          statement(
            `INSERT INTO ${table} AS known (name, key, window_start, used, expires_at) VALUES ($1, $2, $3, $4, $5)
              ON CONFLICT (name, key) DO UPDATE SET
                window_start = CASE WHEN known.expires_at <= $3 THEN excluded.window_start ELSE known.window_start END,
                used = excluded.used + CASE WHEN known.expires_at <= $3 THEN 0 ELSE known.used END,
                expires_at = CASE WHEN known.expires_at <= $3 THEN excluded.expires_at ELSE known.expires_at END
              WHERE known.expires_at <= $3 OR known.used < $6 RETURNING name`,
            [name, key, at, amount, at + window, limit],
          ),
        ]);
        if (taken.length > 0) return undefined;
        const row = await read(key);
        return row === undefined ? 1 : Math.max(1, row.expiresAt - now());
      },
      giveBack: async (key, amount = 1) => {
        await database.pipelined([
          statement(
            `UPDATE ${table} SET used = greatest(0, used - $4) WHERE name = $1 AND key = $2 AND expires_at > $3`,
            [name, key, now(), amount],
          ),
        ]);
      },
      waitOf,
      usedBy: async (key) => (await read(key))?.used ?? 0,
    };
  };

/** Deletes what no longer counts. */
export const tidyCounters = async ({ database, now }: PostgresCountersParts): Promise<void> => {
  await database.pipelined([statement(`DELETE FROM ${database.table('counters')} WHERE expires_at <= $1`, [now()])]);
};
