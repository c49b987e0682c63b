import { afterEach, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { migrate } from '../../../src/edges/stores/postgres/migrate.ts';
import { MIGRATIONS, type Migration, versionOf } from '../../../src/edges/stores/postgres/migrations.ts';
import { createPipeline } from '../../../src/edges/stores/postgres/pipeline.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { ORDERS, newOrder } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const AS = 'api-client-enterprise';

/** The schema version that this release knows, and the steps of the next one and of the one after it. */
const KNOWN = versionOf(MIGRATIONS);
const NEXT: Migration = {
  oldestProgram: KNOWN,
  statements: (table) => [`ALTER TABLE ${table('replicas')} ADD COLUMN later text`],
};
const AFTER_NEXT: Migration = {
  oldestProgram: KNOWN + 1,
  statements: (table) => [`ALTER TABLE ${table('replicas')} RENAME COLUMN facts TO told`],
};

describePostgres('a rolling upgrade', (database) => {
  const opened = closedBy(afterEach);
  const start = (databaseUrl: string): Promise<StartedMock> => opened.start({ databaseUrl });
  /** What a server of a later release does first. */
  const startLater = async (url: string, ...steps: readonly Migration[]): Promise<void> => {
    const { hostname: host, port, username: user, pathname } = new URL(url);
    const target = { host, port: Number(port), database: pathname.slice(1), user, schema: database.schemaOf(url) };
    const client = new Client({ connectionString: url.replace(/[?&]schema=[^&]*/, ''), pipeline: true });
    await client.connect();
    try {
      await migrate(createPipeline(client, target), target, [...MIGRATIONS, ...steps]);
    } finally {
      await client.end();
    }
  };
  let orders = 0;
  const order = async ({ api }: StartedMock): Promise<number> => {
    const headers = { 'idempotency-key': `order-${String(orders++)}` };
    return (await api.post(ORDERS, newOrder(), { as: AS, headers })).status;
  };

  const serveAndEnd = async (url: string): Promise<void> => {
    const one = await start(url);
    expect(await order(one)).toBe(201);
    await one.stop();
  };

  test('servers of this release go on, and start, on the schema of the next one', async () => {
    const url = database.freshUrl();
    const former = await start(url);
    await startLater(url, NEXT);
    expect(await order(former)).toBe(201);
    expect(await order(await start(url))).toBe(201);
  });

  test('a release two ahead does not change the schema while a server of this one runs, which goes on', async () => {
    const url = database.freshUrl();
    const former = await start(url);
    await expect(startLater(url, NEXT, AFTER_NEXT)).rejects.toThrow(
      /is in use by a server that cannot work on the schema of this version \([\w-]+, vatmock \S+\): stop all servers of that version first, or upgrade to a version between/,
    );
    expect(await order(former)).toBe(201);
    expect(await order(await start(url))).toBe(201);
  });

  test('once they have ended, it does, and this release does not start on it any more', async () => {
    const url = database.freshUrl();
    await serveAndEnd(url);
    await startLater(url, NEXT, AFTER_NEXT);
    await expect(startMock({ databaseUrl: url })).rejects.toThrow(
      `was written by a newer vatmock (schema version ${String(KNOWN + 2)}; this one knows ${String(KNOWN)}): update`,
    );
  });

  test('servers of the first release, which told nobody what they know, count', async () => {
    const url = database.freshUrl();
    await serveAndEnd(url);
    await database.query(
      `INSERT INTO ${database.schemaOf(url)}.replicas (id, version, since, seen_at, facts)
        VALUES ('first', '0.0.9', 1, extract(epoch FROM now()) * 1000, '{}')`,
    );
    await expect(startLater(url, NEXT)).rejects.toThrow(/\(first, vatmock 0\.0\.9\)/);
  });
});
