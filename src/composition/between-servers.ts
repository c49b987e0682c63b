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
import { CONSOLE_PATH } from '../edges/console/file-routes.ts';
import { INBOX_PATH, readInboxPath } from '../control/inbox/inbox-address.ts';
import type { ApiRequest } from '../kernel/http.ts';
import { sandboxOfLink } from '../vat/invitations/invitation.ts';
import { REALMS_PATH } from '../identity/realm.ts';
import { ADMIN_PATH } from './address.ts';
import { isBelow } from './http-routes.ts';

interface BetweenServersParts {
  readonly persistence: Pick<Persistence, 'replication' | 'freshness'>;
  readonly identity: Identity;
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

interface SandboxOfRequestParts {
  readonly known: Pick<KnownOrganizations, 'clients' | 'usual'>;
  readonly identity: Pick<Identity, 'sandboxOf'>;
  readonly basePath: string;
  /** Whether clients see only what belongs to their organization. */
  readonly isHosted: boolean;
  /** What a signed-in visitor of the console sees. */
  readonly sandboxOfSession: (request: ApiRequest) => Promise<string | undefined>;
}

/** What an operator reads or does of one. */
const SHOWN = new RegExp(`^${ADMIN_PATH}/sandboxes/([^/]+)`);

/**
 * The sandbox that a request is about, as far as it says so itself: it only decides which server answers, and each handler
 * authenticates its caller as ever.
 */
const toSandboxOfRequest = (parts: SandboxOfRequestParts) => {
  const { known, identity, basePath, isHosted, sandboxOfSession } = parts;
  const { clients } = known;
  const links = `${basePath}/self-service`;
  const existing = (sandbox: string | undefined): string | undefined =>
    sandbox === undefined ? undefined : clients.findBySandbox(sandbox)?.sandbox;
  return async (request: ApiRequest): Promise<string | undefined> => {
    const { path } = request;
    const isControl = isBelow(path, ADMIN_PATH);
    const ofToken = await identity.sandboxOf(request);
    if (ofToken !== undefined) return ofToken;
    if (isControl || isBelow(path, CONSOLE_PATH)) {
      const named = existing(new URLSearchParams(request.query).get('sandbox') ?? SHOWN.exec(path)?.[1]);
      return named ?? (await sandboxOfSession(request)) ?? known.usual?.sandbox;
    }
    if (isBelow(path, INBOX_PATH)) {
      const address = readInboxPath(path);
      return address && (address.sandbox === undefined ? known.usual?.sandbox : existing(address.sandbox));
    }
    const linked = isBelow(path, links) ? sandboxOfLink(path.slice(links.length + 1).split('/')[0]) : undefined;
    const isRecorded = isBelow(path, basePath) || isBelow(path, REALMS_PATH);
    // Where all see what belongs to nobody, it is found where one looks first.
    return existing(linked) ?? (isRecorded && !isHosted ? known.usual?.sandbox : undefined);
  };
};
