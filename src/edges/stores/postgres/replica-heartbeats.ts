import type { SeenReplica } from '../../../control/replicas/replicas.ts';
import type { Peer } from '../../../engine/sandbox/shared-access.ts';
import { getOrInsert } from '../../../kernel/caches.ts';
import { type After, repeat } from '../../../kernel/timers.ts';
import { MIGRATIONS, versionOf } from './migrations.ts';
import type { Postgres } from './open-postgres.ts';
import { statement } from './pipeline.ts';

/** A process on the same database, as of its last sign of life; times are wall-clock milliseconds. */
interface ReplicaSign {
  readonly id: string;
  readonly version: string;
  readonly since: number;
  readonly seenAt: number;
  /** JSON. */
  readonly facts: string;
  readonly url: string | null;
}

/** Milliseconds between two signs of life. */
const BEAT = 1000;

/** Milliseconds without a sign after which a process counts as ended. */
const LONGEST_SILENCE = 5000;

/** Milliseconds for which this process trusts a confirmation: less than what the database waits, from before it was asked. */
const SURE = 4000;

/** Milliseconds for which operators see a process that is silent. */
const SHOWN_SILENCE = 60_000;

/** Milliseconds after which a process that has ended is forgotten. */
const REMEMBERED = 3_600_000;

/** Shows the others that this process is running, and learns which of them are. */
export const openReplicaHeartbeats = async (parts: {
  readonly database: Pick<Postgres, 'pipelined' | 'table'>;
  readonly id: string;
  readonly version: string;
  /** Real time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic time in milliseconds. */
  readonly elapsed: () => number;
  /** The same as `now` by the clock that jobs are due by, which a program may have set. */
  readonly wall: () => number;
  readonly after: After;
  /** JSON: what an operator wants to know of this process. */
  readonly facts: () => string;
  /** Whether this process ends, and leaves new work to the others. */
  readonly isEnding: () => boolean;
}) => {
  const { database, id, version, now, elapsed, wall, after, facts, isEnding } = parts;
  const table = database.table('replicas');
  const since = now();
  /** By id: when this process saw a sign that was new. Clocks of machines differ, so that the times in it are not compared. */
  const heard = new Map<string, { sign: ReplicaSign; at: number }>();
  /** When this process met an id that it has not heard of: it may have begun after the last beat. */
  const met = new Map<string, number>();
  let beganLastBeatAt = -Infinity;
  let sureUntil = { now: -Infinity, elapsed: -Infinity };
  let lapses = 0;
  let url: string | null = null;
  let listensSince = Infinity;
  let isKnown = false;
  let isClosed = false;
  let latest = Promise.resolve();
  let queued: Promise<void> | undefined;

  const isConfirmed = (): boolean => now() < sureUntil.now && elapsed() < sureUntil.elapsed;

  const tell = async (): Promise<void> => {
    const began = now();
    const until = { now: began + SURE, elapsed: elapsed() + SURE };
    const [, , signs] = await database.pipelined([
      statement(
        `INSERT INTO ${table} (id, version, since, seen_at, facts, program, url, expires_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 ms')
          ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, facts = excluded.facts, url = excluded.url,
          expires_at = excluded.expires_at`,
        [id, version, since, now(), facts(), versionOf(MIGRATIONS), url, LONGEST_SILENCE],
      ),
      statement(`DELETE FROM ${table} WHERE seen_at < $1`, [now() - REMEMBERED]),
      statement<ReplicaSign>(`SELECT id, version, since, seen_at AS "seenAt", facts, url FROM ${table}`),
    ]);
    if (!isConfirmed()) lapses += 1;
    sureUntil = until;
    for (const known of heard.keys()) if (!signs.some((sign) => sign.id === known)) heard.delete(known);
    for (const sign of signs) {
      const known = heard.get(sign.id);
      // The first sign of another one may be old: of a process that ended before this one began.
      const first = known === undefined ? Math.min(now(), sign.seenAt) : now();
      heard.set(sign.id, { sign, at: known?.sign.seenAt === sign.seenAt ? known.at : first });
    }
    beganLastBeatAt = began;
    for (const [other, at] of met) if (heard.has(other) || at < began - REMEMBERED) met.delete(other);
  };

  /** One after the other: a sign on its way when the process says goodbye would bring it back. */
  const beat = (): Promise<void> => {
    const start = (): Promise<void> => {
      queued = undefined;
      latest = isClosed ? Promise.resolve() : tell();
      return latest;
    };
    queued ??= latest.then(start, start);
    return queued;
  };

  const silenceOf = (other: string): number => (other === id ? 0 : now() - (heard.get(other)?.at ?? -Infinity));
  const isAlive = (other: string): boolean =>
    other === id || heard.has(other)
      ? silenceOf(other) <= LONGEST_SILENCE
      : getOrInsert(met, other, now) >= beganLastBeatAt;
  const alive = (): readonly ReplicaSign[] =>
    [...heard.values()].map(({ sign }) => sign).filter((sign) => isAlive(sign.id));

  await beat();
  // The database may be away: then nothing is claimed either.
  const beating = repeat(after, BEAT, () => beat().catch(() => undefined));
  return {
    id,
    /**
     * Whether the database has confirmed so lately that this process is running that no other one can have taken over what
     * is its own. By two clocks: one stands still while the machine sleeps, the other may be set.
     */
    isSure: () => !isClosed && isConfirmed(),
    /** How often it became so again. */
    lapses: () => lapses,
    /** Whether there may be others that have not heard of this process yet. */
    isNew: () => !isKnown && now() - listensSince < 2 * BEAT,
    /** All others have heard of this process. */
    isKnownToAll: (): void => {
      isKnown = true;
    },
    /** Where other processes reach this one, from now on. */
    listensOn: async (at: string): Promise<void> => {
      url = at;
      listensSince = now();
      await beat();
    },
    /** Other processes that are running, and can be reached. */
    peers: (): readonly Peer[] =>
      alive().flatMap((sign) => (sign.id === id || sign.url === null ? [] : [{ id: sign.id, url: sign.url }])),
    isAlive,
    takesJobs: () => !isEnding(),
    look: async () => {
      await beat();
      return [...heard.values()].flatMap(({ sign }): readonly SeenReplica[] => {
        const silentFor = silenceOf(sign.id);
        if (silentFor > SHOWN_SILENCE) return [];
        return [{ ...sign, silentFor, isAlive: isAlive(sign.id) }];
      });
    },
    dueWork: async () => {
      const [[{ due, oldest } = { due: 0, oldest: null }]] = await database.pipelined([
        statement<{ readonly due: number; readonly oldest: number | null }>(
          `SELECT count(*)::int AS due, min(next_due) AS oldest FROM ${database.table('sandboxes')} AS s
            WHERE next_due <= $1 AND NOT EXISTS (
              SELECT FROM ${table} AS r WHERE r.id = s.owner AND r.expires_at > clock_timestamp())`,
          [wall()],
        ),
      ]);
      return { sandboxes: due, oldest: oldest === null ? undefined : wall() - oldest };
    },
    close: async () => {
      isClosed = true;
      beating.cancel();
      await (queued ?? latest).catch(() => undefined);
      await database.pipelined([statement(`DELETE FROM ${table} WHERE id = $1`, [id])]).catch(() => undefined);
    },
  };
};

const NAME = 'peer-secret';

/** What the servers of a database sign with when they speak to each other: the first one draws it. */
export const readPeerSecret = async (
  { pipelined, table }: Pick<Postgres, 'pipelined' | 'table'>,
  drawn: string,
): Promise<Uint8Array> => {
  const [, [kept]] = await pipelined([
    statement(`INSERT INTO ${table('settings')} (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [NAME, drawn]),
    statement<{ readonly value: string }>(`SELECT value FROM ${table('settings')} WHERE name = $1`, [NAME]),
  ]);
  return Buffer.from(kept?.value ?? drawn);
};
