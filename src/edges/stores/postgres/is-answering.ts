import { Client, type ClientConfig } from 'pg';
import { codeOf } from './postgres-errors.ts';

/** Milliseconds for the connection, and for an answer. */
const PATIENCE = 3000;

/** What a starting or stopping server reports, and a pooler whose server is away. */
const AWAY = /^(?:08|57P)/;

/** Whether a database answers on a new connection; a refusal is an answer too. */
export const isAnswering = async (config: ClientConfig): Promise<boolean> => {
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
