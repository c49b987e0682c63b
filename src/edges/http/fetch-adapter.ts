import { type ApiRequest, BodyTooLarge, type LiveContent, type Reply } from '../../kernel/http.ts';
import { withHeaders } from './header-text.ts';

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
  const all = withHeaders(headers, (texts) => new Headers(texts));
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

const toStream = ({ pieces }: LiveContent): ReadableStream => ReadableStream.from(toBytes(pieces));

const toBytes = async function* (pieces: LiveContent['pieces']): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
};

/** The body is never read, so its producer is told to stop. */
const endUnread = ({ pieces }: LiveContent): null => {
  void pieces[Symbol.asyncIterator]().return?.();
  return null;
};
