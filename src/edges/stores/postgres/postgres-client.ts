import type { PoolClient } from 'pg';
import { type Pipeline, createPipeline } from './pipeline.ts';
import type { Target } from './postgres-errors.ts';
import type { SilenceWatch } from './silence-watch.ts';

/** A connection, for as long as it is checked out. */
export interface PostgresClient {
  readonly pipelined: Pipeline;
  /** Returns the connection; a transaction that is still open is rolled back first. A lost connection is closed. */
  readonly release: () => void;
}

export const createPostgresClient = (
  client: PoolClient,
  target: Target,
  watch: SilenceWatch['watch'],
): PostgresClient => {
  const pipelined = createPipeline(client, target);
  const abandon = (): void => {
    client.connection.stream.destroy();
  };
  return {
    pipelined: (statements) => watch(pipelined(statements), abandon),
    release: () => {
      if (client.getTransactionStatus() === 'I') client.release();
      else rollBack(client);
    },
  };
};

const rollBack = (client: PoolClient): void => {
  client.query('ROLLBACK').then(
    () => {
      client.release();
    },
    () => {
      client.release(true);
    },
  );
};
