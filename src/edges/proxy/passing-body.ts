import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** Largest body that is recorded, in bytes. */
const MOST = 16 * 1_048_576;

/** A body on its way, of which a copy is kept as long as there is room for it. */
export const createPassingBody = (hasRoomFor: (bytes: number) => boolean) => {
  let kept: Buffer[] | undefined = [];
  let size = 0;
  return {
    tap: async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > MOST || !hasRoomFor(chunk.byteLength)) kept = undefined;
        kept?.push(chunk);
        yield chunk;
      }
    },
    /** Without its content coding; undefined if it is not known as a whole. */
    read: async (coding = ''): Promise<Buffer | undefined> => {
      if (kept === undefined || size === 0 || coding === '') return kept && Buffer.concat(kept);
      return DECODERS[coding.toLowerCase()]?.(Buffer.concat(kept), { maxOutputLength: MOST }).catch(() => undefined);
    },
  };
};

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** The codings of RFC 9110, 8.4.1, and Brotli (RFC 7932). */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip) as Decode,
  deflate: promisify(inflate) as Decode,
  br: promisify(brotliDecompress) as Decode,
};
