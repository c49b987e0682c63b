import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StoreError } from '../../../engine/sandbox/store.ts';

/** What a database URL says. The password is in no message. */
export type DatabaseUrl = ReturnType<typeof parseDatabaseUrl>;

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
}

const OPTIONS = [
  ...['host', 'port', 'user', 'password', 'dbname', 'schema', 'options', 'application_name', 'connect_timeout'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'channel_binding'],
] as const;
type Option = (typeof OPTIONS)[number];

/** What others understand, and this program need not. */
const IGNORED = ['pgbouncer', 'connection_limit', 'pool_timeout', 'gssencmode', 'target_session_attrs'];

/** Parses `postgres://user:password@host:port/database?option=value`, with the options that libpq has. */
export const parseDatabaseUrl = (text: string) => {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash !== '')
    throw new DatabaseUrlError(
      'not a PostgreSQL URL: write postgres://USER:PASSWORD@HOST:5432/DATABASE, and percent-encode special characters of the password, such as %23 for #',
    );
  const option = readOptions(url.searchParams);
  const { options, searchPath } = splitOptions(option('options'));
  return {
    /** A folder, such as /var/run/postgresql, for a Unix socket. Undefined: PGHOST, or localhost. */
    host: option('host') ?? given(decode(url.hostname).replace(/^\[(.*)\]$/, '$1')),
    port: readNumber('port', option('port') ?? given(url.port), 65_535),
    user: option('user') ?? given(decode(url.username)),
    password: option('password') ?? given(decode(url.password)),
    database: option('dbname') ?? given(decode(url.pathname.slice(1))),
    schema: readSchema(option('schema') ?? searchPath),
    /** Parameters of the session, such as `-c geqo=off`. A pooler that shares sessions refuses them. */
    options,
    applicationName: option('application_name'),
    connectTimeout: toMilliseconds(readNumber('connect_timeout', option('connect_timeout'), 3600)),
    bindsChannel: (option('channel_binding') ?? 'disable') !== 'disable',
    tls: readTls(option),
  };
};

const given = (text: string): string | undefined => (text === '' ? undefined : text);

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlError('the URL has a % that encodes nothing: percent-encode it as %25');
  }
};

const isOption = (name: string): name is Option => OPTIONS.some((each) => each === name);

const readOptions = (params: URLSearchParams): ((name: Option) => string | undefined) => {
  const options = new Map<Option, string>();
  for (const [name, value] of params) {
    if (isOption(name)) {
      if (value !== '') options.set(name, value);
    } else if (!IGNORED.includes(name))
      throw new DatabaseUrlError(
        `the URL has the unknown option "${name}": remove it; known are ${OPTIONS.join(', ')}`,
      );
  }
  return (name) => options.get(name);
};

const readNumber = (name: string, text: string | undefined, maximum: number): number | undefined => {
  if (text === undefined) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= maximum) return number;
  throw new DatabaseUrlError(`${name} in the URL must be a whole number from 1 to ${maximum}`);
};

const toMilliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000;

/** The first schema of a `search_path` names the schema; it is not sent, as poolers refuse it. */
const splitOptions = (text: string | undefined) => {
  const found = SEARCH_PATH.exec(text ?? '');
  const rest = text?.replace(SEARCH_PATH, '').trim();
  return {
    options: rest === '' ? undefined : rest,
    searchPath: found?.[1]
      ?.split(',')[0]
      ?.trim()
      .replace(/^"(.*)"$/, '$1'),
  };
};

const SEARCH_PATH = /(?:^|\s)(?:-c\s*|--)search_path=(\S+)/;

/** Schema names of up to 63 bytes: PostgreSQL would cut a longer one. Those with `pg_` are its own. */
const readSchema = (name: string | undefined): string | undefined => {
  if (name === undefined || (/^(?!pg_)[^\p{Cc}]+$/u.test(name) && Buffer.byteLength(name) <= 63)) return name;
  throw new DatabaseUrlError(
    `the schema must have 1 to 63 bytes, no control characters, and not begin with pg_, but is ${JSON.stringify(name)}`,
  );
};

const readTls = (option: (name: Option) => string | undefined) => {
  const asked = option('sslmode');
  /** Undefined: PGSSLMODE, or none. */
  const mode = SSL_MODES.find((each) => each === asked);
  if (mode === undefined && asked !== undefined)
    throw new DatabaseUrlError(`sslmode in the URL must be one of ${SSL_MODES.join(', ')}, but is "${asked}"`);
  /** A file in PEM, like the others; `system` stands for the authorities that Node.js trusts. */
  const root = option('sslrootcert');
  const certificate = option('sslcert');
  const key = option('sslkey');
  if (mode === 'verify-ca' && (root === undefined || root === 'system'))
    throw new DatabaseUrlError(
      'sslmode=verify-ca in the URL needs the certificate of the authority: add sslrootcert=FILE, or use sslmode=verify-full',
    );
  if ((certificate === undefined) !== (key === undefined))
    throw new DatabaseUrlError('sslcert and sslkey in the URL belong together: give both, or neither');
  if (mode === undefined && (root ?? certificate) !== undefined)
    throw new DatabaseUrlError('the URL names certificates but no sslmode: add sslmode=verify-full');
  return { mode, root, certificate, key, keyPassword: option('sslpassword') };
};

/**
 * TLS as libpq defines the modes: `require` encrypts, and verifies the authority only if the URL names its certificate;
 * `verify-ca` verifies the authority; `verify-full` the host's name too. (The driver's own reading of a URL verifies more
 * and announces to change that.) Undefined: as the environment says (PGSSLMODE).
 */
export const toConnectionSecurity = (tls: DatabaseUrl['tls']): boolean | ConnectionOptions | undefined => {
  if (tls.mode === undefined) return undefined;
  if (tls.mode === 'disable') return false;
  const root = tls.root === 'system' ? undefined : tls.root;
  const verifiesAuthority = tls.mode === 'verify-full' || tls.root !== undefined;
  return {
    rejectUnauthorized: verifiesAuthority,
    ...(root === undefined ? {} : { ca: readPem(root, 'sslrootcert') }),
    ...(tls.certificate === undefined ? {} : { cert: readPem(tls.certificate, 'sslcert') }),
    ...(tls.key === undefined ? {} : { key: readPem(tls.key, 'sslkey') }),
    ...(tls.keyPassword === undefined ? {} : { passphrase: tls.keyPassword }),
    // With the system's authorities, which certify every host, the name must be verified.
    ...(tls.mode === 'verify-full' || tls.root === 'system' ? {} : { checkServerIdentity: () => undefined }),
  };
};

const readPem = (file: string, option: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`${option} of the database URL cannot be read (${reason}): correct the path, or its rights`, {
      cause: error,
    });
  }
};
