import { type KeyObject, createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { SECRET_KEY, StoreError } from '../../engine/sandbox/store.ts';
import type { Random } from '../../kernel/random.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { type Codec, plainCodec } from './codec.ts';
import { toSortable } from './order-of-values.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys for one file, derived from the operator's key and the salt of the file: two files never share any. */
export interface FileKeys {
  readonly values: KeyObject;
  readonly texts: KeyObject;
  readonly nonces: KeyObject;
  /** Stored in the file: tells whether a key is the right one. */
  readonly proof: Uint8Array;
}

export const deriveKeys = (key: Uint8Array, salt: Uint8Array): FileKeys => {
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, salt, `vatmock ${purpose}`, 32));
  return {
    values: createSecretKey(derive('values')),
    texts: createSecretKey(derive('key texts')),
    nonces: createSecretKey(derive('nonces of key texts')),
    proof: derive('proof'),
  };
};

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
  /** Members by which lists are sorted. */
  readonly sortMembers: readonly string[];
}

/**
 * Encrypts bodies and contents with AES-256-GCM under a random nonce. Their place in the file is authenticated with
 * them, so that a value that was moved to another place is rejected. What lists are filtered and sorted by remains
 * readable: sorting 20,000 documents would otherwise decrypt all of them, for half a second. Keys that are secrets are
 * encrypted too.
 */
export const createEncryptingCodec = (
  { values, texts, nonces }: FileKeys,
  { random, sortMembers }: Pick<Encryption, 'random' | 'sortMembers'>,
): Codec => {
  const readable = new Set(sortMembers);
  return {
    encodeBody: (json, value, row, id) => {
      const members = stringifyJson(pick(value, sortMembers));
      const sealed = seal(values, drawBytes(random, NONCE_BYTES), json, placeOfBody(row, id, members));
      return Buffer.concat([Buffer.from(members), END, sealed]);
    },
    decodeBody: (body, row, id) => {
      const bytes = Buffer.from(body as Uint8Array);
      const end = bytes.indexOf(END);
      const place = placeOfBody(row, id, bytes.toString('utf8', 0, end));
      return open(values, bytes.subarray(end + 1), place).toString('utf8');
    },
    encodeContent: (bytes, sandbox, id) =>
      seal(values, drawBytes(random, NONCE_BYTES), bytes, placeOfContent(sandbox, id)),
    decodeContent: (bytes, sandbox, id) => open(values, bytes, placeOfContent(sandbox, id)),
    encodeKey: (key) => {
      const text = plainCodec.encodeKey(key);
      if (key.name !== SECRET_KEY) return text;
      // The nonce follows from the text, so that equal texts remain equal.
      const nonce = createHmac('sha256', nonces).update(text).digest().subarray(0, NONCE_BYTES);
      return seal(texts, nonce, text, SECRET_KEY).toString('base64url');
    },
    decodeKey: (name, text) =>
      plainCodec.decodeKey(
        name,
        name === SECRET_KEY ? open(texts, Buffer.from(text, 'base64url'), SECRET_KEY).toString('utf8') : text,
      ),
    jsonWith: (member) =>
      readable.has(member)
        ? "CAST(substr(d.body, 1, instr(d.body, x'00') - 1) AS TEXT)"
        : 'json_of(d.body, d.row, d.id)',
    bodySize: `(octet_length(body) - instr(body, x'00') - ${String(NONCE_BYTES + TAG_BYTES)})`,
    contentSize: `(length(bytes) - ${String(NONCE_BYTES + TAG_BYTES)})`,
  };
};

/** Ends the readable members: JSON contains no such byte. */
const END = Buffer.from([0]);

const pick = (value: unknown, members: readonly string[]): object => {
  const picked: Record<string, unknown> = {};
  for (const member of members) {
    const found = toSortable(value, member);
    if (found !== null) picked[member] = found;
  }
  return picked;
};

const placeOfBody = (row: number, id: string, members: string): string => `document ${String(row)} ${id} ${members}`;

const placeOfContent = (sandbox: number, id: string): string => `content ${String(sandbox)} ${id}`;

/** Nonce, ciphertext, tag. */
const seal = (key: KeyObject, nonce: Uint8Array, value: string | Uint8Array, place: string): Buffer => {
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
