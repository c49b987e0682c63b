import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Mock, type MockOptions, createMock } from '../../src/index.ts';
import { findPort } from './find-port.ts';
import { ADDRESS } from './postgres/start-once.ts';
import { startRoundRobin } from './round-robin-proxy.ts';

/**
 * `VATMOCK_TEST_STORE=postgres` runs acceptance tests on a PostgreSQL database, and `=replicas` on three servers that share
 * one, behind a proxy that gives each of them the next request.
 */
const STORE = process.env['VATMOCK_TEST_STORE'] ?? '';

/** Tests that bring a store of their own, or none, keep it. */
const isShared = (options: MockOptions): boolean =>
  (STORE === 'postgres' || STORE === 'replicas') &&
  options.data === undefined &&
  options.databaseUrl === undefined &&
  options.spec === undefined;

/** As `createMock`, on the store of this run. */
export const openMock = async (options: MockOptions): Promise<Mock> => {
  if (!isShared(options)) return createMock(options);
  const answer = await fetch(`${process.env[ADDRESS] ?? ''}/postgres`);
  const databaseUrl = await answer.text();
  const databaseSchema = `test_${randomBytes(8).toString('hex')}`;
  const mocks: Mock[] = [];
  const ports = STORE === 'replicas' ? [await findPort(), await findPort(), await findPort()] : [];
  const proxy = ports.length === 0 ? undefined : await startRoundRobin({ ports });
  const publicUrl = proxy?.url;
  const shared = { databaseUrl, databaseSchema, databaseConnections: 8, ...(publicUrl && { publicUrl }), ...options };
  if (proxy === undefined) mocks.push(await createMock(shared));
  for (const port of ports) mocks.push(await createMock({ ...shared, port }));
  const [first] = mocks as [Mock];
  const url = publicUrl ?? first.url;
  const through = (text: string): string => text.replace(first.url, url);
  return Object.create(first, {
    url: { value: url },
    baseUrl: { value: through(first.baseUrl) },
    tokenUrl: { value: first.tokenUrl && through(first.tokenUrl) },
    idle: {
      value: async () => {
        // What one server does may be work for another.
        for (const mock of [...mocks, ...mocks]) await mock.idle();
      },
    },
    close: {
      value: async () => {
        proxy?.close();
        await Promise.all(mocks.map((mock) => mock.close()));
        const client = new Client(databaseUrl);
        await client.connect();
        await client.query(`DROP SCHEMA IF EXISTS ${databaseSchema} CASCADE`);
        await client.end();
      },
    },
  }) as Mock;
};
