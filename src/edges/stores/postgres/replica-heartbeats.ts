import type { Replica } from '../../../engine/sandbox/replica.ts';
import type { After } from '../../../kernel/timers.ts';
import type { Postgres } from './open-postgres.ts';
import { statement } from './statement.ts';

/** Another process on the same database, as of its last sign of life; times are wall-clock milliseconds. */
export interface ReplicaSign {
  readonly id: string;
  readonly version: string;
  readonly since: number;
  readonly seenAt: number;
  /** JSON. */
  readonly facts: string;
}

export interface ReplicaHeartbeats extends Replica {
  /** This process and those seen in the last seconds. */
  readonly alive: () => readonly ReplicaSign[];
  readonly close: () => Promise<void>;
}

export interface ReplicaHeartbeatsParts {
  readonly database: Pick<Postgres, 'pipelined' | 'table'>;
  readonly id: string;
  readonly version: string;
  /** Wall-clock time in milliseconds. */
  readonly now: () => number;
  readonly after: After;
  /** JSON: what an operator wants to know of this process. */
  readonly facts?: () => string;
}

/** Milliseconds between two signs of life. */
const BEAT = 1000;

/** Milliseconds without a sign after which a process counts as ended. */
export const LONGEST_SILENCE = 5000;

/** Milliseconds after which a process that has ended is forgotten. */
const REMEMBERED = 3_600_000;

/** Shows the others that this process is running, and learns which of them are. */
export const openReplicaHeartbeats = async (parts: ReplicaHeartbeatsParts): Promise<ReplicaHeartbeats> => {
  const { database, id, version, now, after, facts = () => '{}' } = parts;
  const table = database.table('replicas');
  const since = now();
  /** By id: when this process saw a sign that was new. Clocks of machines differ, so that the times in it are not compared. */
  const heard = new Map<string, { sign: ReplicaSign; at: number }>();
  let timer: { readonly cancel: () => void } | undefined;
  let isClosed = false;

  const beat = async (): Promise<void> => {
    const [, , { rows: signs }] = await database.pipelined([
      statement(
        `INSERT INTO ${table} (id, version, since, seen_at, facts) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, facts = excluded.facts`,
        [id, version, since, now(), facts()],
      ),
      statement(`DELETE FROM ${table} WHERE seen_at < $1`, [now() - REMEMBERED]),
      statement<ReplicaSign>(`SELECT id, version, since, seen_at AS "seenAt", facts FROM ${table}`),
    ]);
    for (const known of heard.keys()) if (!signs.some((sign) => sign.id === known)) heard.delete(known);
    for (const sign of signs) {
      const known = heard.get(sign.id);
      // The first sign of another one may be old: of a process that ended before this one began.
      const at = known === undefined ? Math.min(now(), sign.seenAt) : now();
      if (known?.sign.seenAt !== sign.seenAt) heard.set(sign.id, { sign, at });
    }
  };

  const wind = (): void => {
    if (isClosed) return;
    timer = after(BEAT, () => {
      // The database may be away: then nothing is claimed either.
      void beat()
        .catch(() => undefined)
        .then(wind);
    });
  };

  const isAlive = (other: string): boolean =>
    other === id || now() - (heard.get(other)?.at ?? -Infinity) <= LONGEST_SILENCE;

  await beat();
  wind();
  return {
    id,
    isAlive,
    alive: () => [...heard.values()].map(({ sign }) => sign).filter((sign) => isAlive(sign.id)),
    close: async () => {
      isClosed = true;
      timer?.cancel();
      await database.pipelined([statement(`DELETE FROM ${table} WHERE id = $1`, [id])]).catch(() => undefined);
    },
  };
};
