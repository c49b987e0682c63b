import type { CryptoKey, JWK } from 'jose';
// Imports single modules: the whole library takes twice as long to load, at every start.
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { once } from '../kernel/caches.ts';

export const ALGORITHM = 'RS256';

export interface SigningKeys {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
  readonly kid: string;
  readonly jwk: JWK;
}

export const createKeys = async (): Promise<SigningKeys> => {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048 });
  return { privateKey, ...(await describeKey(publicKey, await exportJWK(publicKey))) };
};

const pairOfProcess = once(createKeys);

/**
 * The keys of a server that trusts the others in its process, as the mocks of a test run do: generating a pair takes longer
 * than a start, so that all of them sign with one. It has another `kid` for each, which is what makes a token its own.
 */
export const shareKeys = async (serverId: string): Promise<SigningKeys> => {
  const { jwk, ...pair } = await pairOfProcess();
  const kid = `stub-${serverId}`;
  return { ...pair, kid, jwk: { ...jwk, kid } };
};

const describeKey = async (publicKey: CryptoKey, exported: JWK): Promise<Omit<SigningKeys, 'privateKey'>> => {
  const kid = `stub-${(await calculateJwkThumbprint(exported)).slice(0, 16)}`;
  return { publicKey, kid, jwk: { ...exported, kid, use: 'sig', alg: ALGORITHM } };
};

/** A new private key, as it is stored. */
export const createExtractableKeys = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  return exportJWK(privateKey);
};

/** The keys of a stored private key. */
export const toSigningKeys = async (stored: JWK): Promise<SigningKeys> => {
  // Loaded only where keys are stored.
  const { importJWK } = await import('jose/key/import');
  const [verifying, privateKey] = await Promise.all([
    toPublicKey(stored),
    importJWK(stored, ALGORITHM, { extractable: false }),
  ]);
  if (!('type' in privateKey)) throw new Error('the stored signing key is not an RSA key');
  return { ...verifying, privateKey };
};

/** Without the private part. */
export const toPublicJwk = ({ kty = '', n = '', e = '' }: JWK): JWK => ({ kty, n, e });

/** The key that verifies, and how it is published. */
export const toPublicKey = async (stored: JWK): Promise<Omit<SigningKeys, 'privateKey'>> => {
  const { importJWK } = await import('jose/key/import');
  const exported = toPublicJwk(stored);
  const publicKey = await importJWK(exported, ALGORITHM);
  if (!('type' in publicKey)) throw new Error('the stored verifying key is not an RSA key');
  return describeKey(publicKey, exported);
};
