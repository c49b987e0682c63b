import type { ControlServices } from '../../control/control-services.ts';
import type { KnownClient } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { TOKEN_LIFETIME } from '../../identity/tokens.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Controller } from './access/controller.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok } from './behaviour/outcomes.ts';

/** The API clients of a sandbox, their secrets and access tokens. */
export const clientOperations = ({ clients, issueAccessToken }: ControlServices) => {
  return defineBehaviours({
    listClients: ({ owner }) => ok({ data: clients.list(owner).map(toShownClient) }),
    createClient: async ({ owner, body = {} }) => {
      const { client, clientSecret } = await clients.add(owner, body);
      return { status: 201, headers: NOT_STORED, body: { ...toShownClient(client), clientSecret } };
    },
    changeClient: async ({ owner, controller, path: { clientId }, body }) =>
      ok(toShownClient(await clients.change(managerOf(owner, controller), clientId, body))),
    deleteClient: async ({ owner, controller, path: { clientId } }) => {
      await clients.remove(managerOf(owner, controller), clientId);
      return NO_CONTENT;
    },
    rotateClientSecret: async ({ organization, path: { clientId }, body = {} }) => {
      const { clientSecret, previousSecretExpiresAt } = await clients.rotateSecret(organization, clientId, body);
      return {
        ...ok({ clientId, clientSecret, previousSecretExpiresAt: toIsoDateTime(previousSecretExpiresAt) }),
        headers: NOT_STORED,
      };
    },
    createAccessToken: async ({ owner, path: { clientId }, origin }) => ({
      ...ok({
        accessToken: await issueAccessToken(owner, clientId, origin),
        tokenType: 'Bearer' as const,
        expiresIn: TOKEN_LIFETIME,
      }),
      headers: NOT_STORED,
    }),
  });
};

const managerOf = (owner: Organization, { isOperator }: Controller) => ({ owner, isOperator });

/** Excludes the secret. */
export const toShownClient = ({ clientId, enabled, serviceAccountsEnabled = true }: KnownClient) => ({
  clientId,
  enabled,
  serviceAccountsEnabled,
});
