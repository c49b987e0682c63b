import { problem } from '../../engine/problems/problem.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { ClientDirectory, Rotation } from '../../identity/client-directory.ts';
import { readRotationWindow } from '../clock/rotation-window.ts';
import type { OrganizationClients } from './organization-clients.ts';

interface ClientRotationParts {
  readonly clients: Pick<ClientDirectory, 'find'>;
  readonly own: Pick<OrganizationClients, 'rotateSecret'>;
  readonly sandboxes: Pick<Sandboxes, 'of'>;
}

/** Gives a client of the organization with this UUID a new secret; the former one remains valid during the window. */
export type RotateClientSecret = (
  organization: string | undefined,
  clientId: string,
  wish: { readonly window?: string | undefined; readonly endTokens?: boolean | undefined },
) => Promise<Rotation>;

/** "A new secret is requested from support or via the identity provider's admin API": here it is one control call. */
export const createClientRotation =
  ({ clients, own, sandboxes }: ClientRotationParts): RotateClientSecret =>
  async (organization, clientId, { window, endTokens }) => {
    const member = clients.find(clientId);
    // A client of another organization and one that does not exist get the same response.
    if (member === undefined || member.organization.uuid !== organization)
      throw problem('not-found', {
        detail: `The caller's organization has no client "${clientId}". Send a token of the client's own organization.`,
      });
    // The window ends by the sandbox's clock, so the sandbox must be loaded.
    await sandboxes.of(member.organization);
    return own.rotateSecret(clientId, readRotationWindow(window), endTokens);
  };
