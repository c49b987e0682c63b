import { StoreError, type StoreFault } from '../../../engine/sandbox/store.ts';

/** The database as messages name it; never with the password. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly schema: string;
}

export const nameOf = ({ host, port, database }: Target): string =>
  `PostgreSQL at ${host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`}, database "${database}"`;

interface Explanation {
  readonly fault: StoreFault;
  /** Follows the name of the database. */
  readonly says: string;
}

/** What cannot be had now, and may be had in a moment. */
const away = (says: string): Explanation => ({ fault: 'unreachable', says });

/** SQLSTATE of an error that the server reported; the code of Node.js otherwise. */
export const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
};

/** Reported by the server; `code` is its SQLSTATE then. */
const isOfServer = (error: Error): boolean => 'severity' in error;

/** Errors of the server by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const explainState = (state: string, message: string, { user, database, schema }: Target): Explanation | undefined => {
  switch (state) {
    case '28P01':
      return away(`refuses the user "${user}" (${message}): correct user and password in --database-url`);
    case '28000':
      return away(
        `refuses this connection (${message}): correct the user or sslmode in --database-url, or allow the user in pg_hba.conf`,
      );
    case '3D000':
      return away(`does not exist: create it (createdb ${database}), or name another one in --database-url`);
    case '53300':
      return away(
        `has no connection left (${message}): lower --limits database-connections, which each replica takes, raise max_connections of the server, or put PgBouncer in front of it`,
      );
    // What PgBouncer reports, whatever went wrong.
    case '08P01':
      return away(
        `refuses the connection (${message}): correct user and database in --database-url, or wait until the server behind the pooler is back`,
      );
    case '57P03':
      return away(`is starting or stopping (${message}): try again in a moment`);
    case '25006':
      return {
        fault: 'unwritable',
        says: 'is read-only, as a standby is: name the primary server in --database-url, or allow writes',
      };
    case '42501':
      return {
        fault: 'other',
        says: `denies the user "${user}" a right (${message}): GRANT CREATE ON DATABASE "${database}" TO "${user}", or create the schema for it (CREATE SCHEMA "${schema}" AUTHORIZATION "${user}")`,
      };
    case '42P07':
      return {
        fault: 'other',
        says: `has tables of another program in the schema "${schema}" (${message}): choose another one with ?schema= in the URL`,
      };
    case '53100':
      return { fault: 'full', says: `has no disk space left (${message}): free some; completed requests are stored` };
    case '42P01':
    case '3F000':
      return {
        fault: 'other',
        says: `lacks tables of the schema "${schema}" (${message}): restore a backup, or drop the schema and restart the server, which creates it empty`,
      };
    default:
      return explainClass(state, message);
  }
};

/** Lost or shut connections, lack of resources, and conflicts that a second try may win. */
const explainClass = (state: string, message: string): Explanation | undefined => {
  if (/^(?:08|53|57P|25P03)/.test(state)) return away(`ended the connection (${message}): it is tried again`);
  if (/^(?:40|55P03|57014)/.test(state)) return away(`is busy (${message}): try again`);
  return undefined;
};

const TLS_MISSING = 'The server does not support SSL connections';

/** Whether the server has no TLS, and the connection without it may be tried where that is allowed. */
export const isWithoutTls = (error: unknown): boolean => error instanceof Error && error.message === TLS_MISSING;

const TLS = /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS|^ERR_SSL|^ERR_OSSL|^EPROTO$/;

/** Errors of the connection itself, before or beside what the server says. */
const explainConnection = (error: Error, code: string): Explanation | undefined => {
  const reason = error.message === '' ? code : error.message;
  if (isWithoutTls(error))
    return away('offers no TLS: turn it on there, or use sslmode=disable in --database-url on a network you trust');
  if (TLS.test(code))
    return away(
      `does not pass the TLS checks of sslmode (${reason}): name the certificate of its authority with sslrootcert=FILE in --database-url, or the host as its certificate does`,
    );
  if (reason.startsWith('SASL') || reason.startsWith('Password'))
    return away(`asks for a password (${reason}): add it to --database-url, as postgres://USER:PASSWORD@HOST/DATABASE`);
  if (/^E[A-Z_]+$/.test(code))
    return away(`cannot be reached (${reason}): start it, or correct host and port in --database-url`);
  if (reason.startsWith('timeout exceeded when trying to connect'))
    return away('has no free connection: the requests in progress hold all; raise --limits database-connections');
  if (/timeout|timed out/.test(reason))
    return away(`does not answer (${reason}): check the network between here and there`);
  if (/^Connection terminated|connection error|not queryable|establishing an SSL connection/i.test(reason))
    return away(`ended the connection (${reason}): it is tried again`);
  return undefined;
};

/** Converts an error of the driver to a message for the operator; a `StoreError` passes through. */
export const toStoreError = (error: unknown, target: Target): unknown => {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const found = isOfServer(error) ? explainState(code, error.message, target) : explainConnection(error, code);
  if (found === undefined && !isOfServer(error)) return error;
  const { fault, says } = found ?? { fault: 'other', says: `reports an error (${error.message}, SQLSTATE ${code})` };
  return new StoreError(`${nameOf(target)} ${says}`, { cause: error, fault });
};
