import { CONSOLE_PATH } from '../edges/console/console-path.ts';
import { INBOX_PATH, readInboxPath } from '../control/inbox/inbox-address.ts';
import type { ApiRequest } from '../kernel/http.ts';
import { sandboxOfLink } from '../vat/invitations/link.ts';
import { ADMIN_PATH } from './admin-path.ts';
import { isBelow } from './http-routes.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';

export interface SandboxOfRequestParts {
  readonly known: Pick<KnownOrganizations, 'clients' | 'usual'>;
  readonly identity: Pick<Identity, 'sandboxOf'> | undefined;
  /** Where the API is. */
  readonly basePath: string;
  /** Path before the token of a public link. */
  readonly links: string;
  /** What a client or a visitor who has signed in to the console sees. */
  readonly sandboxOfSession: (request: ApiRequest) => Promise<string | undefined>;
}

/** What an operator reads or does of one. */
const SHOWN = new RegExp(`^${ADMIN_PATH}/sandboxes/([^/]+)`);

/**
 * The sandbox that a request is about, as far as it says so itself: it only decides which server answers, and each handler
 * authenticates its caller as ever.
 */
export const toSandboxOfRequest = ({ known, identity, basePath, links, sandboxOfSession }: SandboxOfRequestParts) => {
  const { clients } = known;
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
    if (isBelow(path, links)) return existing(sandboxOfLink(path.slice(links.length + 1).split('/')[0]));
    // How a request without a token is refused is one of the assumptions of the usual sandbox.
    return isBelow(path, basePath) ? known.usual?.sandbox : undefined;
  };
};
