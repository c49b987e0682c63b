import { createHash } from 'node:crypto';
import { type TypeOf, object } from '../../engine/sandbox/record-schema.ts';
import { memberOf } from '../api/component-schema.ts';

/** Size and hash of a document's bytes. */
export const digest = object({ size: memberOf('Document', 'size'), sha256: memberOf('Document', 'sha256') });

export type Digest = TypeOf<typeof digest>;

export const digestOf = (bytes: Uint8Array): Digest => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
