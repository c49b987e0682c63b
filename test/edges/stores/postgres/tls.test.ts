import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPostgres } from '../../../../src/edges/stores/postgres/open-postgres.ts';
import { statement } from '../../../../src/edges/stores/postgres/pipeline.ts';
import { type Certificates, createCertificates } from '../../../support/postgres/certificates.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';
import { type RunningServer, runPostgres } from '../../../support/postgres/run-postgres.ts';

/** Users by how the server lets them in. */
const ACCESS = [
  'hostssl all certified 127.0.0.1/32 cert',
  'host all with_password 127.0.0.1/32 scram-sha-256',
  'hostssl all encrypted 127.0.0.1/32 trust',
  'host all encrypted 127.0.0.1/32 reject',
];

describePostgres('TLS', (database) => {
  let certificates: Certificates;
  let server: RunningServer;
  beforeAll(async () => {
    certificates = await createCertificates();
    const { text } = certificates;
    server = await runPostgres({
      settings: { ssl: 'on', ssl_ca_file: 'ca.crt' },
      access: ACCESS,
      files: {
        'server.crt': await text('server.crt'),
        'server.key': await text('server.key'),
        'ca.crt': await text('ca.crt'),
      },
    });
    const { pipelined, close } = await openPostgres(server.url);
    await pipelined([
      statement('CREATE ROLE certified SUPERUSER LOGIN'),
      statement(`CREATE ROLE with_password SUPERUSER LOGIN PASSWORD 'p#ss word'`),
      statement('CREATE ROLE encrypted SUPERUSER LOGIN'),
    ]);
    await close();
  });
  afterAll(async () => {
    await server.stop();
    await certificates.folder.remove();
  });

  /** How a connection is encrypted; or why there is none. */
  const encryptionOf = async (options: string, { user = 'postgres', host = 'localhost' } = {}): Promise<string> => {
    const file = (name: string): string => encodeURIComponent(certificates.folder.file(name));
    const filled = options.replace(/\{(\S+?)\}/g, (_, name: string) => file(name));
    try {
      const opened = await openPostgres(`postgres://${user}@${host}:${String(server.port)}/postgres?${filled}`);
      const [rows] = await opened.pipelined([
        statement<{ version: string | null }>('SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()'),
      ]);
      await opened.close();
      return rows[0]?.version ?? 'none';
    } catch (error) {
      return String(error);
    }
  };

  test.each([
    ['sslmode=disable', 'none'],
    ['sslmode=prefer', 'TLSv1.3'],
    ['sslmode=require', 'TLSv1.3'],
    ['sslmode=require&sslrootcert={ca.crt}', 'TLSv1.3'],
    ['sslmode=verify-ca&sslrootcert={ca.crt}', 'TLSv1.3'],
    ['sslmode=verify-full&sslrootcert={ca.crt}', 'TLSv1.3'],
    ['', 'none'],
  ])('%s', async (options, expected) => {
    expect(await encryptionOf(options)).toBe(expected);
  });

  test.each([
    'sslmode=verify-full',
    'sslmode=require&sslrootcert=system',
    'sslmode=verify-full&sslrootcert={other.crt}',
    'sslmode=verify-ca&sslrootcert={other.crt}',
    'sslmode=require&sslrootcert={other.crt}',
  ])('%s refuses an authority that it does not trust', async (options) => {
    expect(await encryptionOf(options)).toMatch(
      /^StoreError: PostgreSQL at localhost:\d+, database "postgres" does not pass the TLS checks of sslmode \(.+\): name the certificate of its authority with sslrootcert=FILE in --database-url/,
    );
  });

  test('only verify-full asks for the name of the host', async () => {
    const host = '127.0.0.1';
    expect(await encryptionOf('sslmode=verify-full&sslrootcert={ca.crt}', { host })).toMatch(
      /does not pass the TLS checks of sslmode \(.*127\.0\.0\.1.*\): .*, or the host as its certificate does$/,
    );
    expect(await encryptionOf('sslmode=verify-ca&sslrootcert={ca.crt}', { host })).toBe('TLSv1.3');
  });

  test('a certificate can stand for the user', async () => {
    const user = 'certified';
    expect(await encryptionOf('sslmode=require&sslcert={client.crt}&sslkey={client.key}', { user })).toBe('TLSv1.3');
    expect(await encryptionOf('sslmode=require', { user })).toMatch(
      /database "postgres" refuses this connection \(connection requires a valid client certificate\): correct the user or sslmode/,
    );
  });

  test('a server that insists on TLS says so', async () => {
    const user = 'encrypted';
    expect(await encryptionOf('sslmode=require', { user })).toBe('TLSv1.3');
    expect(await encryptionOf('sslmode=disable', { user })).toMatch(
      /refuses this connection \(.*no encryption\): correct the user or sslmode/,
    );
  });

  test('a password can be bound to the channel', async () => {
    const user = 'with_password:p%23ss%20word';
    expect(await encryptionOf('sslmode=require&channel_binding=require', { user })).toBe('TLSv1.3');
    expect(await encryptionOf('sslmode=require', { user })).toBe('TLSv1.3');
  });

  test('files that cannot be read are named with their option', async () => {
    expect(await encryptionOf('sslmode=verify-full&sslrootcert={missing.crt}')).toMatch(
      /^StoreError: sslrootcert of the database URL cannot be read \(ENOENT: .*missing\.crt'\): correct the path/,
    );
  });

  test('a server without TLS: required it fails, preferred it does without', async () => {
    const withMode = (mode: string): string => {
      const url = new URL(database.freshUrl());
      url.searchParams.set('sslmode', mode);
      return url.href;
    };
    await expect(openPostgres(withMode('require'))).rejects.toThrow(
      /offers no TLS: turn it on there, or use sslmode=disable in --database-url/,
    );
    const opened = await openPostgres(withMode('prefer'));
    await opened.close();
  });
});
