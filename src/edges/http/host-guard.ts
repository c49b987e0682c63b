import { ConfigError } from '../../kernel/user-errors.ts';
import { type ApiRequest, isRead } from '../../kernel/http.ts';

const HOST_HEADER = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The name or address in a Host header or origin, in one spelling; undefined if it has none. IPv6 has brackets. */
const hostNameOf = (authority: string): string | undefined => {
  if (!HOST_HEADER.test(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return new URL(`http://${authority}`).hostname.replace(/\.$/, '');
};

/** IPv6 needs brackets in a URL. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** `localhost`, the names below it, and the addresses of loopback. No other site can make one its own. */
const isLoopbackName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(name) ||
  name === '[::1]' ||
  /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(name);

/** An address needs no name server, so that no page of another site can be served from it. */
const isAddress = (name: string): boolean => name.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name);

/** Whether a page is of this machine: any port of loopback. */
export const isLoopbackOrigin = (origin: string): boolean => {
  const [, authority = ''] = /^https?:\/\/(.+)$/.exec(origin) ?? [];
  const name = hostNameOf(authority);
  return name !== undefined && isLoopbackName(name);
};

/** `vatmock, host.docker.internal`: names without ports. */
export const parseAllowedHosts = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map(readName),
  );

const readName = (text: string): string => {
  const name = hostNameOf(text);
  if (name !== undefined && !/[^\]]:\d+$|\]:\d+$/.test(text)) return name;
  throw new ConfigError(
    `"${text}" is no host name: write names without scheme and port, as in vatmock,host.docker.internal`,
  );
};

export type OwnHosts = ReturnType<typeof createOwnHosts>;

const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '']);

/**
 * Recognizes the Host headers of a local server's own clients. A page of another site can let its name resolve to loopback (DNS rebinding): its requests are then of the same origin
 * to the browser, and only the Host header tells that they are not meant for this server.
 */
export const createOwnHosts = ({
  host,
  publicUrl,
  allowedHosts = '',
}: {
  /** Address that the server listens on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly allowedHosts: string | undefined;
}) => {
  const names = new Set(parseAllowedHosts(allowedHosts));
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname);
  const ownName = hostNameOf(bracketed(host));
  // In a container, the server does not know the addresses by which its machine is reached.
  const takesAddresses = !isLoopbackName(ownName ?? '');
  const isKnown = (name: string): boolean => isLoopbackName(name) || names.has(name);
  return {
    /** Loopback, the public URL, and the names of the setting. */
    isNamed: (text: string): boolean => {
      const name = hostNameOf(text);
      return name !== undefined && isKnown(name);
    },
    /** The same, and the server's addresses. */
    isOwn: (text: string): boolean => {
      const name = hostNameOf(text);
      if (name === undefined) return false;
      return isKnown(name) || (takesAddresses && isAddress(name)) || (name === ownName && !EVERY_ADDRESS.has(host));
    },
  };
};

/** Why a request is refused, with the remedy; undefined if it is not. */
export type FindStranger = (request: ApiRequest) => string | undefined;

/**
 * A local server has clients whose secrets are public: what protects it is that only its own users reach it. A page of
 * another site in a user's browser reaches it too, so its requests are refused: by the Host header (DNS rebinding), and
 * by the Origin of those that change something. Programs send neither Origin nor Sec-Fetch-Site.
 */
export const createLocalDoor = ({
  hosts,
  isPrivate,
  publicUrl,
  isListed,
}: {
  readonly hosts: OwnHosts;
  /** Whether only programs on this machine reach the server. */
  readonly isPrivate: boolean;
  readonly publicUrl: string | undefined;
  /** Whether the setting lets pages of this origin call a path. */
  readonly isListed: (origin: string, path: string) => boolean;
}): FindStranger => {
  const forWhom = isPrivate ? 'The server is for programs on this machine' : 'The server is for its own users';
  const isOwnOrigin = createOwnOrigin(publicUrl);
  // A client sends the same Host each time.
  let latest: string | undefined;

  return (request) => {
    const host = request.header('host');
    if (host !== undefined && host !== latest) {
      if (!hosts.isOwn(host))
        return `${forWhom}, and the Host header "${host}" names another: call it as localhost, or start it with --allowed-hosts NAME (VATMOCK_ALLOWED_HOSTS) or --public-url URL (VATMOCK_PUBLIC_URL) with the name that its clients use.`;
      latest = host;
    }
    if (isRead(request) || request.method === 'OPTIONS') return undefined;
    const origin = request.header('origin');
    const site = request.header('sec-fetch-site');
    if ((origin === undefined && site === undefined) || site === 'same-origin' || site === 'none') return undefined;
    if (
      origin !== undefined &&
      (isOwnOrigin(origin, host) || isLoopbackOrigin(origin) || isListed(origin, request.path))
    )
      return undefined;
    return `${forWhom}, and this request comes from a web page of another site${origin === undefined ? '' : ` (${origin})`}: call the server from a page of localhost or from a program, or name the page's origin in --cors-origins (VATMOCK_CORS_ORIGINS).`;
  };
};

/** Whether an origin is that of the public URL or of the Host header. */
const createOwnOrigin = (publicUrl: string | undefined) => {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return (origin: string, host = ''): boolean =>
    origin === publicOrigin || origin === `http://${host}` || origin === `https://${host}`;
};

/** On a hosted server, a visitor's scripted response could otherwise become a script that stays in browsers. */
export const findServiceWorker: FindStranger = (request) =>
  request.header('service-worker') === undefined
    ? undefined
    : 'This server has no scripts for service workers: its responses are for programs.';

/**
 * Whether a request comes from a page of this server. Browsers say where a request comes from: by `Sec-Fetch-Site` if they trust the connection, by `Origin` if the request
 * may change something. A request that only reads over plain HTTP may have neither.
 */
export const createSameOrigin = (publicUrl: string | undefined) => {
  const isOwnOrigin = createOwnOrigin(publicUrl);
  return (request: ApiRequest): boolean => {
    const site = request.header('sec-fetch-site');
    const origin = request.header('origin');
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined) return site !== undefined || isRead(request);
    return isOwnOrigin(origin, request.header('host'));
  };
};

/** Headers by which a proxy names its client. */
const FORWARDED = ['x-forwarded-for', 'forwarded'];

/** Requests between two looks: a proxy forwards all of them, and a look is not free. */
const EVERY = 64;

/**
 * Reports the first forwarded request of a server that trusts no proxy, once: to the server, all clients of a proxy have
 * the address of the proxy.
 */
export const noticeProxy = (find: FindStranger, report: (request: ApiRequest) => void): FindStranger => {
  let untilLook = 0;
  return (request) => {
    if (untilLook === 0) {
      untilLook = EVERY;
      if (FORWARDED.some((name) => request.header(name) !== undefined)) {
        untilLook = Infinity;
        report(request);
      }
    }
    untilLook -= 1;
    return find(request);
  };
};
