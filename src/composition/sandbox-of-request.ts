import { CONSOLE_PATH } from '../edges/console/console-path.ts';
import { INBOX_PATH, readInboxPath } from '../control/inbox/inbox-address.ts';
import type { ApiRequest } from '../kernel/http.ts';
import { sandboxOfLink } from '../vat/invitations/invitation.ts';
import { REALMS_PATH } from '../identity/realm.ts';
import { ADMIN_PATH } from './admin-path.ts';
import { isBelow } from './http-routes.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';

interface SandboxOfRequestParts {
  readonly known: Pick<KnownOrganizations, 'clients' | 'usual'>;
  readonly identity: Pick<Identity, 'sandboxOf'> | undefined;
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
export const toSandboxOfRequest = (parts: SandboxOfRequestParts) => {
  const { known, identity, basePath, isHosted, sandboxOfSession } = parts;
  const { clients } = known;
  const links = `${basePath}/self-service`;
  const existing = (sandbox: string | undefined): string | undefined =>
    sandbox === undefined ? undefined : clients.findBySandbox(sandbox)?.sandbox;
  return async (request: ApiRequest): Promise<string | undefined> => {
    const { path } = request;
    const isControl = isBelow(path, ADMIN_PATH);
    const ofToken = await identity?.sandboxOf(request);
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
