import { type ApiRequest, BodyTooLarge, type Reply } from '../../kernel/http.ts';
import { withHeaders } from './header-text.ts';

/** A WHATWG Request, as `fetch` makes it, in the engine's terms: a mock without a socket. */
export const fromFetchRequest = (request: Request): ApiRequest => {
  const url = new URL(request.url);
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
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.byteLength > limit) throw new BodyTooLarge();
      return bytes;
    },
  };
};

export const toFetchResponse = ({ status, headers, content }: Reply, method: string): Response => {
  const all = withHeaders(headers, (texts) => new Headers(texts));
  if (content !== undefined) {
    all.set('content-type', content.mediaType);
    all.set('content-length', String(content.byteLength));
  }
  const body = method === 'HEAD' || content === undefined ? null : Buffer.from(content.body);
  return new Response(body, { status, headers: all });
};
