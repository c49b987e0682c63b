import { createHash } from 'node:crypto';
import { canonicalize } from '../../../kernel/canonical-json.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { After } from '../../../kernel/timers.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import {
  type ConsoleSessions,
  type ConsoleUser,
  LONGEST_IDLE,
  LONGEST_SESSION,
  MOST_SESSIONS,
  digestOf,
  mostOf,
  ownerOf,
} from '../../../identity/console-sessions.ts';
import { drawSecret } from '../../../kernel/ids.ts';
import type { Postgres } from './open-postgres.ts';
import { statement } from './pipeline.ts';

/** What is stored of a session, as JSON. */
interface Stored {
  readonly user: ConsoleUser;
  /** Of a client: what it was when it signed in. Its removal, a change of it and a rotation of its secret end the session. */
  readonly proof?: string;
}

/** Milliseconds: a use is written down at most so often. */
const COARSE = 60_000;

/** Milliseconds between two looks whether sessions have ended that something waits for. */
const LOOK = 500;

/** Sessions of the browser console that every replica knows, in wall time. A restart of one ends none. */
export const createPostgresSessions = (parts: {
  readonly database: Pick<Postgres, 'pipelined' | 'table'>;
  readonly clients: Pick<ClientDirectory, 'find' | 'findBySandbox' | 'secretsOf'>;
  /** Must be unpredictable. */
  readonly random: Pick<Random, 'uint32'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly after: After;
}): ConsoleSessions => {
  const { database, clients, clock, after } = parts;
  const table = database.table('console_sessions');
  const watched = new Map<string, AbortController>();
  let isLooking = false;

  const proofOf = (user: ConsoleUser): string | undefined => {
    const client = user.kind === 'client' ? clients.find(user.clientId)?.client : undefined;
    if (client === undefined) return undefined;
    const { clientId, enabled, serviceAccountsEnabled = true, changes } = client;
    const secret = clients.secretsOf(clientId)?.current ?? '';
    const text = canonicalize([
      ...[clientId, enabled, serviceAccountsEnabled, secret],
      ...(changes === undefined ? [] : [changes]),
    ]);
    return createHash('sha256').update(text).digest('base64url');
  };

  const holds = ({ user, proof }: Stored): boolean => {
    if (user.kind === 'operator') return true;
    if (user.kind === 'visitor') return clients.findBySandbox(user.sandbox) !== undefined;
    return proof !== undefined && proofOf(user) === proof;
  };

  const drop = (digest: string): void => {
    const controller = watched.get(digest);
    watched.delete(digest);
    controller?.abort();
  };

  const removal = (digest: string) => statement(`DELETE FROM ${table} WHERE digest = $1`, [digest]);

  const present = (digests: readonly string[]) =>
    statement<{
      readonly digest: string;
      readonly session: string;
      readonly startedAt: number;
      readonly usedAt: number;
    }>(
      `SELECT digest, session, started_at AS "startedAt", used_at AS "usedAt" FROM ${table}
        WHERE digest = ANY($1::text[]) AND started_at > $2 AND used_at > $3`,
      [digests, clock.now() - LONGEST_SESSION, clock.now() - LONGEST_IDLE],
    );

  /** Sessions end on other replicas, too, and some because time passes. */
  const look = async (): Promise<void> => {
    const digests = [...watched.keys()];
    const [found] = await database.pipelined([present(digests)]);
    const alive = new Set(
      found.filter(({ session }) => holds(JSON.parse(session) as Stored)).map(({ digest }) => digest),
    );
    for (const digest of digests) if (!alive.has(digest)) drop(digest);
  };

  const keepLooking = (): void => {
    if (isLooking || watched.size === 0) return;
    isLooking = true;
    after(LOOK, () => {
      look()
        // The database is away: nobody can end a session meanwhile.
        .catch(() => undefined)
        .finally(() => {
          isLooking = false;
          keepLooking();
        });
    });
  };

  const watchEnd = (digest: string): AbortSignal => {
    const controller = watched.get(digest) ?? new AbortController();
    watched.set(digest, controller);
    keepLooking();
    return controller.signal;
  };

  return {
    open: async (user) => {
      const secret = drawSecret(parts.random);
      const [owner, now, proof] = [ownerOf(user, clients), clock.now(), proofOf(user)];
      const session: Stored = { user, ...(proof === undefined ? {} : { proof }) };
      const beyond = (most: number, condition: string): string =>
        `DELETE FROM ${table} WHERE digest IN
          (SELECT digest FROM ${table} WHERE ${condition} ORDER BY used_at DESC, digest OFFSET ${most})`;
      await database.pipelined([
        statement(`DELETE FROM ${table} WHERE started_at <= $1 OR used_at <= $2`, [
          now - LONGEST_SESSION,
          now - LONGEST_IDLE,
        ]),
        // Of equal age, the new one would not be told from the others.
        statement(beyond(mostOf(user) - 1, 'owner = $1'), [owner]),
        statement(beyond(MOST_SESSIONS - 1, 'true')),
        statement(`INSERT INTO ${table} (digest, owner, session, started_at, used_at) VALUES ($1, $2, $3, $4, $4)`, [
          digestOf(secret),
          owner,
          JSON.stringify(session),
          now,
        ]),
      ]);
      return secret;
    },
    find: async (secret) => {
      const digest = digestOf(secret);
      const [[row]] = await database.pipelined([present([digest])]);
      const stored = row && (JSON.parse(row.session) as Stored);
      if (row === undefined || stored === undefined || !holds(stored)) {
        if (row !== undefined) await database.pipelined([removal(digest)]);
        drop(digest);
        return undefined;
      }
      const now = clock.now();
      if (now - row.usedAt >= COARSE)
        await database.pipelined([statement(`UPDATE ${table} SET used_at = $2 WHERE digest = $1`, [digest, now])]);
      const endsIn = Math.min(now + LONGEST_IDLE, row.startedAt + LONGEST_SESSION) - now;
      return { user: stored.user, id: digest, endsIn, end: () => watchEnd(digest) };
    },
    end: async (secret) => {
      await database.pipelined([removal(digestOf(secret))]);
      drop(digestOf(secret));
    },
    endAllOf: async (link) => {
      const [ended] = await database.pipelined([
        statement<{ readonly digest: string }>(
          `DELETE FROM ${table} WHERE session::json #>> '{user,link,id}' = $1 RETURNING digest`,
          [link],
        ),
      ]);
      for (const { digest } of ended) drop(digest);
    },
  };
};
