import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StoreError } from '../../../engine/sandbox/store.ts';
import type { TlsOptions } from './database-url.ts';

/**
 * TLS as libpq defines the modes: `require` encrypts, and verifies the authority only if the URL names its certificate;
 * `verify-ca` verifies the authority; `verify-full` the host's name too. (The driver's own reading of a URL verifies more
 * and announces to change that.) Undefined: as the environment says (PGSSLMODE).
 */
export const toConnectionSecurity = (tls: TlsOptions): boolean | ConnectionOptions | undefined => {
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
