import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { KnownClient } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { ClientChange, OrganizationClients } from './organization-clients.ts';

/** Sanity limit: no test needs more. */
export const MOST_CLIENTS = 20;

/** The caller of a client change. */
export interface ClientManager {
  readonly owner: Organization;
  /** Only an operator can unlock an organization that has locked itself out. */
  readonly isOperator: boolean;
}

/** Lists, adds, disables and removes the API clients of an organization. */
export interface ManagedClients {
  readonly list: (owner: Organization) => readonly KnownClient[];
  readonly add: (
    owner: Organization,
    wish: ClientChange,
  ) => Promise<{ readonly client: KnownClient; readonly clientSecret: string }>;
  readonly change: (manager: ClientManager, clientId: string, change: ClientChange) => Promise<KnownClient>;
  readonly remove: (manager: ClientManager, clientId: string) => Promise<void>;
}

export const manageClients = (own: Pick<OrganizationClients, 'of' | 'add' | 'change' | 'remove'>): ManagedClients => {
  const find = (owner: Organization, clientId: string): KnownClient => {
    const all = own.of(owner);
    const client = all.find((each) => each.clientId === clientId);
    if (client !== undefined) return client;
    throw problem('not-found', {
      detail: `This organization has no client "${clientId}"; it has ${all.map((each) => each.clientId).join(', ')}.`,
    });
  };

  const checkStaysOpen = ({ owner, isOperator }: ClientManager, without: KnownClient): void => {
    const others = own.of(owner).filter(({ clientId }) => clientId !== without.clientId);
    if (isOperator || others.some(canGetTokens)) return;
    throw plainProblem(409, {
      detail: `${without.clientId} is the last client of this organization that can get a token: without it, no client could call the server. Add or enable another one first.`,
    });
  };

  return {
    list: own.of,
    add: async (owner, wish) => {
      const count = own.of(owner).length;
      if (count >= MOST_CLIENTS)
        throw plainProblem(409, {
          detail: `This organization has ${String(count)} clients, which is the maximum: remove one with DELETE /__admin/clients/{clientId}.`,
        });
      return own.add(owner, wish);
    },
    change: async (manager, clientId, change) => {
      const before = find(manager.owner, clientId);
      if (!canGetTokens({ ...before, ...change })) checkStaysOpen(manager, before);
      return own.change(before, change);
    },
    remove: async (manager, clientId) => {
      const client = find(manager.owner, clientId);
      checkStaysOpen(manager, client);
      if (await own.remove(client)) return;
      throw plainProblem(409, {
        detail: `${client.clientId} comes from the organizations file and cannot be removed: disable it with PATCH /__admin/clients/${client.clientId} and {"enabled": false}.`,
      });
    },
  };
};

const canGetTokens = ({ enabled, serviceAccountsEnabled = true }: KnownClient): boolean =>
  enabled && serviceAccountsEnabled;
