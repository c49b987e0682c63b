import type { Handle } from '../edges/http/routes.ts';
import { atHome } from '../edges/peers/at-home.ts';
import type { UnderWay } from '../edges/peers/under-way.ts';
import { systemClock } from '../edges/system/system-clock.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { isProbe } from './duty.ts';
import type { ConsoleAccess } from './console-access.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Persistence } from './persistence.ts';
import type { RuntimeContext } from './runtime-context.ts';
import { toSandboxOfRequest } from './sandbox-of-request.ts';

interface BetweenServersParts {
  readonly persistence: Pick<Persistence, 'replication' | 'freshness'>;
  readonly identity: Identity | undefined;
  readonly known: KnownOrganizations;
  readonly consoleAccess: ConsoleAccess | undefined;
  readonly underWay: UnderWay;
}

/** Passes requests on to the homes of their sandboxes, where several servers use a store. */
export const betweenServers = (
  { ids, address, observer, contract, isHosted }: RuntimeContext,
  { persistence: { replication, freshness }, identity, known, consoleAccess, underWay }: BetweenServersParts,
  handle: Handle,
): Handle => {
  if (replication === undefined || freshness === undefined) return handle;
  const { shared, replica, peers } = replication;
  const traceIds = ids.split('between-servers');
  return atHome(handle, {
    shared,
    freshness,
    underWay,
    isProbe,
    sandboxOf: toSandboxOfRequest({
      known,
      identity,
      basePath: contract.basePath,
      isHosted,
      sandboxOfSession: async (request) => {
        try {
          const session = await consoleAccess?.caller.sessionOf(request);
          const user = session?.user;
          if (user?.kind === 'client') return known.clients.find(user.clientId)?.organization.sandbox;
          return user?.kind === 'visitor' ? user.sandbox : undefined;
        } catch {
          // Its handler refuses it.
          return undefined;
        }
      },
    }),
    successor: () => (replica.takesJobs() ? undefined : replica.peers()[0]),
    pass: (request, peer) => peers.pass(request, peer, () => !replica.isAlive(peer.id)),
    elapsed: () => systemClock.elapsed(),
    problemBase: () => address.url(),
    drawTraceId: () => drawTraceId(traceIds),
    failed: observer.failed,
  });
};
