import type { Validated } from '../../../engine/exchange/exchange.ts';
import { plainProblem, problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import type { KnownClient } from '../../../identity/client-directory.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { controllerOf } from '../access/controller.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';
import type { ClientChange, OrganizationClients } from '../../../control/organization/organization-clients.ts';

/** More would be no test of anything. */
export const MOST_CLIENTS = 20;

/** The API clients of an organization: listed, added, disabled, removed. */
export const manageClients = (own: OrganizationClients): Behaviours => {
  const of = (exchange: Validated): readonly KnownClient[] => {
    sandboxOf(exchange);
    return own.of(ownerOf(exchange));
  };

  const find = (exchange: Validated): KnownClient => {
    const { clientId = '' } = exchange.pathParameters;
    const all = of(exchange);
    const client = all.find((each) => each.clientId === clientId);
    if (client !== undefined) return client;
    throw problem('not-found', {
      detail: `This organization has no client "${clientId}"; it has ${all.map((each) => each.clientId).join(', ')}.`,
    });
  };

  /** An organization that locks itself out needs somebody else to let it in again. */
  const checkStaysOpen = (exchange: Validated, without: KnownClient): void => {
    const others = of(exchange).filter(({ clientId }) => clientId !== without.clientId);
    if (controllerOf(exchange).isOperator || others.some(canGetTokens)) return;
    throw plainProblem(409, {
      detail: `${without.clientId} is the last client of this organization that can get a token: without it, no client could call the server. Add or enable another one first.`,
    });
  };

  return {
    listClients: (exchange) => ok({ data: of(exchange).map(toShown) }),
    createClient: async (exchange) => {
      const count = of(exchange).length;
      if (count >= MOST_CLIENTS)
        throw plainProblem(409, {
          detail: `This organization has ${String(count)} clients, which is the maximum: remove one with DELETE /__admin/clients/{clientId}.`,
        });
      const wish = (exchange.input.body ?? {}) as ClientChange;
      const { client, clientSecret } = await own.add(ownerOf(exchange), wish);
      return {
        status: 201,
        headers: { 'cache-control': 'no-store' },
        content: jsonContent({ ...toShown(client), clientSecret }),
      };
    },
    changeClient: async (exchange) => {
      const before = find(exchange);
      const change = exchange.input.body as ClientChange;
      if (!canGetTokens({ ...before, ...change })) checkStaysOpen(exchange, before);
      return ok(toShown(await own.change(before, change)));
    },
    deleteClient: async (exchange) => {
      const client = find(exchange);
      checkStaysOpen(exchange, client);
      if (await own.remove(client)) return { status: 204, headers: {} };
      throw plainProblem(409, {
        detail: `${client.clientId} comes from the organizations file and cannot be removed: disable it with PATCH /__admin/clients/${client.clientId} and {"enabled": false}.`,
      });
    },
  };
};

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

const canGetTokens = ({ enabled, serviceAccountsEnabled = true }: KnownClient): boolean =>
  enabled && serviceAccountsEnabled;

/** Never a secret. */
export const toShown = ({ clientId, enabled, serviceAccountsEnabled = true }: KnownClient) => ({
  clientId,
  enabled,
  serviceAccountsEnabled,
});
