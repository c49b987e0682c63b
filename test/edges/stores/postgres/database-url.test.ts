import { expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../../../src/edges/stores/postgres/database-url.ts';

const PLAIN = {
  host: 'db',
  port: undefined,
  user: undefined,
  password: undefined,
  database: 'stub',
  schema: undefined,
  options: undefined,
  applicationName: undefined,
  connectTimeout: undefined,
  bindsChannel: false,
  tls: { mode: undefined, root: undefined, certificate: undefined, key: undefined, keyPassword: undefined },
};

test.each([
  ['postgres://db/stub', {}],
  ['postgresql://db/stub', {}],
  ['postgres://me:p%23%40ss@db:6432/stub', { user: 'me', password: 'p#@ss', port: 6432 }],
  ['postgres://[::1]:5432/stub', { host: '::1', port: 5432 }],
  ['postgres:///stub?host=/var/run/postgresql&user=me', { host: '/var/run/postgresql', user: 'me' }],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/stub', { host: '/var/run/postgresql' }],
  ['postgres://db?dbname=stub', {}],
  ['postgres://db/my%20stub', { database: 'my stub' }],
  ['postgres://db/stub?application_name=a&connect_timeout=3', { applicationName: 'a', connectTimeout: 3000 }],
  ['postgres://db/stub?schema=Mine', { schema: 'Mine' }],
  ['postgres://db/stub?pgbouncer=true&connection_limit=1&target_session_attrs=read-write', {}],
  ['postgres://db/stub?channel_binding=require', { bindsChannel: true }],
  ['postgres://db/stub?options=-c%20search_path%3Dmine', { schema: 'mine' }],
  ['postgres://db/stub?options=--search_path%3D%22Mine%22,public', { schema: 'Mine' }],
  [
    'postgres://db/stub?options=-c%20geqo%3Doff%20-csearch_path%3Dmine%20-c%20jit%3Doff',
    { schema: 'mine', options: '-c geqo=off -c jit=off' },
  ],
])('%s', (url, differing) => {
  expect(parseDatabaseUrl(url)).toEqual({ ...PLAIN, ...differing });
});

test.each([
  ['sslmode=disable', { mode: 'disable' }],
  ['sslmode=require', { mode: 'require' }],
  ['sslmode=verify-ca&sslrootcert=/ca.pem', { mode: 'verify-ca', root: '/ca.pem' }],
  [
    'sslmode=verify-full&sslcert=/c.pem&sslkey=/k.pem&sslpassword=s',
    { mode: 'verify-full', certificate: '/c.pem', key: '/k.pem', keyPassword: 's' },
  ],
])('TLS: %s', (options, differing) => {
  expect(parseDatabaseUrl(`postgres://db/stub?${options}`).tls).toEqual({ ...PLAIN.tls, ...differing });
});

test.each([
  ['', 'not a PostgreSQL URL'],
  ['db:5432', 'not a PostgreSQL URL'],
  ['mysql://me:secret@db/stub', 'not a PostgreSQL URL'],
  ['postgres://me:sec#ret@db/stub', 'percent-encode special characters of the password'],
  ['postgres://me:secret%@db/stub', 'percent-encode it as %25'],
  ['postgres://db/stub?port=0', 'port in the URL must be a whole number from 1 to 65535'],
  ['postgres://db/stub?sslcrl=x', 'unknown option "sslcrl"'],
  ['postgres://db/stub?sslmode=allow', 'sslmode in the URL must be one of disable, prefer, require'],
  ['postgres://db/stub?sslmode=verify-ca', 'add sslrootcert=FILE'],
  ['postgres://db/stub?sslmode=verify-ca&sslrootcert=system', 'add sslrootcert=FILE'],
  ['postgres://db/stub?sslmode=require&sslcert=/c.pem', 'sslcert and sslkey in the URL belong together'],
  ['postgres://db/stub?sslrootcert=/ca.pem', 'no sslmode'],
  ['postgres://db/stub?schema=pg_mine', 'the schema must have 1 to 63 bytes'],
  [`postgres://db/stub?schema=${'ä'.repeat(32)}`, 'the schema must have 1 to 63 bytes'],
])('refuses %s', (url, message) => {
  expect(() => parseDatabaseUrl(url)).toThrow(message);
  expect(() => parseDatabaseUrl(url)).not.toThrow('sec');
});
