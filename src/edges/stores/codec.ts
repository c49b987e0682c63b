import type { Key } from '../../engine/sandbox/store.ts';
import { fromStorable, toStorable } from './storable-text.ts';

/** How values are stored in a data file: as they are, or encrypted. */
export interface Codec {
  /** A document as JSON and as its value; row and stored id are its place. */
  readonly encodeBody: (json: string, value: unknown, row: number, storedId: string) => string | Uint8Array;
  readonly decodeBody: (body: string | Uint8Array, row: number, storedId: string) => string;
  readonly encodeContent: (bytes: Uint8Array, sandbox: number, storedId: string) => Uint8Array;
  readonly decodeContent: (bytes: Uint8Array, sandbox: number, storedId: string) => Uint8Array;
  /** Equal keys have equal texts, since documents are found by them. */
  readonly encodeKey: (key: Key) => string;
  readonly decodeKey: (name: string, text: string) => string;
  /** SQL expression for JSON with this member of a document `d`. */
  readonly jsonWith: (member: string) => string;
  /** SQL expressions for the size of the value in `body` and in `bytes`. */
  readonly bodySize: string;
  readonly contentSize: string;
}

export const plainCodec: Codec = {
  encodeBody: (json) => json,
  decodeBody: (body) => body as string,
  encodeContent: (bytes) => bytes,
  decodeContent: (bytes) => bytes,
  encodeKey: ({ text }) => toStorable(text),
  decodeKey: (_name, text) => fromStorable(text),
  jsonWith: () => 'd.body',
  bodySize: 'octet_length(body)',
  contentSize: 'length(bytes)',
};
