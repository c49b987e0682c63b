import type { CorsOrigins } from './cors-origins.ts';
import type { ApiRequest, Reply } from '../../kernel/http.ts';
import type { Handle } from './dispatcher.ts';

export interface CrossOriginParts {
  readonly origins: CorsOrigins;
  /** Headers of answers that a page may read. */
  readonly exposed: readonly string[];
  /** What no page may call that was not named: a page that may do so would steer the server of whoever looks at it. */
  readonly isGuarded: (path: string) => boolean;
  /** Makes a preflight seen in the log. */
  readonly noted: (handle: Handle) => Handle;
}

/** Which methods there are is for the answer to the request itself to say: a page is to read its 405. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** As long as browsers keep it at most. Seconds. */
const MAX_AGE = '7200';

const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Lets web pages of other origins call the server, as CORS wants it. Credentials are tokens that the page itself sends:
 * cookies mean nothing here, and `Access-Control-Allow-Credentials` is never sent.
 */
export const crossOrigin = (handle: Handle, { origins, exposed, isGuarded, noted }: CrossOriginParts): Handle => {
  if (origins === 'none') return handle;
  const exposedHeaders = exposed.join(', ');
  const isNamed = origins !== 'any';

  /** What to say of the origin; undefined for a page that may not. */
  const allowedFor = (origin: string, path: string): string | undefined => {
    if (isNamed) return origins.has(origin) ? origin : undefined;
    return isGuarded(path) ? undefined : '*';
  };

  const preflight = noted((request) => {
    const wanted = request.header('access-control-request-headers') ?? '';
    return Promise.resolve({
      status: 204,
      headers: {
        'access-control-allow-methods': METHODS,
        ...(HEADER_NAMES.test(wanted) ? { 'access-control-allow-headers': wanted } : {}),
        'access-control-max-age': MAX_AGE,
      },
    });
  });

  const answer = async (request: ApiRequest, origin: string): Promise<Reply> => {
    const allowed = allowedFor(origin, request.path);
    const isPreflight = request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined;
    const reply = await (allowed !== undefined && isPreflight ? preflight(request) : handle(request));
    return {
      ...reply,
      headers: {
        ...reply.headers,
        ...(allowed === undefined
          ? {}
          : { 'access-control-allow-origin': allowed, 'access-control-expose-headers': exposedHeaders }),
        ...(isNamed ? { vary: varyWith(reply.headers['vary']) } : {}),
      },
    };
  };

  return (request) => {
    const origin = request.header('origin');
    if (origin !== undefined) return answer(request, origin);
    // Whoever keeps the answer has to know that a page would have got another one.
    return isNamed ? handle(request).then(varied) : handle(request);
  };
};

const varyWith = (vary: string | undefined): string => (vary === undefined ? 'Origin' : `${vary}, Origin`);

const varied = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, vary: varyWith(reply.headers['vary']) },
});
