import type { PlacesFor } from '../../../kernel/places.ts';
import type { After } from '../../../kernel/timers.ts';
import { createTurns, type InTurn } from '../../../kernel/turns.ts';
import type { Postgres } from './open-postgres.ts';
import type { ReplicaHeartbeats } from './replica-heartbeats.ts';
import { statement } from './statement.ts';

export interface PostgresPlacesParts {
  readonly database: Pick<Postgres, 'pipelined' | 'table'>;
  readonly replica: Pick<ReplicaHeartbeats, 'id' | 'ended'>;
  readonly after: After;
}

/** What this process has of a key. */
interface Own {
  count: number;
  /** Takings and returns under way: the key is not forgotten under them. */
  waiting: number;
  /** One statement at a time, so that the database ends with the latest count. */
  readonly inTurn: InTurn;
}

/** Milliseconds after which a place that could not be given back is given back again. */
const AGAIN = 5000;

/**
 * Places of several processes: a row for each key says how many each process has, and is changed by one statement, so that
 * no two processes take the last place. Processes that have ended do not count, so that one which was killed keeps nothing;
 * one that has just begun does, although this process has not heard of it yet.
 */
export const createPostgresPlaces =
  ({ database, replica, after }: PostgresPlacesParts): PlacesFor =>
  ({ name, limit }) => {
    const table = database.table('places');
    const isHeld = (silent: string): string =>
      `held.key IN (SELECT id FROM ${database.table('replicas')}) AND NOT held.key = ANY(${silent})`;
    const owned = new Map<string, Own>();

    /** False if there is no room for more. Fewer are always noted. */
    const note = async (key: string, count: number, most: number): Promise<boolean> => {
      const [result] = await database.pipelined([
        statement(
          `INSERT INTO ${table} AS known (name, key, holders) VALUES ($1, $2, jsonb_build_object($3::text, $4::int))
            ON CONFLICT (name, key) DO UPDATE SET holders = known.holders || excluded.holders
            WHERE $4 + (SELECT coalesce(sum(held.value::int), 0) FROM jsonb_each_text(known.holders) AS held
              WHERE held.key <> $3 AND ${isHeld('$5')}) <= $6`,
          [name, key, replica.id, count, replica.ended(), most],
        ),
      ]);
      return result.count > 0;
    };

    const ownOf = (key: string): Own => {
      const known = owned.get(key) ?? { count: 0, waiting: 0, inTurn: createTurns() };
      owned.set(key, known);
      return known;
    };

    const forgetUnused = (key: string, own: Own): void => {
      if (own.count === 0 && own.waiting === 0 && owned.get(key) === own) owned.delete(key);
    };

    const giveBack = (key: string, own: Own): void => {
      void own
        .inTurn(() => note(key, own.count, Number.MAX_SAFE_INTEGER))
        .then(
          () => {
            own.waiting -= 1;
            forgetUnused(key, own);
          },
          () => {
            after(AGAIN, () => {
              giveBack(key, own);
            });
          },
        );
    };

    return {
      limit,
      take: (key) => {
        const own = ownOf(key);
        own.waiting += 1;
        const taking = own.inTurn(async () => {
          if (!(await note(key, own.count + 1, limit))) return undefined;
          own.count += 1;
          let isTaken = true;
          return () => {
            if (!isTaken) return;
            isTaken = false;
            own.count -= 1;
            own.waiting += 1;
            giveBack(key, own);
          };
        });
        return taking.finally(() => {
          own.waiting -= 1;
          forgetUnused(key, own);
        });
      },
      usedBy: async (key) => {
        const [{ rows }] = await database.pipelined([
          statement<{ used: number }>(
            `SELECT coalesce(sum(held.value::int), 0)::int AS used FROM ${table} AS known, jsonb_each_text(known.holders) AS held
              WHERE known.name = $1 AND known.key = $2 AND ${isHeld('$3')}`,
            [name, key, replica.ended()],
          ),
        ]);
        return rows[0]?.used ?? 0;
      },
    };
  };

/** Deletes what only processes that have ended have. */
export const tidyPlaces = async ({ database }: Pick<PostgresPlacesParts, 'database'>): Promise<void> => {
  await database.pipelined([
    statement(
      `DELETE FROM ${database.table('places')} AS known WHERE NOT EXISTS (
        SELECT FROM jsonb_each_text(known.holders) AS held JOIN ${database.table('replicas')} AS replica
          ON replica.id = held.key WHERE held.value::int > 0)`,
    ),
  ]);
};
