import { isDeepStrictEqual } from 'node:util';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY, type SharedDirectory } from '../../engine/sandbox/freshness.ts';
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
  readonly directory: SharedDirectory;
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
  const repository = createClientRepository(parts.store);
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
      const kept = new Map((await repository.all()).map((one) => [one.sandbox, one]));
      for (const sandbox of initial.keys()) apply(sandbox, toEntries(sandbox, kept.get(sandbox)));
    });
  await refresh();

  return {
    isOfFile: (clientId) => ofFile.has(clientId),
    change: (sandbox, change) =>
      inTurn(async () => {
        let entries: readonly ClientEntry[] = [];
        await repository.change(sandbox, (before) => {
          entries = change(toEntries(sandbox, before));
          return toKept(sandbox, entries);
        });
        apply(sandbox, entries);
      }),
    directory: { partition: DIRECTORY, refresh },
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

const collection = defineCollection<KeptClients>('clients', ({ sandbox }) => sandbox);

const NOTHING_CHANGED = { removed: [], added: [] };

/** Stores client changes that belong to no created sandbox. */
interface ClientRepository {
  readonly all: () => Promise<readonly KeptClients[]>;
  /** Others may change it at the same time: `change` decides on what a transaction reads. */
  readonly change: (sandbox: string, change: (before: KeptClients | undefined) => KeptClients) => Promise<KeptClients>;
}

const createClientRepository = (store: Store): ClientRepository => ({
  all: async () => {
    const query = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    const { values } = await store.read(DIRECTORY, (reader) => reader.list(collection.name, query));
    return values as readonly KeptClients[];
  },
  change: (sandbox, change) =>
    store.transact(DIRECTORY, (transaction) => {
      const before = transaction.get(collection.name, sandbox) as KeptClients | undefined;
      const after = change(before);
      if (isDeepStrictEqual(before ?? { sandbox, added: [], changed: [] }, after)) return after;
      if (before === undefined) transaction.insert(collection.name, () => ({ id: sandbox, value: after, keys: [] }));
      else transaction.update(collection.name, sandbox, after, NOTHING_CHANGED);
      return after;
    }),
});
