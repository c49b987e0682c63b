import { isDeepStrictEqual } from 'node:util';
import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import { type OrganizationChange, readOrganizationChange } from '../../engine/sandbox/organization-change.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientChange } from '../../generated/control-schemas.ts';
import {
  type ClientDirectory,
  type ClientEntry,
  type KnownClient,
  type Rotation,
  type Secrets,
  digestOf,
} from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { createTurns } from '../../kernel/turns.ts';
import { readRotationWindow } from '../clock/rotation-window.ts';

/** Sanity limit: no test needs more. */
const MOST_CLIENTS = 20;

/** The caller of a client change. */
export interface ClientManager {
  readonly owner: Organization;
  /** Only an operator can unlock an organization that has locked itself out. */
  readonly isOperator: boolean;
}

type Change = OrganizationChange<Organization>;

type ChangeEntries = (present: readonly ClientEntry[]) => readonly ClientEntry[];

interface OrganizationClientsParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  /** Created sandboxes, with which their clients are stored. */
  readonly created: {
    /** Undefined for any other sandbox. */
    readonly find: (sandbox: string) => object | undefined;
    /** False for any other sandbox. */
    readonly changeClients: (sandbox: string, change: ChangeEntries) => Promise<boolean>;
    /** The same for what has become of the organization. */
    readonly setChange: (sandbox: string, change: Change | undefined) => Promise<boolean>;
  };
  /** Whether rotated secrets of clients of the file are stored; otherwise they are those of the file after a restart. */
  readonly keepsRotations: boolean;
  /** Opens the sandbox of an organization, by whose clock windows end. */
  readonly open: (organization: Organization) => unknown;
}

/** The API clients of organizations, added, changed and removed at runtime, and other changes; all are stored. */
export const openOrganizationClients = async (parts: OrganizationClientsParts) => {
  const { clients, created, open } = parts;
  const file = await openFileOrganizations(parts);

  const list = ({ uuid }: Organization): readonly KnownClient[] => clients.entriesOf(uuid).map(({ client }) => client);

  /** `how` runs in a transaction, and decides on the clients that it reads. */
  const changeEntries = async <T>(
    sandbox: string,
    how: (present: readonly ClientEntry[]) => { readonly entries: readonly ClientEntry[]; readonly result: T },
  ): Promise<T> => {
    let made: { readonly result: T } | undefined;
    const toEntries: ChangeEntries = (present) => {
      const { entries, result } = how(present);
      made = { result };
      return entries;
    };
    if (!(await created.changeClients(sandbox, toEntries))) await file.changeClients(sandbox, toEntries);
    if (made === undefined) throw new Error(`the clients of ${sandbox} were not changed`);
    return made.result;
  };

  const checkStaysOpen = (
    present: readonly ClientEntry[],
    { isOperator }: Pick<ClientManager, 'isOperator'>,
    without: string,
  ): void => {
    if (isOperator || present.some(({ client }) => client.clientId !== without && canGetTokens(client))) return;
    throw plainProblem(
      409,
      `${without} is the last client of this organization that can get a token: without it, no client could call the server. Add or enable another one first.`,
    );
  };

  return {
    list,
    /** Returns the secret, which is not available later. */
    add: ({ sandbox }: Organization, { enabled = true, ...rest }: ClientChange) =>
      changeEntries(sandbox, (present) => {
        if (present.length >= MOST_CLIENTS)
          throw plainProblem(
            409,
            `This organization has ${present.length} clients, which is the maximum: remove one with DELETE /__admin/clients/{clientId}.`,
          );
        const ids = new Set(present.map(({ client }) => client.clientId));
        const clientId = freeClientId(sandbox, (id) => ids.has(id) || clients.find(id) !== undefined);
        const clientSecret = clients.drawSecret(clientId);
        const client: KnownClient = { clientId, enabled, ...rest };
        const entry = { client, secrets: { current: digestOf(clientSecret) } };
        return { entries: [...present, entry], result: { client, clientSecret } };
      }),
    change: (manager: ClientManager, clientId: string, wish: ClientChange) =>
      changeEntries(manager.owner.sandbox, (present) => {
        const before = need(present, clientId);
        const client = changed(before.client, wish);
        if (!canGetTokens(client)) checkStaysOpen(present, manager, clientId);
        return { entries: present.map((entry) => (entry === before ? { ...entry, client } : entry)), result: client };
      }),
    remove: async (manager: ClientManager, clientId: string) => {
      const { owner } = manager;
      const without = (present: readonly ClientEntry[]) => {
        const gone = need(present, clientId);
        checkStaysOpen(present, manager, clientId);
        return { entries: present.filter((entry) => entry !== gone), result: undefined };
      };
      without(clients.entriesOf(owner.uuid));
      if (file.isOfFile(clientId))
        throw plainProblem(
          409,
          `${clientId} comes from the organizations file and cannot be removed: disable it with PATCH /__admin/clients/${clientId} and {"enabled": false}.`,
        );
      await changeEntries(owner.sandbox, without);
    },
    /**
     * Gives a client of the organization with this UUID a new secret; the former one remains valid during the window. "A new
     * secret is requested from support or via the identity provider's admin API": here it is one control call.
     */
    rotateSecret: async (
      organization: string | undefined,
      clientId: string,
      { window, endTokens }: { readonly window?: string | undefined; readonly endTokens?: boolean | undefined },
    ): Promise<Rotation> => {
      const member = clients.find(clientId);
      // A client of another organization and one that does not exist get the same response.
      if (member === undefined || member.organization.uuid !== organization)
        throw problem(
          'not-found',
          `The caller's organization has no client "${clientId}". Send a token of the client's own organization.`,
        );
      await open(member.organization);
      const milliseconds = readRotationWindow(window);
      return changeEntries(member.organization.sandbox, (present) => {
        const before = need(present, clientId);
        const { rotation, secrets } = clients.rotate(clientId, before.secrets, milliseconds, endTokens);
        return {
          entries: present.map((entry) => (entry === before ? { ...entry, secrets } : entry)),
          result: rotation,
        };
      });
    },
    /** Keeps what has become of the organization of a sandbox, which has it, for the servers that only list it. */
    keepChange: async (sandbox: Sandbox): Promise<void> => {
      const change = (await sandbox.read(readOrganizationChange)) as Change | undefined;
      if (!(await created.setChange(sandbox.id, change))) await file.setChange(sandbox.id, change);
    },
    /** Learns what other processes changed of the organizations of the file. */
    refresh: file.refresh,
  };
};

/** `api-client-demo`, then `api-client-demo-2` and so on. */
export const freeClientId = (sandbox: string, isTaken: (clientId: string) => boolean): string => {
  const first = `api-client-${sandbox}`;
  for (let number = 1; ; number += 1) {
    const clientId = number === 1 ? first : `${first}-${number}`;
    if (!isTaken(clientId)) return clientId;
  }
};

const changed = (before: KnownClient, wish: ClientChange): KnownClient => {
  const after = { ...before, ...wish };
  return isDeepStrictEqual(before, after) ? before : { ...after, changes: (before.changes ?? 0) + 1 };
};

/** Throws 404 for a client of another organization, too. */
const need = (present: readonly ClientEntry[], clientId: string): ClientEntry => {
  const entry = present.find(({ client }) => client.clientId === clientId);
  if (entry !== undefined) return entry;
  throw problem(
    'not-found',
    `This organization has no client "${clientId}"; it has ${present.map(({ client }) => client.clientId).join(', ')}.`,
  );
};

const canGetTokens = ({ enabled, serviceAccountsEnabled = true }: KnownClient): boolean =>
  enabled && serviceAccountsEnabled;

/** Issues an access token for a client of an organization without its secret; `issue` does it as the token endpoint does. */
export const createAccessTokens =
  (clients: Pick<ClientDirectory, 'find'>, issue: (clientId: string, origin: string) => Promise<string>) =>
  async ({ uuid }: Organization, clientId: string, origin: string): Promise<string> => {
    const member = clients.find(clientId);
    // A client of another organization and one that does not exist get the same response.
    if (member?.organization.uuid !== uuid)
      throw problem(
        'not-found',
        `The organization of this sandbox has no client "${clientId}"; GET /__admin/clients lists them.`,
      );
    const { enabled } = member.client;
    if (!canGetTokens(member.client))
      throw plainProblem(
        409,
        `The token endpoint refuses the client ${clientId}: ${enabled ? 'its service accounts are disabled' : 'it is disabled'}. Enable it with PATCH /__admin/clients/${clientId} and ${enabled ? '{"serviceAccountsEnabled": true}' : '{"enabled": true}'}.`,
      );
    return issue(clientId, origin);
  };

/** How an organization differs from the organizations file. */
interface KeptOrganization {
  readonly sandbox: string;
  /** Added clients; secrets only as digests. */
  readonly added: readonly ClientEntry[];
  /** Clients of the file, in their current state. */
  readonly changed: readonly KnownClient[];
  /** Rotated secrets of clients of the file, by client id: only where several processes use the store. */
  readonly rotated?: Readonly<Record<string, Secrets>>;
  readonly change?: Change;
}

/** The organizations of the file: what becomes of them is stored as differences from the file. */
const openFileOrganizations = async ({ store, clients, created, keepsRotations }: OrganizationClientsParts) => {
  const directory = createDirectory<KeptOrganization>(store, { name: 'clients', idOf: ({ sandbox }) => sandbox });
  const known = new Map<string, KeptOrganization>();
  const inTurn = createTurns();

  /** As the file has them, by sandbox. */
  const initial = new Map<string, readonly ClientEntry[]>(
    clients
      .organizations()
      .filter(({ sandbox }) => created.find(sandbox) === undefined)
      .map(({ sandbox, uuid }) => [sandbox, clients.entriesOf(uuid)]),
  );
  const ofFile = new Map(
    [...initial.values()].flatMap((entries) => entries.map((entry) => [entry.client.clientId, entry] as const)),
  );

  const secretsOf = ({ client: { clientId }, secrets }: ClientEntry, { rotated }: KeptOrganization): Secrets =>
    (keepsRotations ? rotated?.[clientId] : clients.secretsOf(clientId)) ?? secrets;

  const toEntries = (kept: KeptOrganization): readonly ClientEntry[] => [
    ...(initial.get(kept.sandbox) ?? []).map((entry) => ({
      client: kept.changed.find(({ clientId }) => clientId === entry.client.clientId) ?? entry.client,
      secrets: secretsOf(entry, kept),
    })),
    // The file may have got a client of the same name since.
    ...kept.added.filter(({ client }) => !ofFile.has(client.clientId)),
  ];

  const toKept = (entries: readonly ClientEntry[]): Omit<KeptOrganization, 'sandbox'> => {
    const given = entries.flatMap((entry) => {
      const before = ofFile.get(entry.client.clientId);
      return before === undefined ? [] : [{ before, entry }];
    });
    const rotated = given.filter(({ before, entry }) => !isDeepStrictEqual(before.secrets, entry.secrets));
    return {
      added: entries.filter(({ client }) => !ofFile.has(client.clientId)),
      changed: given.flatMap(({ before, entry }) =>
        isDeepStrictEqual(before.client, entry.client) ? [] : [entry.client],
      ),
      ...(keepsRotations &&
        rotated.length > 0 && {
          rotated: Object.fromEntries(rotated.map(({ entry }) => [entry.client.clientId, entry.secrets])),
        }),
    };
  };

  const apply = (kept: KeptOrganization, entries = toEntries(kept)): void => {
    const { sandbox, change } = kept;
    known.set(sandbox, kept);
    clients.setClients(clients.findBySandbox(sandbox)?.uuid ?? '', entries);
    clients.revise(sandbox, change);
  };

  const unchanged = (sandbox: string): KeptOrganization => ({ sandbox, added: [], changed: [] });

  /** `how` decides on what is stored, and returns the clients too if it changes them. */
  const keep = (
    sandbox: string,
    how: (before: KeptOrganization) => readonly [after: KeptOrganization, entries?: readonly ClientEntry[]],
  ): Promise<void> =>
    inTurn(async () => {
      const made = await directory.change(({ get, put }) => {
        const before = get(sandbox) ?? unchanged(sandbox);
        const result = how(before);
        if (!isDeepStrictEqual(before, result[0])) put(result[0]);
        return result;
      });
      apply(...made);
    });

  const refresh = (): Promise<void> =>
    inTurn(async () => {
      const kept = new Map((await directory.all()).map((one) => [one.sandbox, one]));
      for (const sandbox of initial.keys()) apply(kept.get(sandbox) ?? unchanged(sandbox));
    });
  await refresh();

  return {
    isOfFile: (clientId: string): boolean => ofFile.has(clientId),
    changeClients: (sandbox: string, change: ChangeEntries): Promise<void> =>
      keep(sandbox, (before) => {
        const entries = change(toEntries(before));
        return [{ ...before, ...toKept(entries) }, entries];
      }),
    setChange: async (sandbox: string, change: Change | undefined): Promise<void> => {
      if (!initial.has(sandbox) || isDeepStrictEqual(known.get(sandbox)?.change, change)) return;
      await keep(sandbox, ({ change: _former, ...before }) => [{ ...before, ...(change && { change }) }]);
    },
    refresh,
  };
};
