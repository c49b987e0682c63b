import { createHash } from 'node:crypto';
import type { DocumentRecord } from './document.ts';

export type Digest = NonNullable<DocumentRecord['digest']>;

export const digestOf = (bytes: Uint8Array): Digest => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
