/** How values are stored in a data file: as they are, or encrypted. `place` names where a value is. */
export interface Codec {
  readonly encodeText: (text: string, place: string) => string | Uint8Array;
  readonly decodeText: (text: string | Uint8Array, place: string) => string;
  readonly encodeBytes: (bytes: Uint8Array, place: string) => Uint8Array;
  readonly decodeBytes: (bytes: Uint8Array, place: string) => Uint8Array;
  /** Bytes that are stored with those of a content. */
  readonly overhead: number;
}

export const plainCodec: Codec = {
  encodeText: (text) => text,
  decodeText: (text) => text as string,
  encodeBytes: (bytes) => bytes,
  decodeBytes: (bytes) => bytes,
  overhead: 0,
};
