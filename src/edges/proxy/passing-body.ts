import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { headerPairs } from '../../kernel/http.ts';

/** Largest body that is validated and recorded, in bytes. */
const MOST = 16 * 1_048_576;

/** A body as it passes, kept as long as there is room for it. */
export interface PassingBody {
  readonly tap: (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  /** The message with this body, without its content coding. */
  readonly open: (rawHeaders: readonly string[]) => Promise<OpenedMessage>;
}

interface OpenedMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Why the body is not known; undefined if it is. */
  readonly unread: string | undefined;
}

/** `growTo` is asked with the bytes of both bodies of an exchange: false if there is no room for them. */
export const createPassingBody = (grow: (bytes: number) => boolean): PassingBody => {
  let chunks: Buffer[] = [];
  let size = 0;
  let unread: string | undefined;
  return {
    tap: async function* (source) {
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > MOST) unread = `it is larger than ${String(MOST)} bytes`;
        else if (unread === undefined && !grow(chunk.byteLength)) unread = 'too many bodies were in progress';
        if (unread === undefined) chunks.push(chunk);
        else chunks = [];
        yield chunk;
      }
    },
    open: async (rawHeaders) => {
      const pairs = headerPairs(rawHeaders);
      const codings = pairs.flatMap(([name, value]) => (name.toLowerCase() === 'content-encoding' ? [value] : []));
      const headers = pairs.filter(([name]) => !OF_CODING.has(name.toLowerCase()));
      const body = Buffer.concat(chunks);
      const coding = codings.join().toLowerCase();
      if (unread !== undefined || body.byteLength === 0 || coding === '' || coding === 'identity')
        return { headers, body, unread };
      const decode = DECODERS[coding];
      const decoded = await decode?.(body, { maxOutputLength: MOST }).catch(() => undefined);
      return decoded === undefined
        ? { headers, body: EMPTY, unread: `its content coding ${coding} cannot be decoded` }
        : { headers, body: decoded, unread };
    },
  };
};

const EMPTY = Buffer.alloc(0);

/** They are about the bytes on the way (RFC 9110, 8.4 and 8.6). */
const OF_CODING = new Set(['content-encoding', 'content-length']);

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** RFC 9110, 8.4.1; RFC 7932; RFC 8878. */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(gunzip),
  deflate: promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(brotliDecompress),
  zstd: promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(zstdDecompress),
};
