import { isLoopbackOrigin } from './host-guard.ts';
import { ConfigError } from '../../kernel/user-errors.ts';
import type { ApiRequest, Handle, Reply } from '../../kernel/http.ts';

/** Origins whose pages may call the server: none, those of this machine, all, or those of a list. */
type CorsOrigins = 'none' | 'local' | 'any' | ReadonlySet<string>;

const WORDS: ReadonlyMap<string, 'none' | 'local' | 'any'> = new Map([
  ['none', 'none'],
  ['local', 'local'],
  ['*', 'any'],
]);

/** Whether pages of an origin may call a path. Guarded paths open only to origins that are listed. */
export const allowsOrigin = (origins: CorsOrigins, origin: string, isGuarded: boolean): boolean => {
  if (typeof origins !== 'string') return origins.has(origin);
  if (origins === 'none' || isGuarded) return false;
  return origins === 'any' || isLoopbackOrigin(origin);
};

/** `none`, `local`, `*`, or `https://app.example, http://localhost:3000`. */
export const parseCorsOrigins = (text: string): CorsOrigins => {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length === 0) return 'none';
  const [only = '', ...others] = entries;
  const word = others.length === 0 ? WORDS.get(only) : undefined;
  return word ?? new Set(entries.map(readOrigin));
};

const readOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin || text.endsWith('/'))
    throw new ConfigError(
      `"${text}" is no origin: write *, none, local, or scheme, host and port of each page, as in https://app.example,http://localhost:3000`,
    );
  return url.origin;
};

/** A preflight allows all methods, so that a page can read the 405 of the request itself. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Maximum that browsers cache a preflight. Seconds. */
const MAX_AGE = '7200';

const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Lets web pages of other origins call the server (CORS). Credentials are tokens that the page sends itself: cookies
 * have no effect, and `Access-Control-Allow-Credentials` is never sent.
 */
export const crossOrigin = (
  handle: Handle,
  parts: {
    readonly origins: CorsOrigins;
    /** Response headers that a page may read, besides those that a response has. */
    readonly exposed: readonly string[];
    /** Methods of the descriptions. */
    readonly methods: readonly string[];
    /** Paths that a page may call only if its origin is listed: otherwise any visited page could control the server. */
    readonly isGuarded: (path: string) => boolean;
    /** Wraps a handler so that preflights are logged. */
    readonly noted: (handle: Handle) => Handle;
  },
): Handle => {
  const { origins, exposed, methods, isGuarded, noted } = parts;
  if (origins === 'none') return handle;
  const exposedHeaders = exposed.join(', ');
  const isExposed = new Set(exposed);
  const allMethods = [...new Set([...METHODS, ...methods])].join(', ');
  const isNamed = typeof origins !== 'string';
  const varies = origins !== 'any';

  /** Value of the allowed origin; undefined for a page that may not call. */
  const allowedFor = (origin: string, path: string): string | undefined => {
    if (!allowsOrigin(origins, origin, isGuarded(path))) return undefined;
    return varies ? origin : '*';
  };

  const exposing = ({ headers }: Reply): string => {
    const others = Object.keys(headers).filter((name) => !isExposed.has(name));
    return others.length === 0 ? exposedHeaders : `${exposedHeaders}, ${others.join(', ')}`;
  };

  const preflight = noted((request) => {
    const wanted = request.header('access-control-request-headers') ?? '';
    return Promise.resolve({
      status: 204,
      headers: {
        'access-control-allow-methods': allMethods,
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
          : {
              'access-control-allow-origin': allowed,
              'access-control-expose-headers': exposing(reply),
            }),
        ...(varies ? { vary: varyWith(reply.headers['vary']) } : {}),
      },
    };
  };

  return (request) => {
    const origin = request.header('origin');
    if (origin !== undefined) return answer(request, origin);
    // `Vary: Origin`, since the response differs by origin and may be cached.
    return isNamed ? handle(request).then(varied) : handle(request);
  };
};

const varyWith = (vary: string | undefined): string => (vary === undefined ? 'Origin' : `${vary}, Origin`);

const varied = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, vary: varyWith(reply.headers['vary']) },
});
