import type { ApiRequest } from '../../kernel/http.ts';
import type { OwnHosts } from './allowed-hosts.ts';
import type { Handle } from './dispatcher.ts';
import { isLoopbackOrigin } from './host-name.ts';

/** Why a request is refused, with the remedy; undefined if it is not. */
export type FindStranger = (request: ApiRequest) => string | undefined;

/** Refuses the requests of strangers, before anything else sees them. */
export const guarded =
  (handle: Handle, find: FindStranger, refuse: Handle): Handle =>
  (request) =>
    find(request) === undefined ? handle(request) : refuse(request);

interface LocalDoor {
  readonly hosts: Pick<OwnHosts, 'isOwn'>;
  /** Whether only programs on this machine reach the server. */
  readonly isPrivate: boolean;
  readonly publicUrl: string | undefined;
  /** Whether the setting lets pages of this origin call a path. */
  readonly isListed: (origin: string, path: string) => boolean;
}

/**
 * A local server has clients whose secrets are public: what protects it is that only its own users reach it. A page of
 * another site in a user's browser reaches it too, so its requests are refused: by the Host header (DNS rebinding), and
 * by the Origin of those that change something. Programs send neither Origin nor Sec-Fetch-Site.
 */
export const createLocalDoor = ({ hosts, isPrivate, publicUrl, isListed }: LocalDoor): FindStranger => {
  const forWhom = isPrivate ? 'The server is for programs on this machine' : 'The server is for its own users';
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  // A client sends the same Host each time.
  let latest: string | undefined;

  const isOwnPage = (origin: string, host: string | undefined, path: string): boolean =>
    origin === `http://${host ?? ''}` ||
    origin === `https://${host ?? ''}` ||
    origin === publicOrigin ||
    isLoopbackOrigin(origin) ||
    isListed(origin, path);

  return (request) => {
    const host = request.header('host');
    if (host !== undefined && host !== latest) {
      if (!hosts.isOwn(host))
        return `${forWhom}, and the Host header "${host}" names another: call it as localhost, or start it with --allowed-hosts NAME (VATMOCK_ALLOWED_HOSTS) or --public-url URL (VATMOCK_PUBLIC_URL) with the name that its clients use.`;
      latest = host;
    }
    if (isReading(request.method)) return undefined;
    const origin = request.header('origin');
    const site = request.header('sec-fetch-site');
    if ((origin === undefined && site === undefined) || site === 'same-origin' || site === 'none') return undefined;
    if (origin !== undefined && isOwnPage(origin, host, request.path)) return undefined;
    return `${forWhom}, and this request comes from a web page of another site${origin === undefined ? '' : ` (${origin})`}: call the server from a page of localhost or from a program, or name the page's origin in --cors-origins (VATMOCK_CORS_ORIGINS).`;
  };
};

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** On a hosted server, a visitor's scripted response could otherwise become a script that stays in browsers. */
export const findServiceWorker: FindStranger = (request) =>
  request.header('service-worker') === undefined
    ? undefined
    : 'This server has no scripts for service workers: its responses are for programs.';
