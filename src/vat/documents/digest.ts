import { createHash } from 'node:crypto';

/** Size and hash of a document's bytes. */
export interface Digest {
  readonly size: number;
  readonly sha256: string;
}

export const digestOf = (bytes: Uint8Array): Digest => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
