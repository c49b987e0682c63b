import { atHome } from '../edges/peers/at-home.ts';
import { systemClock } from '../edges/system/time.ts';
import { andThen } from '../kernel/and-then.ts';
import { drawTraceId } from '../kernel/ids.ts';
import { isProbe } from './duty.ts';
import type { ServerParts } from './parts.ts';
import { CONSOLE_PATH } from '../edges/http/console-caller.ts';
import { INBOX_PATH, readInboxPath } from '../control/inbox/inbox-address.ts';
import type { ApiRequest, Handle } from '../kernel/http.ts';
import { sandboxOfLink } from '../vat/invitations/invitation.ts';
import { REALMS_PATH } from '../identity/realm.ts';
import { ADMIN_PATH } from './address.ts';
import { isBelow } from './http-routes.ts';

/** Passes requests on to the homes of their sandboxes, where several servers use a store. */
export const betweenServers = (server: ServerParts, handle: Handle): Handle => {
  const { ids, address, observer, persistence, underWay } = server;
  const { replication, freshness } = persistence;
  if (replication === undefined || freshness === undefined) return handle;
  const { shared, replica, peers } = replication;
  const traceIds = ids.split('between-servers');
  return atHome(handle, {
    shared,
    freshness,
    underWay,
    isProbe,
    sandboxOf: toSandboxOfRequest(server),
    successor: (gone) => (replica.takesJobs() ? undefined : replica.peers().find(({ id }) => !gone.includes(id))),
    pass: (request, peer) => peers.pass(request, peer, () => !replica.isAlive(peer.id)),
    elapsed: () => systemClock.elapsed(),
    problemBase: () => address.url(),
    drawTraceId: () => drawTraceId(traceIds),
    failed: observer.failed,
  });
};

/** What an operator reads or does of one. */
const SHOWN = new RegExp(`^${ADMIN_PATH}/sandboxes/([^/]+)`);

/**
 * The sandbox that a request is about, as far as it says so itself: it only decides which server answers, and each handler
 * authenticates its caller as ever.
 */
const toSandboxOfRequest = ({ known, identity, consoleAccess, contract: { basePath }, isHosted }: ServerParts) => {
  const { clients } = known;
  const links = `${basePath}/self-service`;
  /** What a signed-in visitor of the console sees. */
  const sandboxOfSession = async (request: ApiRequest): Promise<string | undefined> => {
    try {
      const user = (await consoleAccess?.caller.sessionOf(request))?.user;
      if (user?.kind === 'client') return clients.find(user.clientId)?.organization.sandbox;
      return user?.kind === 'visitor' ? user.sandbox : undefined;
    } catch {
      // Its handler refuses it.
      return undefined;
    }
  };
  const existing = (sandbox: string | undefined): string | undefined =>
    sandbox === undefined ? undefined : clients.findBySandbox(sandbox)?.sandbox;
  const withoutToken = async (request: ApiRequest): Promise<string | undefined> => {
    const { path } = request;
    if (isBelow(path, ADMIN_PATH) || isBelow(path, CONSOLE_PATH)) {
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
  return (request: ApiRequest): string | undefined | Promise<string | undefined> =>
    andThen(identity.sandboxOf(request), (ofToken) => ofToken ?? withoutToken(request));
};
