import type { Store } from '../../engine/sandbox/store.ts';
import {
  type ClientDirectory,
  type ClientEntry,
  type KnownClient,
  type Rotation,
  digestOf,
} from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { freeClientId } from './free-client-id.ts';
import { createClientRepository } from './kept-clients.ts';

/** Changeable members of a client. */
export type ClientChange = Partial<Pick<KnownClient, 'enabled' | 'serviceAccountsEnabled'>>;

/** Clients of organizations, added and removed at runtime; changes are persisted in the store. */
export interface OrganizationClients {
  readonly of: (organization: Organization) => readonly KnownClient[];
  /** Returns the secret, which is not available later. */
  readonly add: (
    organization: Organization,
    wish: ClientChange,
  ) => Promise<{ readonly client: KnownClient; readonly clientSecret: string }>;
  readonly change: (client: KnownClient, change: ClientChange) => Promise<KnownClient>;
  /** False for a client of the organizations file, which would return after a restart. */
  readonly remove: (client: KnownClient) => Promise<boolean>;
  readonly rotateSecret: (clientId: string, window: number, endsTokens?: boolean) => Promise<Rotation>;
}

/** Stores the clients of created sandboxes with these sandboxes. */
export interface CreatedClients {
  /** Undefined for any other sandbox. */
  readonly find: (sandbox: string) => object | undefined;
  readonly keepClients: (sandbox: string) => Promise<void>;
  readonly rotateSecret: (clientId: string, window: number, endsTokens?: boolean) => Promise<Rotation>;
}

export interface OrganizationClientsParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  readonly created: CreatedClients;
}

export const openOrganizationClients = async ({
  store,
  clients,
  created,
}: OrganizationClientsParts): Promise<OrganizationClients> => {
  const repository = createClientRepository(store);
  /** Original clients of the organizations file. */
  const ofFile = new Map<string, KnownClient>();
  for (const { sandbox, uuid } of clients.organizations())
    if (created.find(sandbox) === undefined)
      for (const client of clientsOf(clients, uuid)) ofFile.set(client.clientId, client);

  for (const { sandbox, added, changed } of await repository.all()) {
    const uuid = clients.findBySandbox(sandbox)?.uuid;
    if (uuid === undefined) continue;
    for (const entry of added) if (clients.find(entry.client.clientId) === undefined) clients.addClient(uuid, entry);
    for (const client of changed) if (ofFile.has(client.clientId)) clients.reviseClient(client);
  }

  const entryOf = (client: KnownClient): readonly ClientEntry[] => {
    const secrets = clients.secretsOf(client.clientId);
    return secrets === undefined ? [] : [{ client, secrets }];
  };

  const keep = async (uuid: string, sandbox: string): Promise<void> => {
    if (created.find(sandbox) !== undefined) {
      await created.keepClients(sandbox);
      return;
    }
    const all = clientsOf(clients, uuid);
    await repository.put({
      sandbox,
      added: all.filter(({ clientId }) => !ofFile.has(clientId)).flatMap(entryOf),
      changed: all.filter((client) => ofFile.has(client.clientId) && ofFile.get(client.clientId) !== client),
    });
  };

  const keepFor = async ({ clientId }: KnownClient): Promise<void> => {
    const organization = clients.find(clientId)?.organization;
    if (organization !== undefined) await keep(organization.uuid, organization.sandbox);
  };

  return {
    of: ({ uuid }) => clientsOf(clients, uuid),
    add: async ({ uuid, sandbox }, { enabled = true, ...rest }) => {
      const clientId = freeClientId(sandbox, (id) => clients.find(id) !== undefined);
      const clientSecret = clients.drawSecret(clientId);
      const client: KnownClient = { clientId, enabled, ...rest };
      clients.addClient(uuid, { client, secrets: { current: digestOf(clientSecret) } });
      await keep(uuid, sandbox);
      return { client, clientSecret };
    },
    change: async (before, change) => {
      const client = { ...before, ...change };
      clients.reviseClient(client);
      await keepFor(client);
      return client;
    },
    remove: async ({ clientId }) => {
      const organization = clients.find(clientId)?.organization;
      if (ofFile.has(clientId) || organization === undefined) return false;
      clients.removeClient(clientId);
      await keep(organization.uuid, organization.sandbox);
      return true;
    },
    rotateSecret: async (clientId, window, endsTokens) => {
      const rotation = await created.rotateSecret(clientId, window, endsTokens);
      const organization = clients.find(clientId)?.organization;
      // Clients of created sandboxes are stored already; those of the file are restored from it after a restart.
      if (organization !== undefined && !ofFile.has(clientId) && created.find(organization.sandbox) === undefined)
        await keep(organization.uuid, organization.sandbox);
      return rotation;
    },
  };
};

const clientsOf = (clients: Pick<ClientDirectory, 'clientsOf' | 'find'>, uuid: string): readonly KnownClient[] =>
  clients.clientsOf(uuid).flatMap((clientId) => clients.find(clientId)?.client ?? []);
