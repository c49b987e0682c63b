import { isDeepStrictEqual } from 'node:util';
import { type ClientEntry, type KnownClient, type Rotation, digestOf } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { type FileClientsParts, openFileClients } from './file-clients.ts';
import { freeClientId } from './free-client-id.ts';

/** Changeable members of a client. */
export type ClientChange = Partial<Pick<KnownClient, 'enabled' | 'serviceAccountsEnabled'>>;

/** Throws if a change is not allowed, given the clients as they are stored. */
export type CheckClients = (present: readonly KnownClient[]) => void;

/** Clients of organizations, added and removed at runtime; changes are persisted in the store. */
export interface OrganizationClients {
  readonly of: (organization: Organization) => readonly KnownClient[];
  /** Returns the secret, which is not available later. */
  readonly add: (
    organization: Organization,
    wish: ClientChange,
    check: CheckClients,
  ) => Promise<{ readonly client: KnownClient; readonly clientSecret: string }>;
  readonly change: (
    organization: Organization,
    clientId: string,
    change: ClientChange,
    check: CheckClients,
  ) => Promise<KnownClient>;
  /** False for a client of the organizations file, which would return after a restart. */
  readonly remove: (organization: Organization, clientId: string, check: CheckClients) => Promise<boolean>;
  readonly rotateSecret: (clientId: string, window: number, endsTokens?: boolean) => Promise<Rotation>;
  /** Learns what other processes changed of the clients of the organizations file. */
  readonly refresh: () => Promise<void>;
}

/** Stores the clients of created sandboxes with these sandboxes. */
interface CreatedClients {
  /** Undefined for any other sandbox. */
  readonly find: (sandbox: string) => object | undefined;
  readonly changeClients: (
    sandbox: string,
    change: (present: readonly ClientEntry[]) => readonly ClientEntry[],
  ) => Promise<boolean>;
}

interface OrganizationClientsParts extends Omit<FileClientsParts, 'isOfFile'> {
  readonly created: CreatedClients;
}

export const openOrganizationClients = async ({
  clients,
  created,
  ...parts
}: OrganizationClientsParts): Promise<OrganizationClients> => {
  const file = await openFileClients({
    ...parts,
    clients,
    isOfFile: (sandbox) => created.find(sandbox) === undefined,
  });

  /** `change` runs in a transaction, and decides on the clients that it reads. */
  const change = async <T>(
    sandbox: string,
    how: (present: readonly ClientEntry[]) => { readonly entries: readonly ClientEntry[]; readonly result: T },
  ): Promise<T> => {
    let made: { readonly result: T } | undefined;
    const toEntries = (present: readonly ClientEntry[]): readonly ClientEntry[] => {
      const { entries, result } = how(present);
      made = { result };
      return entries;
    };
    if (!(await created.changeClients(sandbox, toEntries))) await file.change(sandbox, toEntries);
    if (made === undefined) throw new Error(`the clients of ${sandbox} were not changed`);
    return made.result;
  };

  return {
    of: ({ uuid }) => clients.entriesOf(uuid).map(({ client }) => client),
    add: ({ sandbox }, { enabled = true, ...rest }, check) =>
      change(sandbox, (present) => {
        check(present.map(({ client }) => client));
        const ids = new Set(present.map(({ client }) => client.clientId));
        const clientId = freeClientId(sandbox, (id) => ids.has(id) || clients.find(id) !== undefined);
        const clientSecret = clients.drawSecret(clientId);
        const client: KnownClient = { clientId, enabled, ...rest };
        const entry = { client, secrets: { current: digestOf(clientSecret) } };
        return { entries: [...present, entry], result: { client, clientSecret } };
      }),
    change: ({ sandbox }, clientId, wish, check) =>
      change(sandbox, (present) => {
        check(present.map(({ client }) => client));
        const before = need(present, clientId);
        const client = changed(before.client, wish);
        return { entries: present.map((entry) => (entry === before ? { ...entry, client } : entry)), result: client };
      }),
    remove: async ({ sandbox }, clientId, check) => {
      if (file.isOfFile(clientId)) return false;
      await change(sandbox, (present) => {
        check(present.map(({ client }) => client));
        return { entries: present.filter(({ client }) => client.clientId !== clientId), result: undefined };
      });
      return true;
    },
    rotateSecret: (clientId, window, endsTokens) =>
      change(clients.find(clientId)?.organization.sandbox ?? '', (present) => {
        const before = need(present, clientId);
        const { rotation, secrets } = clients.rotate(clientId, before.secrets, window, endsTokens);
        const entries = present.map((entry) => (entry === before ? { ...entry, secrets } : entry));
        return { entries, result: rotation };
      }),
    refresh: file.refresh,
  };
};

const changed = (before: KnownClient, wish: ClientChange): KnownClient => {
  const after = { ...before, ...wish };
  return isDeepStrictEqual(before, after) ? before : { ...after, changes: (before.changes ?? 0) + 1 };
};

const need = (present: readonly ClientEntry[], clientId: string): ClientEntry => {
  const entry = present.find(({ client }) => client.clientId === clientId);
  if (entry === undefined) throw new Error(`no client "${clientId}"`);
  return entry;
};
