import { type JsonWebKey, type KeyObject, createPublicKey, sign, verify } from 'node:crypto';

// A detached JWS (RFC 7515, appendix F) with an Ed25519 key, which signs the same bytes alike each time.

const encode = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64url');

const toSigned = (header: string, payload: Uint8Array): Buffer => Buffer.from(`${header}.${encode(payload)}`);

/** The public key as text: `x` of its JWK. */
export const nameOfKey = (key: KeyObject): string => String(key.export({ format: 'jwk' }).x);

/** The public key is in the header. */
export const signDetached = (payload: Uint8Array, key: KeyObject): string => {
  const jwk = createPublicKey(key).export({ format: 'jwk' });
  const header = encode(JSON.stringify({ alg: 'EdDSA', jwk }));
  return `${header}..${encode(sign(null, toSigned(header, payload), key))}`;
};

/** The key that signed: the given one, or that in the header. Undefined if the payload or the signature was changed. */
export const verifyDetached = (payload: Uint8Array, jws: string, given?: KeyObject): KeyObject | undefined => {
  try {
    const [header = '', , signature = ''] = jws.trim().split('.');
    const { jwk } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { readonly jwk: JsonWebKey };
    const key = given ?? createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, toSigned(header, payload), key, Buffer.from(signature, 'base64url')) ? key : undefined;
  } catch {
    return undefined;
  }
};
