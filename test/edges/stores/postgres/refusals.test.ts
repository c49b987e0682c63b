import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { statement } from '../../../../src/edges/stores/postgres/pipeline.ts';
import { StoreError } from '../../../../src/engine/sandbox/store.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';
import { holdConnection } from '../../../support/stores/hold-connection.ts';
import { findPort } from '../../../support/find-port.ts';
import { type RunningServer, runPostgres } from '../../../support/postgres/run-postgres.ts';

/** What the operator reads who starts a server on it; never with the password. */
const refusal = async (url: string): Promise<string> => {
  const error: unknown = await openPostgres(url).then(
    ({ close }) => close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreError);
  const { message, fault } = error as StoreError;
  expect(`${message} ${String((error as StoreError).cause)}`).not.toContain('secret');
  return `${fault}: ${message}`;
};

describe('no server', () => {
  test('where nobody listens', async () => {
    const port = String(await findPort());
    expect(await refusal(`postgres://me:secret@127.0.0.1:${port}/stub`)).toBe(
      `unreachable: PostgreSQL at 127.0.0.1:${port}, database "stub" cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}): start it, or correct host and port in --database-url`,
    );
  });

  test('a host that does not exist', async () => {
    expect(await refusal('postgres://me:secret@nowhere.invalid/stub')).toMatch(
      /^unreachable: PostgreSQL at nowhere\.invalid:5432, database "stub" cannot be reached \(getaddrinfo E\w+ nowhere\.invalid\): start it/,
    );
  });

  test('a socket that does not exist', async () => {
    expect(await refusal('postgres:///stub?host=/nowhere&user=me&password=secret')).toMatch(
      /^unreachable: PostgreSQL at \/nowhere, database "stub" cannot be reached \(connect ENOENT \/nowhere/,
    );
  });

  test.each([
    ['that says nothing', () => undefined, /does not answer \(.*timeout.*\): check the network/],
    ['that hangs up', (socket: Socket) => socket.destroy(), /ended the connection \(.*\): it is tried again/],
  ])('a port %s', async (_name, answer, message) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      answer(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await refusal(`postgres://me:secret@127.0.0.1:${String(port)}/stub?connect_timeout=1`)).toMatch(message);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});

describePostgres('a server that refuses', () => {
  let server: RunningServer;
  const at = (user: string, database = 'stub', options = ''): string =>
    `postgres://${user}@127.0.0.1:${String(server.port)}/${database}${options}`;
  const named = (database = 'stub'): string => `PostgreSQL at 127.0.0.1:${String(server.port)}, database "${database}"`;

  beforeAll(async () => {
    server = await runPostgres({
      access: ['host all with_password 127.0.0.1/32 scram-sha-256', 'host all unwanted 127.0.0.1/32 reject'],
    });
    const { pipelined, close } = await openPostgres(server.url);
    await pipelined([
      statement('CREATE DATABASE stub'),
      statement(`CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0`),
      statement('CREATE DATABASE standby'),
      statement('ALTER DATABASE standby SET default_transaction_read_only = on'),
      statement(`CREATE ROLE with_password LOGIN PASSWORD 'right'`),
      statement('CREATE ROLE unwanted LOGIN'),
      statement('CREATE ROLE crowded LOGIN CONNECTION LIMIT 0'),
      statement('CREATE ROLE humble LOGIN'),
    ]);
    await close();
  });
  afterAll(() => server.stop());

  test('a database that does not exist', async () => {
    expect(await refusal(at('postgres:secret', 'missing'))).toBe(
      `unreachable: ${named('missing')} does not exist: create it (createdb missing), or name another one in --database-url`,
    );
  });

  test('a wrong password, and none', async () => {
    expect(await refusal(at('with_password:secret'))).toBe(
      `unreachable: ${named()} refuses the user "with_password" (password authentication failed for user "with_password"): correct user and password in --database-url`,
    );
    expect(await refusal(at('with_password'))).toMatch(
      /asks for a password \(.*\): add it to --database-url, as postgres:\/\/USER:PASSWORD@HOST\/DATABASE$/,
    );
  });

  test('a user that does not exist, and one that may not connect', async () => {
    expect(await refusal(at('nobody:secret'))).toBe(
      `unreachable: ${named()} refuses this connection (role "nobody" does not exist): correct the user or sslmode in --database-url, or allow the user in pg_hba.conf`,
    );
    expect(await refusal(at('unwanted:secret'))).toMatch(/refuses this connection \(pg_hba\.conf rejects connection/);
  });

  test('too many connections', async () => {
    expect(await refusal(at('crowded:secret'))).toMatch(
      /has no connection left \(too many connections for role "crowded"\): lower --limits database-connections/,
    );
  });

  test('no right to create tables', async () => {
    const message = await refusal(at('humble:secret'));
    expect(message).toBe(
      `other: ${named()} denies the user "humble" a right (permission denied for database stub): GRANT CREATE ON DATABASE "stub" TO "humble", or create the schema for it (CREATE SCHEMA "vatmock" AUTHORIZATION "humble")`,
    );
    // What the message advises is enough.
    const admin = await openPostgres(at('postgres', 'stub', '?schema=admin'));
    await admin.pipelined([statement('CREATE SCHEMA vatmock AUTHORIZATION humble')]);
    const opened = await openPostgres(at('humble:secret'));
    await opened.close();
    await admin.pipelined([statement('DROP SCHEMA vatmock, admin CASCADE')]);
    await admin.close();
  });

  test('a server that is read-only', async () => {
    expect(await refusal(at('postgres:secret', 'standby'))).toBe(
      `unwritable: ${named('standby')} is read-only, as a standby is: name the primary server in --database-url, or allow writes`,
    );
  });

  test('an encoding that lacks characters', async () => {
    expect(await refusal(at('postgres:secret', 'ascii'))).toMatch(
      /has the encoding SQL_ASCII, which cannot store all texts: create one with createdb -E UTF8 -T template0/,
    );
  });

  test('a database that went away and came back', async () => {
    const notices: string[] = [];
    const postgres = await openPostgres(at('postgres:secret'), { noticed: (message) => notices.push(message) });
    const idle = await Promise.all([1, 2, 3].map(() => holdConnection(postgres)));
    for (const client of idle) client.release();
    const busy = await holdConnection(postgres);
    const unanswered = busy.pipelined([statement('BEGIN'), statement('SELECT pg_sleep(600)')]);
    const lost = expect(unanswered).rejects.toMatchObject({ name: 'StoreError', fault: 'unreachable' });
    await server.halt();
    await lost;
    busy.release();
    await expect(postgres.pipelined([statement('SELECT 1')])).rejects.toMatchObject({
      fault: 'unreachable',
      message: `${named()} cannot be reached (connect ECONNREFUSED 127.0.0.1:${String(server.port)}): start it, or correct host and port in --database-url`,
    });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/ended the connection|is starting or stopping/);
    await server.resume();
    expect(await postgres.pipelined([statement('SELECT 1 AS one')])).toEqual([[{ one: 1 }]]);
    await postgres.close();
  });
});

describePostgres(
  'a pooler that refuses',
  (database) => {
    test('a database that does not exist', async () => {
      const url = new URL(database.freshUrl());
      url.pathname = '/missing';
      expect(await refusal(url.href)).toMatch(
        /^unreachable: PostgreSQL at 127\.0\.0\.1:\d+, database "missing" refuses the connection \(.*\): correct user and database in --database-url/,
      );
    });
  },
  'pgbouncer',
);
