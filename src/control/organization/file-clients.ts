import { isDeepStrictEqual } from 'node:util';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory, ClientEntry, Secrets, KnownClient } from '../../identity/client-directory.ts';
import { createTurns } from '../../kernel/turns.ts';

/** The clients of the organizations of the file: their changes are stored as differences from the file. */
interface FileClients {
  readonly isOfFile: (clientId: string) => boolean;
  /** `change` decides on what is stored. */
  readonly change: (
    sandbox: string,
    change: (present: readonly ClientEntry[]) => readonly ClientEntry[],
  ) => Promise<void>;
  /** Learns what other processes have changed. */
  readonly refresh: () => Promise<void>;
}

export interface FileClientsParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  /** Whether an organization is one of the file. */
  readonly isOfFile: (sandbox: string) => boolean;
  /** Whether rotated secrets of clients of the file are stored; otherwise they are those of the file after a restart. */
  readonly keepsRotations: boolean;
}

export const openFileClients = async (parts: FileClientsParts): Promise<FileClients> => {
  const { clients, isOfFile, keepsRotations } = parts;
  const directory = createDirectory<KeptClients>(parts.store, { name: 'clients', idOf: ({ sandbox }) => sandbox });
  const inTurn = createTurns();

  /** As the file has them, by sandbox. */
  const initial = new Map<string, readonly ClientEntry[]>(
    clients
      .organizations()
      .filter(({ sandbox }) => isOfFile(sandbox))
      .map(({ sandbox, uuid }) => [sandbox, clients.entriesOf(uuid)]),
  );
  const ofFile = new Map(
    [...initial.values()].flatMap((entries) => entries.map((entry) => [entry.client.clientId, entry] as const)),
  );

  const secretsOf = ({ client: { clientId }, secrets }: ClientEntry, kept: KeptClients | undefined): Secrets =>
    keepsRotations ? (kept?.rotated?.[clientId] ?? secrets) : (clients.secretsOf(clientId) ?? secrets);

  const toEntries = (sandbox: string, kept: KeptClients | undefined): readonly ClientEntry[] => [
    ...(initial.get(sandbox) ?? []).map((entry) => ({
      client: kept?.changed.find(({ clientId }) => clientId === entry.client.clientId) ?? entry.client,
      secrets: secretsOf(entry, kept),
    })),
    // The file may have got a client of the same name since.
    ...(kept?.added ?? []).filter(({ client }) => !ofFile.has(client.clientId)),
  ];

  const toKept = (sandbox: string, entries: readonly ClientEntry[]): KeptClients => {
    const given = entries.flatMap((entry) => {
      const before = ofFile.get(entry.client.clientId);
      return before === undefined ? [] : [{ before, entry }];
    });
    const rotated = given.filter(({ before, entry }) => !isDeepStrictEqual(before.secrets, entry.secrets));
    return {
      sandbox,
      added: entries.filter(({ client }) => !ofFile.has(client.clientId)),
      changed: given.flatMap(({ before, entry }) =>
        isDeepStrictEqual(before.client, entry.client) ? [] : [entry.client],
      ),
      ...(keepsRotations && rotated.length > 0
        ? { rotated: Object.fromEntries(rotated.map(({ entry }) => [entry.client.clientId, entry.secrets])) }
        : {}),
    };
  };

  const apply = (sandbox: string, entries: readonly ClientEntry[]): void => {
    const uuid = clients.findBySandbox(sandbox)?.uuid;
    if (uuid !== undefined) clients.setClients(uuid, entries);
  };

  const refresh = (): Promise<void> =>
    inTurn(async () => {
      const kept = new Map((await directory.all()).map((one) => [one.sandbox, one]));
      for (const sandbox of initial.keys()) apply(sandbox, toEntries(sandbox, kept.get(sandbox)));
    });
  await refresh();

  return {
    isOfFile: (clientId) => ofFile.has(clientId),
    change: (sandbox, change) =>
      inTurn(async () => {
        const entries = await directory.change(({ get, put }) => {
          const before = get(sandbox);
          const changed = change(toEntries(sandbox, before));
          const kept = toKept(sandbox, changed);
          if (!isDeepStrictEqual(before ?? { sandbox, added: [], changed: [] }, kept)) put(kept);
          return changed;
        });
        apply(sandbox, entries);
      }),
    refresh,
  };
};

/** How the clients of an organization differ from the organizations file. */
interface KeptClients {
  readonly sandbox: string;
  /** Added clients; secrets only as digests. */
  readonly added: readonly ClientEntry[];
  /** Clients of the file, in their current state. */
  readonly changed: readonly KnownClient[];
  /** Rotated secrets of clients of the file, by client id: only where several processes use the store. */
  readonly rotated?: Readonly<Record<string, Secrets>>;
}
