import { toHeaderText } from './send-reply.ts';
import {
  type ApiRequest,
  BodyTooLarge,
  type Failure,
  type LiveContent,
  type Reply,
  stopPieces,
} from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';
import { pause } from '../../kernel/wait-until.ts';

/** Converts a WHATWG Request to an ApiRequest, for a mock without a socket. */
export const fromFetchRequest = (request: Request): ApiRequest => {
  const url = new URL(request.url);
  let body: Uint8Array | undefined;
  return {
    method: request.method.toUpperCase(),
    path: url.pathname,
    query: url.search.slice(1),
    origin: url.origin,
    header: (name) => request.headers.get(name) ?? undefined,
    headerLines: (name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
    readBody: async (limit) => {
      const bytes = body ?? new Uint8Array(await request.arrayBuffer());
      if (bytes.byteLength > limit) throw new BodyTooLarge();
      return (body = bytes);
    },
    rawHeaders: [...request.headers].flat(),
    bodyRead: () => body,
    whenGone: (task) => {
      request.signal.addEventListener('abort', task, { once: true });
    },
  };
};

export const toFetchResponse = (reply: Reply, method: string): Response => {
  const { status, headers, content, live } = reply;
  const all = toHeaders(headers);
  if (content !== undefined) {
    all.set('content-type', content.mediaType);
    all.set('content-length', String(content.byteLength));
  }
  if (live !== undefined) {
    all.set('content-type', live.mediaType);
    return new Response(method === 'HEAD' ? endUnread(live) : toStream(live), { status, headers: all });
  }
  const body = method === 'HEAD' || content === undefined ? null : Buffer.from(content.body);
  return new Response(body, { status, headers: all });
};

/** Encodes them only if they are refused, as Node's are. */
const toHeaders = (headers: Reply['headers']): Headers => {
  try {
    return new Headers(headers);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new Headers(Object.entries(headers).map(([name, value]) => [name, toHeaderText(value)]));
  }
};

const toStream = ({ pieces }: LiveContent): ReadableStream => ReadableStream.from(toBytes(pieces));

const toBytes = async function* (pieces: LiveContent['pieces']): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
};

/** The body is never read, so its producer is told to stop. */
const endUnread = ({ pieces }: LiveContent): null => {
  void stopPieces(pieces[Symbol.asyncIterator]());
  return null;
};

/** The errors of `fetch` for a broken connection, with the cause that undici gives. */
const CAUSES: Readonly<Record<Failure['kind'], readonly [code: string, message: string]>> = {
  CONNECTION_RESET_BY_PEER: ['ECONNRESET', 'read ECONNRESET'],
  EMPTY_RESPONSE: ['UND_ERR_SOCKET', 'other side closed'],
  MALFORMED_RESPONSE_CHUNK: ['HPE_INVALID_CHUNK_SIZE', 'Invalid character in chunk size'],
  RANDOM_DATA_THEN_CLOSE: ['HPE_INVALID_CONSTANT', 'Expected HTTP/, RTSP/ or ICE/'],
  'slow-body': ['', ''],
};

/**
 * Applies a fault to a request without a socket: delays it, or fails as `fetch` would. A slow body arrives as a whole,
 * equally late.
 */
export const sufferFault = async (reply: Reply, after: After): Promise<Reply> => {
  if (reply.fault === undefined) return reply;
  const { delay, failure } = reply.fault;
  const wait = delay + (failure?.kind === 'slow-body' ? failure.milliseconds : 0);
  if (wait > 0) await pause(after, wait);
  if (failure === undefined || failure.kind === 'slow-body') return reply;
  const [code, message] = CAUSES[failure.kind];
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
};
