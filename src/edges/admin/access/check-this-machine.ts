import type { ApiRequest } from '../../../kernel/http.ts';
import { problem } from '../../../engine/problems/problem.ts';

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** What a proxy adds to a request that came from elsewhere. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a Host header names the server as this machine does, or as its operator says that it is reached. */
const isOurs = (host: string, publicUrl: string | undefined): boolean =>
  LOOPBACK_HOST.test(host) || (publicUrl !== undefined && host.toLowerCase() === new URL(publicUrl).host);

/**
 * A page in a developer's browser can reach loopback too: by a request across origins, or under a name of its own that
 * it makes resolve to 127.0.0.1. So can the rest of the world through a proxy on this machine. Such calls would act
 * without a token, and are refused.
 */
export const checkThisMachine = (request: ApiRequest, publicUrl: string | undefined): void => {
  const host = request.header('host');
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  const isForeign =
    (host !== undefined && !isOurs(host, publicUrl)) ||
    (origin !== undefined && origin !== `http://${host ?? ''}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    PROXY_HEADERS.some((name) => request.header(name) !== undefined);
  if (!isForeign) return;
  throw problem('forbidden', {
    detail:
      'Control calls without a token are for programs on this machine: call the server as localhost (or by its --public-url) without a proxy, or send a token.',
  });
};
