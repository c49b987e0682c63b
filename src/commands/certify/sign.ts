import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import { EmbeddedJWK } from 'jose/jwk/embedded';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';

// A detached JWS (RFC 7515, appendix F) with an Ed25519 key, which signs the same bytes alike each time.

const ALGORITHM = 'EdDSA';

/** The public key as text: `x` of its JWK. */
export const nameOfKey = (key: KeyObject): string => String(key.export({ format: 'jwk' }).x);

/** The public key is in the header. */
export const signDetached = async (payload: Uint8Array, key: KeyObject): Promise<string> => {
  const jwk = createPublicKey(key).export({ format: 'jwk' }) as { readonly kty: string };
  const jws = await new CompactSign(payload).setProtectedHeader({ alg: ALGORITHM, jwk }).sign(key);
  return jws.replace(/\..*\./, '..');
};

/** The key that signed: the given one, or that in the header. Undefined if the payload or the signature was changed. */
export const verifyDetached = async (
  payload: Uint8Array,
  jws: string,
  given?: KeyObject,
): Promise<KeyObject | undefined> => {
  const whole = jws.trim().replace('..', `.${Buffer.from(payload).toString('base64url')}.`);
  const options = { algorithms: [ALGORITHM] };
  try {
    if (given !== undefined) return await compactVerify(whole, given, options).then(() => given);
    const { protectedHeader } = await compactVerify(whole, EmbeddedJWK, options);
    return createPublicKey({ key: protectedHeader.jwk as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
};
