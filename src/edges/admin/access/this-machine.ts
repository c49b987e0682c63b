import type { ApiRequest } from '../../../kernel/http.ts';
import type { OwnHosts } from '../../http/host-guard.ts';
import { problem } from '../../../engine/problems/problem.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

/** Whether a server that listens on this address is reachable only from its own machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/**
 * Whether only programs on this machine should reach the server. A server on loopback may still be behind a proxy,
 * which its public URL shows.
 */
export const isPrivate = ({ host, publicUrl }: { readonly host: string; readonly publicUrl: string | undefined }) =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));

/** Headers that a proxy adds to a forwarded request. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * A page in a developer's browser can reach loopback too: by a cross-origin request, or by DNS rebinding, with a host
 * name that resolves to 127.0.0.1. So can any client through a proxy on this machine. Such calls would act without a
 * token, so they are refused.
 */
export const checkThisMachine = (request: ApiRequest, hosts: OwnHosts): void => {
  if (isOfThisMachine(request, hosts)) return;
  throw problem('forbidden', {
    detail:
      'Control calls without a token are for programs on this machine: call the server as localhost (or by its --public-url) without a proxy, or send a token.',
  });
};

export const isOfThisMachine = (request: ApiRequest, hosts: OwnHosts): boolean => {
  const host = request.header('host');
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  return (
    (host === undefined || hosts.isNamed(host)) &&
    (origin === undefined || origin === `http://${host ?? ''}`) &&
    (site === undefined || site === 'same-origin' || site === 'none') &&
    PROXY_HEADERS.every((name) => request.header(name) === undefined)
  );
};
