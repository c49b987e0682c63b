import type { OrganizationClients } from '../control/organization/clients.ts';
import type { TokenFor } from '../control/calls/call.ts';
import type { ClientDirectory } from '../identity/client-directory.ts';
import type { Identity } from './identity.ts';

interface TokenForParts {
  readonly clients: Pick<ClientDirectory, 'findBySandbox'>;
  readonly of: OrganizationClients['list'];
  readonly identity: Identity | undefined;
}

/** Access tokens for calls that the server sends as the first client of an organization that can get one. */
export const createTokenFor =
  ({ clients, of, identity }: TokenForParts): TokenFor =>
  async (sandbox, origin) => {
    const owner = clients.findBySandbox(sandbox);
    const client =
      owner && of(owner).find(({ enabled, serviceAccountsEnabled = true }) => enabled && serviceAccountsEnabled);
    return client === undefined ? undefined : identity?.issue(client.clientId, origin);
  };
