import { isPrivate } from '../edges/admin/access/this-machine.ts';
import { createLocalDoor, findServiceWorker, type FindStranger, noticeProxy } from '../edges/http/host-guard.ts';
import { allowsOrigin, parseCorsOrigins } from '../edges/http/cors.ts';
import { observed } from '../edges/http/routes.ts';
import type { ApiRequest, Handle } from '../kernel/http.ts';
import { problem } from '../engine/problems/problem.ts';
import { isGuardedPath, toWatch } from './http-routes.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Guards every path of the HTTP server. In another application, `mock.app` is behind that application's own door. */
export const guardDoor = (runtime: RuntimeContext, handle: Handle): Handle => {
  const find =
    runtime.config.trustedProxies === 0
      ? noticeProxy(findStrangers(runtime), reportProxy(runtime))
      : findStrangers(runtime);
  const refuse: Handle = (request) => Promise.reject(problem('forbidden', { detail: find(request) ?? '' }));
  const refused = observed(refuse, 'door', toWatch(runtime));
  return (request) => (find(request) === undefined ? handle(request) : refused(request));
};

/** Anyone can write these headers, so the operator decides whether the sender is a proxy. */
const reportProxy =
  ({ config, isHosted, observer }: RuntimeContext) =>
  ({ address = '' }: ApiRequest): void => {
    const remedy =
      isHosted || !isPrivate(config)
        ? 'limits per address count all its clients as one: set --trusted-proxies (VATMOCK_TRUSTED_PROXIES) to the number of proxies in front of the server'
        : 'its clients reach this server, which is meant for programs on this machine: set --public-url (VATMOCK_PUBLIC_URL) to the URL of the proxy and --trusted-proxies to 1, or use --mode hosted';
    observer.noticed({
      level: 'warn',
      message: `a request from ${address} has the header X-Forwarded-For or Forwarded. If that is a proxy of yours, ${remedy}`,
    });
  };

const findStrangers = ({ config, isHosted, hosts }: RuntimeContext): FindStranger => {
  if (isHosted) return findServiceWorker;
  const origins = parseCorsOrigins(config.corsOrigins);
  return createLocalDoor({
    hosts,
    isPrivate: isPrivate(config) || config.controlAccess === 'open',
    publicUrl: config.publicUrl,
    isListed: (origin, path) => allowsOrigin(origins, origin, isGuardedPath(path)),
  });
};
