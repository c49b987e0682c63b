import type { ClientManager, ManagedClients } from '../../../control/organization/managed-clients.ts';
import type { ClientChange } from '../../../control/organization/organization-clients.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import type { KnownClient } from '../../../identity/client-directory.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { controllerOf } from '../access/controller.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

/** The API clients of an organization: listed, added, disabled, removed. */
export const clientBehaviours = (clients: ManagedClients): Behaviours => ({
  listClients: (exchange) => ok({ data: clients.list(managerIn(exchange).owner).map(toShownClient) }),
  createClient: async (exchange) => {
    const wish = (exchange.input.body ?? {}) as ClientChange;
    const { client, clientSecret } = await clients.add(managerIn(exchange).owner, wish);
    return {
      status: 201,
      headers: { 'cache-control': 'no-store' },
      content: jsonContent({ ...toShownClient(client), clientSecret }),
    };
  },
  changeClient: async (exchange) => {
    const change = exchange.input.body as ClientChange;
    return ok(toShownClient(await clients.change(managerIn(exchange), clientIdIn(exchange), change)));
  },
  deleteClient: async (exchange) => {
    await clients.remove(managerIn(exchange), clientIdIn(exchange));
    return { status: 204, headers: {} };
  },
});

const managerIn = (exchange: Validated): ClientManager => {
  sandboxOf(exchange);
  return { owner: ownerOf(exchange), isOperator: controllerOf(exchange).isOperator };
};

const clientIdIn = ({ pathParameters }: Validated): string => pathParameters['clientId'] ?? '';

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

/** Never a secret. */
export const toShownClient = ({ clientId, enabled, serviceAccountsEnabled = true }: KnownClient) => ({
  clientId,
  enabled,
  serviceAccountsEnabled,
});
