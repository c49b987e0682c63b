import type { LiveTexts, Peer } from '../../../engine/sandbox/shared-access.ts';
import { StoreError } from '../../../engine/sandbox/store.ts';
import type { After, NextTurn } from '../../../kernel/timers.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import type { Postgres } from './open-postgres.ts';
import type { ReplicaHeartbeats } from './replica-heartbeats.ts';
import { statement } from './pipeline.ts';

/**
 * Which sandboxes this server holds in memory (the grain directory of Microsoft Orleans, on a database). Each claim raises
 * the term of the sandbox, and all that is written names the term: a former home writes nothing any more.
 */
export interface Homes {
  /** The term of this server's claim; undefined if it is not the home. */
  readonly termOf: (home: string) => number | undefined;
  readonly all: () => Iterable<string>;
  /** Becomes the home, if need be by asking the present one to leave, and returns the term. */
  readonly claim: (home: string) => Promise<number>;
  /** The same, unless another server that lives is the home: undefined then. */
  readonly claimIfFree: (home: string) => Promise<number | undefined>;
  /** The server that is the home now, if it is another one that lives. */
  readonly ownerOf: (home: string) => Promise<Peer | undefined>;
  /** Resolves when no claim of it is under way. */
  readonly settled: (home: string) => Promise<unknown>;
  /** Gives a home up in the database; what it has written must be durable. */
  readonly release: (home: string) => Promise<void>;
  /** Another server has become the home, or may have. */
  readonly lose: (home: string) => void;
  /** Claims that are refused from now on. */
  readonly close: () => void;
}

/** What became of a question whether the home would leave. */
export type Leaving = 'left' | 'gone' | 'lost';

interface HomesParts {
  readonly database: Pick<Postgres, 'pipelined' | 'table' | 'name'>;
  readonly replica: Pick<ReplicaHeartbeats, 'id' | 'isSure' | 'look'>;
  readonly askToLeave: (peer: Peer, home: string) => Promise<Leaving>;
  /** Called with what is kept of a sandbox beside its documents, before its home works on it. */
  readonly claimed: (home: string, live: LiveTexts) => Promise<void>;
  readonly elapsed: () => number;
  readonly after: After;
  readonly nextTurn: NextTurn;
}

interface Owner {
  readonly id: string;
  readonly url: string | null;
}

interface StateRow {
  readonly name: string;
  readonly value: string | null;
}

const isPeer = (owner: Owner): owner is Peer => owner.url !== null;

/** Milliseconds for which a home is asked for: longer than the lease of one that stands still. */
const PATIENCE = 10_000;

/** Milliseconds between two attempts. */
const AGAIN = 100;

export const createHomes = (parts: HomesParts): Homes => {
  const { database, replica, askToLeave, elapsed, after, nextTurn } = parts;
  const { table } = database;
  const sandboxes = table('sandboxes');
  const terms = new Map<string, number>();
  const underWay = new Map<string, Promise<number | undefined>>();
  /** Those that are given up with the next statement: a server that ends has many. */
  let releasing: ReturnType<typeof releaseSoon> | undefined;
  /** Until they have been given up: a claim meanwhile would be taken back, and its server would not know. */
  const releases = new Map<string, Promise<void>>();
  let isClosed = false;

  const lives = `EXISTS (SELECT FROM ${table('replicas')} AS r WHERE r.id = s.owner AND r.expires_at > clock_timestamp())`;

  const ownerStatement = (home: string) =>
    statement<Owner>(
      `SELECT r.id, r.url FROM ${sandboxes} AS s JOIN ${table('replicas')} AS r ON r.id = s.owner
        WHERE s.id = $1 AND s.owner <> $2 AND r.expires_at > clock_timestamp()`,
      [toStorable(home), replica.id],
    );

  /** `gone`: a server whose process has ended. */
  const tryToClaim = async (home: string, gone: string | undefined) => {
    const [{ rows: claims }, { rows: states }, { rows: pieces }, { rows: owners }] = await database.pipelined([
      // A new term is greater than all of a sandbox that had this name before.
      statement<{ readonly term: number }>(
        `INSERT INTO ${sandboxes} AS s (id, version, used_at, owner, term)
          VALUES ($1, 0, 0, $2, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
          ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, term = s.term + 1
          WHERE s.owner IS NULL OR s.owner = $2 OR s.owner = $3 OR NOT ${lives} RETURNING term`,
        [toStorable(home), replica.id, gone ?? null],
      ),
      statement<StateRow>(`SELECT name, value FROM ${table('live_states')} WHERE sandbox = $1`, [toStorable(home)]),
      statement<{ readonly name: string; readonly number: number; readonly value: string }>(
        `SELECT p.name, p.number, p.value FROM ${table('log_pieces')} AS p JOIN ${sandboxes} AS s ON s.id = p.sandbox
          WHERE p.sandbox = $1 AND s.owner = $2 ORDER BY p.name, p.number`,
        [toStorable(home), replica.id],
      ),
      ownerStatement(home),
    ]);
    const live: LiveTexts = {
      states: states.map(({ name, value }) => ({ name: fromStorable(name), text: value ?? undefined })),
      pieces: pieces.map(({ name, number, value }) => ({ name: fromStorable(name), number, from: 0, text: value })),
    };
    return { term: claims[0]?.term, live, owner: owners[0] };
  };

  const claim = async (home: string, asks: boolean): Promise<number | undefined> => {
    await releases.get(home)?.catch(() => undefined);
    const began = elapsed();
    let gone: string | undefined;
    for (;;) {
      if (isClosed) throw new StoreError('this server ends, and takes over no sandbox', { fault: 'unreachable' });
      // A server that stood still is heard of again at once.
      if (!replica.isSure()) await replica.look();
      const { term, live, owner } = await tryToClaim(home, gone);
      // The lease may have ended meanwhile: then another one may have claimed it since.
      checkSure();
      if (term !== undefined) {
        await parts.claimed(home, live);
        checkSure();
        terms.set(home, term);
        return term;
      }
      if (!asks) return undefined;
      const outcome = await ask(owner, home);
      gone = outcome === 'gone' ? owner?.id : undefined;
      if (elapsed() - began > PATIENCE)
        throw new StoreError(`the sandbox ${home} is at another server, which does not answer`, {
          fault: 'unreachable',
        });
      if (outcome === 'lost') await new Promise<void>((resolve) => after(AGAIN, resolve));
    }
  };

  /** One that does not listen yet does so in a moment. */
  const ask = async (owner: Owner | undefined, home: string): Promise<Leaving> => {
    if (owner === undefined) return 'left';
    return isPeer(owner) ? askToLeave(owner, home) : 'lost';
  };

  const releaseSoon = () => {
    const gathered = new Map<string, number | undefined>();
    const done = new Promise<void>(nextTurn).then(async () => {
      releasing = undefined;
      await database.pipelined([
        // A statement that arrives late takes no later claim back.
        statement(
          `UPDATE ${sandboxes} AS s SET owner = NULL FROM json_to_recordset($2::json) AS g (home text, term bigint)
            WHERE s.id = g.home AND s.owner = $1 AND (g.term IS NULL OR s.term = g.term)`,
          [replica.id, JSON.stringify([...gathered].map(([home, term]) => ({ home: toStorable(home), term })))],
        ),
      ]);
    });
    return { homes: gathered, done };
  };

  const claimOnce = (home: string, asks: boolean): Promise<number | undefined> => {
    let claiming = underWay.get(home);
    if (claiming === undefined) {
      claiming = claim(home, asks).finally(() => underWay.delete(home));
      underWay.set(home, claiming);
    }
    return claiming;
  };

  const checkSure = (): void => {
    if (!replica.isSure()) throw notSure(database.name);
  };

  return {
    termOf: (home) => terms.get(home),
    all: () => terms.keys(),
    claim: async (home) => {
      for (;;) {
        // The one under way may be one that asks nobody.
        const term = terms.get(home) ?? (await claimOnce(home, true));
        if (term !== undefined) return term;
      }
    },
    claimIfFree: async (home) => terms.get(home) ?? claimOnce(home, false),
    ownerOf: async (home) => {
      const [{ rows }] = await database.pipelined([ownerStatement(home)]);
      return rows.find(isPeer);
    },
    settled: async (home) => underWay.get(home)?.catch(() => undefined),
    release: (home) => {
      const term = terms.get(home);
      // What is not claimed, but may be so in the database, is given up there, unless it is being claimed.
      if (term === undefined && underWay.has(home)) return Promise.resolve();
      releasing ??= releaseSoon();
      releasing.homes.set(home, term);
      terms.delete(home);
      const { done } = releasing;
      releases.set(home, done);
      return done.finally(() => {
        if (releases.get(home) === done) releases.delete(home);
      });
    },
    lose: (home) => {
      terms.delete(home);
    },
    close: () => {
      isClosed = true;
    },
  };
};

/** Another server may have taken over: nothing that is in memory may be told. */
export const notSure = (name: string): StoreError =>
  new StoreError(`${name} has not confirmed for seconds that this server is running`, { fault: 'unreachable' });
