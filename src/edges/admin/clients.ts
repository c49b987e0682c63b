import type { ControlServices } from '../../control/control-services.ts';
import type { KnownClient } from '../../identity/client-directory.ts';
import { TOKEN_LIFETIME } from '../../identity/tokens.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';

/** The API clients of a sandbox, their secrets and access tokens. */
export const clientOperations = ({ clients, issueAccessToken }: ControlServices) =>
  defineBehaviours({
    listClients: ({ owner }) => ({ data: clients.list(owner).map(toShownClient) }),
    createClient: async ({ owner, body = {} }) => {
      const { client, clientSecret } = await clients.add(owner, body);
      return { ...toShownClient(client), clientSecret };
    },
    changeClient: async ({ owner, controller: { isOperator }, path: { clientId }, body }) =>
      toShownClient(await clients.change({ owner, isOperator }, clientId, body)),
    deleteClient: ({ owner, controller: { isOperator }, path: { clientId } }) =>
      clients.remove({ owner, isOperator }, clientId),
    rotateClientSecret: async ({ organization, path: { clientId }, body = {} }) => {
      const { clientSecret, previousSecretExpiresAt } = await clients.rotateSecret(organization, clientId, body);
      return { clientId, clientSecret, previousSecretExpiresAt: toIsoDateTime(previousSecretExpiresAt) };
    },
    createAccessToken: async ({ owner, path: { clientId }, origin }) => ({
      accessToken: await issueAccessToken(owner, clientId, origin),
      tokenType: 'Bearer' as const,
      expiresIn: TOKEN_LIFETIME,
    }),
  });

/** Excludes the secret. */
export const toShownClient = ({ clientId, enabled, serviceAccountsEnabled = true }: KnownClient) => ({
  clientId,
  enabled,
  serviceAccountsEnabled,
});
