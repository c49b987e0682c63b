import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import { StoreError } from '../../engine/sandbox/store.ts';
import type { Random } from '../../kernel/random.ts';

type Value = string | Uint8Array;

/** How values are stored in a data file: texts and bytes as they are, or all as encrypted bytes. `place` names where a value is. */
export interface Codec {
  readonly encode: (value: Value, place: string) => Value;
  readonly decode: (value: Value, place: string) => Value;
  /** Bytes that are stored with those of a content. */
  readonly overhead: number;
}

export const plainCodec: Codec = { encode: (value) => value, decode: (value) => value, overhead: 0 };

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys for one file, derived from the operator's key and the salt of the file: two files never share any. */
interface FileKeys {
  readonly values: KeyObject;
  /** Stored in the file: tells whether a key is the right one. */
  readonly proof: Uint8Array;
}

const deriveKey = (key: Uint8Array, salt: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, salt, `vatmock ${purpose}`, 32));

export const deriveKeys = (key: Uint8Array, salt: Uint8Array): FileKeys => ({
  values: createSecretKey(deriveKey(key, salt, 'values')),
  proof: deriveKey(key, salt, 'proof'),
});

export const drawBytes = (random: Random, count: number): Buffer => {
  const bytes = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; at += 4) bytes.writeUInt32LE(random.uint32(), at);
  return bytes;
};

export interface Encryption {
  /** 32 random bytes. */
  readonly key: Uint8Array;
  /** Source of nonces: must be unpredictable and never repeat itself, not even after a restart. */
  readonly random: Random;
}

/**
 * Encrypts documents, with their keys, and contents with AES-256-GCM under a random nonce. Their place in the file is
 * authenticated with them, so that a value that was moved to another place is rejected.
 */
export const createEncryptingCodec = ({ values }: FileKeys, random: Random): Codec => ({
  encode: (value, place) => seal(values, drawBytes(random, NONCE_BYTES), value, place),
  decode: (sealed, place) => open(values, sealed as Uint8Array, place),
  overhead: NONCE_BYTES + TAG_BYTES,
});

/** Nonce, ciphertext, tag. */
const seal = (key: KeyObject, nonce: Uint8Array, value: Value, place: string): Buffer => {
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
  const encrypted = typeof value === 'string' ? cipher.update(value, 'utf8') : cipher.update(value);
  return Buffer.concat([nonce, encrypted, cipher.final(), cipher.getAuthTag()]);
};

const open = (key: KeyObject, sealed: Uint8Array, place: string): Buffer => {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const value = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    decipher.final();
    return value;
  } catch (error) {
    throw new StoreError('the data file was changed by another program: restore a backup', { cause: error });
  }
};
