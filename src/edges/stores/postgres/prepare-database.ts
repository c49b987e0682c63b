import { Client, type ClientConfig } from 'pg';
import { StoreError } from '../../../engine/sandbox/store.ts';
import { migrate } from './migrate.ts';
import { type Pipeline, createPipeline, statement } from './pipeline.ts';
import { type Target, isWithoutTls, nameOf, toStoreError } from './postgres-errors.ts';

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
  const [{ rows }] = await pipelined([
    statement<{ version: number; encoding: string; is_read_only: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
        pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS is_read_only`,
    ),
  ]);
  const { version = 0, encoding = '', is_read_only: isReadOnly = true } = rows[0] ?? {};
  if (version < OLDEST_SERVER)
    throw new StoreError(
      `${nameOf(target)} is version ${String(Math.floor(version / 10_000))}: update it, vatmock needs 14 or newer`,
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
