import { createHash } from 'node:crypto';
import { type TypeOf, count, label, object } from '../../engine/sandbox/record-schema.ts';

/** Size and hash of a document's bytes. */
export const digest = object({ size: count, sha256: label });

export type Digest = TypeOf<typeof digest>;

export const digestOf = (bytes: Uint8Array): Digest => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
