import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';

interface AccessTokenParts {
  readonly clients: Pick<ClientDirectory, 'find'>;
  /** Issues a token as the token endpoint does. */
  readonly issue: (clientId: string, origin: string) => Promise<string>;
}

/** Issues an access token for a client of an organization without its secret. */
export type IssueAccessToken = (owner: Organization, clientId: string, origin: string) => Promise<string>;

export const createAccessTokens =
  ({ clients, issue }: AccessTokenParts): IssueAccessToken =>
  async ({ uuid }, clientId, origin) => {
    const member = clients.find(clientId);
    // A client of another organization and one that does not exist get the same response.
    if (member?.organization.uuid !== uuid)
      throw problem('not-found', {
        detail: `The organization of this sandbox has no client "${clientId}"; GET /__admin/clients lists them.`,
      });
    const { enabled, serviceAccountsEnabled = true } = member.client;
    if (!enabled || !serviceAccountsEnabled)
      throw plainProblem(409, {
        detail: `The token endpoint refuses the client ${clientId}: ${enabled ? 'its service accounts are disabled' : 'it is disabled'}. Enable it with PATCH /__admin/clients/${clientId} and ${enabled ? '{"serviceAccountsEnabled": true}' : '{"enabled": true}'}.`,
      });
    return issue(clientId, origin);
  };
