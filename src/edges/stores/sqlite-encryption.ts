import { timingSafeEqual } from 'node:crypto';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../engine/sandbox/store.ts';
import { type Codec, plainCodec } from './codec.ts';
import { damaged } from './sqlite-errors.ts';
import { type Encryption, createEncryptingCodec, deriveKeys, drawBytes } from './encrypting-codec.ts';

const SALT_BYTES = 16;

/** Codec of a file that has data. Throws, without changing the file, if the key is not the one it was written with. */
export const codecOfFile = (
  db: DatabaseSync,
  file: string,
  isEncrypted: boolean,
  encryption: Encryption | undefined,
): Codec => {
  if (!isEncrypted) {
    if (encryption === undefined) return plainCodec;
    throw new StoreError(
      `${file} is not encrypted, but VATMOCK_ENCRYPTION_KEY is set: encrypt it with "vatmock rekey ${dirname(file)}" (see vatmock rekey --help), or unset the variable`,
    );
  }
  if (encryption === undefined)
    throw new StoreError(
      `${file} is encrypted: set VATMOCK_ENCRYPTION_KEY to its key, or choose another folder with --data`,
    );
  const kept = db.prepare('SELECT salt, proof FROM encryption').get();
  if (kept === undefined) throw damaged(file, 'it lacks the salt of its key');
  const { salt, proof } = kept as { salt: Uint8Array; proof: Uint8Array };
  const keys = deriveKeys(encryption.key, salt);
  if (timingSafeEqual(keys.proof, proof)) return createEncryptingCodec(keys, encryption.random);
  throw new StoreError(
    `${file} is encrypted with another key than that of VATMOCK_ENCRYPTION_KEY: set the variable to the key that the file was written with ("vatmock rekey" changes it), or choose another folder with --data`,
  );
};

/** Codec of a new file. */
export const codecOfNewFile = (db: DatabaseSync, encryption: Encryption | undefined): Codec => {
  if (encryption === undefined) return plainCodec;
  const salt = drawBytes(encryption.random, SALT_BYTES);
  const keys = deriveKeys(encryption.key, salt);
  db.prepare('INSERT INTO encryption (salt, proof) VALUES (?, ?)').run(salt, keys.proof);
  return createEncryptingCodec(keys, encryption.random);
};
