import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { KnownClient } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { CheckClients, ClientChange, OrganizationClients } from './organization-clients.ts';

/** Sanity limit: no test needs more. */
export const MOST_CLIENTS = 20;

/** The caller of a client change. */
interface ClientManager {
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
  const checkStaysOpen =
    ({ isOperator }: ClientManager, without: string): CheckClients =>
    (present) => {
      if (isOperator || present.some((client) => client.clientId !== without && canGetTokens(client))) return;
      throw plainProblem(409, {
        detail: `${without} is the last client of this organization that can get a token: without it, no client could call the server. Add or enable another one first.`,
      });
    };

  return {
    list: own.of,
    add: (owner, wish) =>
      own.add(owner, wish, ({ length }) => {
        if (length >= MOST_CLIENTS)
          throw plainProblem(409, {
            detail: `This organization has ${String(length)} clients, which is the maximum: remove one with DELETE /__admin/clients/{clientId}.`,
          });
      }),
    change: (manager, clientId, change) =>
      own.change(manager.owner, clientId, change, (present) => {
        const before = need(present, clientId);
        if (!canGetTokens({ ...before, ...change })) checkStaysOpen(manager, clientId)(present);
      }),
    remove: async (manager, clientId) => {
      const check: CheckClients = (present) => {
        need(present, clientId);
        checkStaysOpen(manager, clientId)(present);
      };
      check(own.of(manager.owner));
      if (await own.remove(manager.owner, clientId, check)) return;
      throw plainProblem(409, {
        detail: `${clientId} comes from the organizations file and cannot be removed: disable it with PATCH /__admin/clients/${clientId} and {"enabled": false}.`,
      });
    },
  };
};

/** Throws 404 for a client of another organization, too. */
const need = (present: readonly KnownClient[], clientId: string): KnownClient => {
  const client = present.find((each) => each.clientId === clientId);
  if (client !== undefined) return client;
  throw problem('not-found', {
    detail: `This organization has no client "${clientId}"; it has ${present.map((each) => each.clientId).join(', ')}.`,
  });
};

const canGetTokens = ({ enabled, serviceAccountsEnabled = true }: KnownClient): boolean =>
  enabled && serviceAccountsEnabled;
