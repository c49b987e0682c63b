import { type ClientConfig, Client, Pool, type PoolClient, types } from 'pg';
import { StoreError } from '../../../engine/sandbox/store.ts';
import type { After } from '../../../kernel/timers.ts';
import { after as systemAfter } from '../../system/time.ts';
import { type DatabaseUrl, DatabaseUrlError, parseDatabaseUrl, toConnectionSecurity } from './database-url.ts';
import { type Pipeline, createPipeline, tableOf } from './pipeline.ts';
import { type Target, codeOf, nameOf, toStoreError } from './postgres-errors.ts';
import { createSilenceWatch } from './silence-watch.ts';
import { prepareDatabase } from './migrate.ts';

export interface PostgresOptions {
  /** If the URL names none. */
  readonly schema?: string | undefined;
  /** Connections at most; idle ones are closed after half a minute. */
  readonly poolSize?: number | undefined;
  /** What `pg_stat_activity` shows. */
  readonly applicationName?: string | undefined;
  /** Receives what the operator should know. */
  readonly noticed?: ((message: string) => void) | undefined;
  readonly after?: After | undefined;
}

/** A database whose schema has the tables of this program. */
export type Postgres = Awaited<ReturnType<typeof openPostgres>>;

const DEFAULT_SCHEMA = 'vatmock';
const DEFAULT_POOL_SIZE = 20;

/** Milliseconds until a connection, new or released by others, must be there. */
const CONNECT_TIMEOUT = 5000;

/** Milliseconds until an answer must be there: the network may lose a connection without a word. */
const ANSWER_TIMEOUT = 30_000;

/** Milliseconds. */
const IDLE_TIMEOUT = 30_000;

/** Opens the database and migrates its schema. Every failure is a {@link StoreError} that names the database and the remedy. */
export const openPostgres = async (url: string, options: PostgresOptions = {}) => {
  const database = parse(url);
  const asked = toConfig(database, options);
  const target = toTarget(asked, database.schema ?? options.schema ?? DEFAULT_SCHEMA);
  const config = await prepareDatabase(asked, database.tls.mode === 'prefer', target);
  const pool = new Pool({
    ...config,
    query_timeout: ANSWER_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    max: options.poolSize ?? DEFAULT_POOL_SIZE,
  });
  followConnections(pool, target, options.noticed);
  const silence = createSilenceWatch({
    target,
    isAnswering: () => isAnswering(config),
    after: options.after ?? systemAfter,
    noticed: options.noticed,
  });
  return createAccess(pool, target, silence);
};

const parse = (url: string): DatabaseUrl => {
  try {
    return parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof DatabaseUrlError) throw new StoreError(`--database-url: ${error.message}`, { cause: error });
    throw error;
  }
};

const toConfig = (database: DatabaseUrl, { applicationName = 'vatmock' }: PostgresOptions): ClientConfig => ({
  host: database.host,
  port: database.port,
  user: database.user,
  password: database.password,
  database: database.database,
  options: database.options,
  ssl: toConnectionSecurity(database.tls),
  enableChannelBinding: database.bindsChannel,
  application_name: database.applicationName ?? applicationName,
  connectionTimeoutMillis: database.connectTimeout ?? CONNECT_TIMEOUT,
  keepAlive: true,
  pipeline: true,
  types: { getTypeParser },
});

/** 64-bit integers are numbers here: none of ours passes 2^53. */
const getTypeParser = (...asked: Parameters<typeof types.getTypeParser>): ((text: string) => unknown) =>
  asked[0] === types.builtins.INT8 ? readInteger : (types.getTypeParser(...asked) as (text: string) => unknown);

const readInteger = (text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large`);
  return number;
};

/** What the driver makes of the URL and the environment (PGHOST, PGUSER ...). */
const toTarget = (config: ClientConfig, schema: string): Target => {
  const { host, port, database = '', user = '' } = new Client(config);
  return { host, port, database, user, schema };
};

/** Says once that the database went away, not once per idle connection. */
const followConnections = (pool: Pool, target: Target, noticed: PostgresOptions['noticed']): void => {
  let isAway = false;
  pool.on('connect', (client) => {
    isAway = false;
    // Whoever waits for an answer is told; without a listener, the event would end the process.
    client.on('error', () => undefined);
  });
  pool.on('error', (error) => {
    if (isAway) return;
    isAway = true;
    const told = toStoreError(error, target);
    noticed?.(told instanceof Error ? told.message : String(told));
  });
};

const createAccess = (pool: Pool, target: Target, silence: ReturnType<typeof createSilenceWatch>) => {
  /** Runs `work` on a connection of its own. A transaction that it leaves open is rolled back. */
  const withClient = async <T>(work: (pipelined: Pipeline) => Promise<T>): Promise<T> => {
    silence.check();
    const client = await pool.connect().catch((error: unknown) => {
      throw toStoreError(error, target);
    });
    const pipelined = createPipeline(client, target);
    const abandon = (): void => {
      client.connection.stream.destroy();
    };
    try {
      return await work((statements) => silence.watch(pipelined(statements), abandon));
    } finally {
      release(client);
    }
  };

  /** On any connection. */
  const pipelinedOnAny: Pipeline = (statements) => withClient((pipelined) => pipelined(statements));

  return {
    table: tableOf(target.schema),
    /** What messages call the database. */
    name: nameOf(target),
    /** The same with the schema. */
    place: `${nameOf(target)}, schema "${target.schema}"`,
    withClient,
    pipelined: pipelinedOnAny,
    /** Waits until no connection is in use. */
    close: () => {
      silence.close();
      return pool.end();
    },
  };
};

/** Returns the connection; a lost one is closed. */
const release = (client: PoolClient): void => {
  if (client.getTransactionStatus() === 'I') client.release();
  else
    client.query('ROLLBACK').then(
      () => {
        client.release();
      },
      () => {
        client.release(true);
      },
    );
};

/** Milliseconds for the connection, and for an answer. */
const PATIENCE = 3000;

/** What a starting or stopping server reports, and a pooler whose server is away. */
const AWAY = /^(?:08|57P)/;

/** Whether a database answers on a new connection; a refusal is an answer too. */
const isAnswering = async (config: ClientConfig): Promise<boolean> => {
  const client = new Client({ ...config, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE });
  // Whoever waits for an answer is told; without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    return error instanceof Error && 'severity' in error && !AWAY.test(codeOf(error));
  } finally {
    // It would wait for the silent database to say farewell.
    client.connection.stream.destroy();
  }
};
