import type { Postgres } from './open-postgres.ts';
import { statement } from './pipeline.ts';

const NAME = 'peer-secret';

/** What the servers of a database sign with when they speak to each other: the first one draws it. */
export const readPeerSecret = async (
  { pipelined, table }: Pick<Postgres, 'pipelined' | 'table'>,
  drawn: string,
): Promise<Uint8Array> => {
  const [, { rows }] = await pipelined([
    statement(`INSERT INTO ${table('settings')} (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [NAME, drawn]),
    statement<{ readonly value: string }>(`SELECT value FROM ${table('settings')} WHERE name = $1`, [NAME]),
  ]);
  return Buffer.from(rows[0]?.value ?? drawn);
};
