import { isPrivate } from '../edges/admin/access/is-loopback.ts';
import { createOwnHosts } from '../edges/http/allowed-hosts.ts';
import { allowsOrigin, parseCorsOrigins } from '../edges/http/cors-origins.ts';
import type { Handle } from '../edges/http/dispatcher.ts';
import { type FindStranger, createLocalDoor, findServiceWorker, guarded } from '../edges/http/guarded-door.ts';
import { observed } from '../edges/http/observed-route.ts';
import { problem } from '../engine/problems/problem.ts';
import { isGuardedPath } from './http-routes.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Guards every path of the HTTP server. In another application, `mock.app` is behind that application's own door. */
export const guardDoor = (runtime: RuntimeContext, handle: Handle): Handle => {
  const { address, observer, clock } = runtime;
  const find = findStrangers(runtime);
  const refuse: Handle = (request) => Promise.reject(problem('forbidden', { detail: find(request) ?? '' }));
  const watch = { observer, clock, random: runtime.random.split('door'), problemBase: address.url };
  return guarded(handle, find, observed(refuse, 'door', watch));
};

const findStrangers = ({ config, isHosted }: RuntimeContext): FindStranger => {
  if (isHosted) return findServiceWorker;
  const origins = parseCorsOrigins(config.corsOrigins);
  return createLocalDoor({
    hosts: createOwnHosts(config),
    isPrivate: isPrivate(config) || config.controlAccess === 'open',
    publicUrl: config.publicUrl,
    isListed: (origin, path) => allowsOrigin(origins, origin, isGuardedPath(path)),
  });
};
