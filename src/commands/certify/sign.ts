import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import { JOSEError } from 'jose/errors';
import { UsageError } from '../terminal/usage-error.ts';

/** Both sign the same bytes alike each time, which ECDSA does not. */
const ALGORITHMS: Readonly<Record<string, string>> = { ed25519: 'EdDSA', rsa: 'RS256' };

const jwkOf = (publicKey: KeyObject): JWK => publicKey.export({ format: 'jwk' }) as JWK;

const algorithmOf = ({ asymmetricKeyType }: KeyObject): string => ALGORITHMS[String(asymmetricKeyType)] ?? '';

/** A private key of a PEM file; without a file, a new one. */
export const readPrivateKey = async (file: string | undefined): Promise<KeyObject> =>
  file === undefined ? generateKeyPairSync('ed25519').privateKey : readKey(file, createPrivateKey);

const readKey = async (file: string, create: (pem: string) => KeyObject): Promise<KeyObject> => {
  try {
    const key = create(await readFile(file, 'utf8'));
    if (algorithmOf(key) !== '') return key;
  } catch {
    // Not readable, or no key.
  }
  throw new UsageError(`--key ${file} is no Ed25519 or RSA key in PEM; "openssl genpkey -algorithm ed25519" makes one`);
};

/** A detached JWS (RFC 7515, appendix F) with the public key in its header. */
export const sign = async (payload: Uint8Array, key: KeyObject): Promise<string> => {
  const jws = await new CompactSign(payload)
    .setProtectedHeader({ alg: algorithmOf(key), jwk: jwkOf(createPublicKey(key)) })
    .sign(key);
  return jws.replace(/\..*\./, '..');
};

/** The thumbprint (RFC 7638) of the key that signed, which is that of the file if there is one; undefined if it does not fit. */
export const verify = async (
  payload: Uint8Array,
  jws: string,
  keyFile: string | undefined,
): Promise<string | undefined> => {
  const whole = jws.trim().replace('..', `.${Buffer.from(payload).toString('base64url')}.`);
  try {
    const [header = ''] = jws.split('.');
    const { jwk } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { readonly jwk: JWK };
    const key =
      keyFile === undefined
        ? createPublicKey({ key: { ...jwk }, format: 'jwk' })
        : await readKey(keyFile, (pem) => createPublicKey(pem));
    await compactVerify(whole, key, { algorithms: Object.values(ALGORITHMS) });
    return await calculateJwkThumbprint(jwkOf(key));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof JOSEError || error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
};
