import type { ApiRequest } from '../../../kernel/http.ts';
import { problem } from '../../../engine/problems/problem.ts';

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** Headers that a proxy adds to a forwarded request. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a Host header names the server by a local name or by its public URL. */
const isOurs = (host: string, publicUrl: string | undefined): boolean =>
  LOOPBACK_HOST.test(host) || (publicUrl !== undefined && host.toLowerCase() === new URL(publicUrl).host);

/**
 * A page in a developer's browser can reach loopback too: by a cross-origin request, or by DNS rebinding, with a host
 * name that resolves to 127.0.0.1. So can any client through a proxy on this machine. Such calls would act without a
 * token, so they are refused.
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
