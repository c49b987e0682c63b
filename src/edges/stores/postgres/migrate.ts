import { StoreError } from '../../../engine/sandbox/store.ts';
import { FIRST_VERSION, type Migration, MIGRATIONS, versionOf } from './migrations.ts';
import { type Pipeline, type TableName, createPipeline, quote, statement, tableOf } from './pipeline.ts';
import { type Target, isWithoutTls, nameOf, toStoreError } from './postgres-errors.ts';
import { type ClientConfig, Client } from 'pg';

/**
 * Brings the schema to the latest version, in one transaction under a lock: of replicas that start together, one migrates,
 * and the others wait and find it done. A schema that a newer program wrote is refused, unless that left it usable for this
 * one; then it stays as it is. So is one that servers are using which could not work on the result.
 */
export const migrate = async (
  pipelined: Pipeline,
  target: Target,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> => {
  const table = tableOf(target.schema);
  if (isUpToDate(await readState(pipelined, target, table), target, migrations)) return;
  await pipelined([statement('BEGIN ISOLATION LEVEL READ COMMITTED'), lockOf(target)]);
  // Again: another replica may have been first.
  const state = await readState(pipelined, target, table);
  if (!isUpToDate(state, target, migrations)) {
    const { hasSchema, version } = state;
    const before = version ?? FIRST_VERSION - 1;
    const steps = migrations.slice(before - FIRST_VERSION + 1);
    if (version !== undefined) await checkNoneIsTooOld(pipelined, target, table, steps);
    await pipelined([
      // IF NOT EXISTS would ask for the right to create schemas even where the operator created this one.
      ...(hasSchema ? [] : [statement(`CREATE SCHEMA ${quote(target.schema)}`)]),
      ...(version === undefined ? [statement(createMigrations(table))] : []),
      ...steps.flatMap((step, index) => toStatements(step, before + index + 1, table)),
    ]);
  }
  await pipelined([statement('COMMIT')]);
};

/** Anything that only this program uses: locks of a database share one space of numbers. */
const LOCK_SPACE = 0x76_61_74_6d;

/** Ends with the transaction: a lock of the session would stay behind in a pooler that shares sessions. */
const lockOf = ({ schema }: Target) =>
  statement('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [schema, LOCK_SPACE]);

const createMigrations = (table: TableName): string =>
  `CREATE TABLE ${table('migrations')} (
    version integer PRIMARY KEY, oldest_program integer NOT NULL, migrated_at timestamptz NOT NULL DEFAULT now())`;

const toStatements = ({ statements, oldestProgram }: Migration, version: number, table: TableName) => [
  ...statements(table).map((text) => statement(text)),
  statement(`INSERT INTO ${table('migrations')} (version, oldest_program) VALUES ($1, $2)`, [version, oldestProgram]),
];

/** Milliseconds for which a server counts as running after its last sign of life, by the clock of the database. */
const RUNNING = 15_000;

/** Those that are two releases behind would fail on the result, in the middle of requests. */
const checkNoneIsTooOld = async (
  pipelined: Pipeline,
  target: Target,
  table: TableName,
  steps: readonly Migration[],
): Promise<void> => {
  const oldest = Math.max(0, ...steps.map(({ oldestProgram }) => oldestProgram));
  if (oldest <= 1) return;
  // As JSON: the first programs had no column for the steps that they know.
  const [[found]] = await pipelined([
    statement<{ id: string; version: string }>(
      `SELECT id, version FROM ${table('replicas')} AS r
        WHERE seen_at > extract(epoch FROM now()) * 1000 - $1
          AND coalesce((to_json(r) ->> 'program')::int, 1) < $2 ORDER BY since LIMIT 1`,
      [RUNNING, oldest],
    ),
  ]);
  if (found !== undefined)
    throw new StoreError(
      `${nameOf(target)}, schema "${target.schema}" is in use by a server that cannot work on the schema of this version (${found.id}, vatmock ${found.version}): stop all servers of that version first, or upgrade to a version between the two before this one`,
    );
};

/** Reads the catalogue itself: `to_regclass` may answer from a cache that is older than the lock. */
const readState = async (pipelined: Pipeline, { schema }: Target, table: TableName) => {
  const [[found]] = await pipelined([
    statement<{ has_schema: boolean; has_migrations: boolean }>(
      `SELECT count(*) > 0 AS has_schema, count(c.oid) > 0 AS has_migrations FROM pg_catalog.pg_namespace n
        LEFT JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = 'migrations' WHERE n.nspname = $1`,
      [schema],
    ),
  ]);
  const hasSchema = found?.has_schema ?? false;
  // Without the table of migrations.
  if (!(found?.has_migrations ?? false)) return { hasSchema, version: undefined, oldestProgram: 0 };
  const [[latest]] = await pipelined([
    statement<{ version: number; oldest_program: number }>(
      `SELECT version, oldest_program FROM ${table('migrations')} ORDER BY version DESC LIMIT 1`,
    ),
  ]);
  const { version = 0, oldest_program: oldestProgram = 0 } = latest ?? {};
  return { hasSchema, version, oldestProgram };
};

const isUpToDate = (
  { version = 0, oldestProgram }: Awaited<ReturnType<typeof readState>>,
  target: Target,
  migrations: readonly Migration[],
): boolean => {
  const known = versionOf(migrations);
  if (version > 0 && version < FIRST_VERSION)
    throw new StoreError(
      `${nameOf(target)}, schema "${target.schema}" was written by an older vatmock (schema version ${version}; this one reads from ${FIRST_VERSION}): choose another schema with ?schema= in the URL, or keep the older vatmock for this one`,
    );
  if (version > known && oldestProgram > known)
    throw new StoreError(
      `${nameOf(target)}, schema "${target.schema}" was written by a newer vatmock (schema version ${version}; this one knows ${known}): update, or choose another schema with ?schema= in the URL`,
    );
  return version >= known;
};

/** The oldest that its makers still maintain: `server_version_num` of PostgreSQL 14. */
const OLDEST_SERVER = 140_000;

/**
 * Makes the first connection, checks what kind of server answers, and migrates its schema. Without a time limit: a
 * migration may take long.
 *
 * @returns the configuration of further connections
 */
export const prepareDatabase = async (
  config: ClientConfig,
  prefersTls: boolean,
  target: Target,
): Promise<ClientConfig> => {
  const client = new Client(config);
  // Whoever waits for an answer is told; without a listener, the event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const pipelined = createPipeline(client, target);
    await checkServer(pipelined, target);
    await migrate(pipelined, target);
    return config;
  } catch (error) {
    if (prefersTls && isWithoutTls(error)) return await prepareDatabase({ ...config, ssl: false }, false, target);
    throw toStoreError(error, target);
  } finally {
    // An open transaction ends with it.
    await client.end();
  }
};

const checkServer = async (pipelined: Pipeline, target: Target): Promise<void> => {
  const [[server]] = await pipelined([
    statement<{ version: number; encoding: string; is_read_only: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
        pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS is_read_only`,
    ),
  ]);
  const { version = 0, encoding = '', is_read_only: isReadOnly = true } = server ?? {};
  if (version < OLDEST_SERVER)
    throw new StoreError(
      `${nameOf(target)} is version ${Math.floor(version / 10_000)}: update it, vatmock needs 14 or newer`,
    );
  if (encoding !== 'UTF8')
    throw new StoreError(
      `${nameOf(target)} has the encoding ${encoding}, which cannot store all texts: create one with createdb -E UTF8 -T template0, and name it in --database-url`,
    );
  if (isReadOnly)
    throw new StoreError(
      `${nameOf(target)} is read-only, as a standby is: name the primary server in --database-url, or allow writes`,
      { fault: 'unwritable' },
    );
};
