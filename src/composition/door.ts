import { isPrivate } from '../edges/admin/access/is-loopback.ts';
import { createOwnHosts } from '../edges/http/allowed-hosts.ts';
import { allowsOrigin, parseCorsOrigins } from '../edges/http/cors-origins.ts';
import type { Handle } from '../edges/http/dispatcher.ts';
import { type FindStranger, createLocalDoor, findServiceWorker, guarded } from '../edges/http/guarded-door.ts';
import { observed } from '../edges/http/observed-route.ts';
import { problem } from '../engine/problems/problem.ts';
import { renderProblem, toProblem } from '../engine/problems/render-problem.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { isGuardedPath } from './http-routes.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Guards every path of the HTTP server. In another application, `mock.app` is behind that application's own door. */
export const guardDoor = (runtime: RuntimeContext, handle: Handle): Handle => {
  const { address, observer, clock } = runtime;
  const random = runtime.random.split('door');
  const traceIds = random.split('refusals');
  const find = findStrangers(runtime);
  const refuse: Handle = (request) => {
    const traceId = drawTraceId(traceIds);
    const { members } = toProblem(problem('forbidden', { detail: find(request) ?? '' }));
    const reply = renderProblem(members, { problemBase: address.url(), instance: request.path, traceId });
    return Promise.resolve({ ...reply, headers: { ...reply.headers, 'x-trace-id': traceId } });
  };
  return guarded(handle, find, observed(refuse, 'door', { observer, clock, random }));
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
