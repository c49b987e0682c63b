import { isDeepStrictEqual } from 'node:util';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY } from '../../engine/sandbox/freshness.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientEntry, KnownClient, Secrets } from '../../identity/client-directory.ts';

/** How the clients of an organization differ from the organizations file. */
export interface KeptClients {
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
export interface ClientRepository {
  readonly all: () => Promise<readonly KeptClients[]>;
  /** Others may change it at the same time: `change` decides on what a transaction reads. */
  readonly change: (sandbox: string, change: (before: KeptClients | undefined) => KeptClients) => Promise<KeptClients>;
}

export const createClientRepository = (store: Store): ClientRepository => ({
  all: async () => {
    const query = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    const { values } = await store.read(DIRECTORY, (reader) => reader.list(collection.name, query));
    return values as readonly KeptClients[];
  },
  change: (sandbox, change) =>
    store.transact(DIRECTORY, async (transaction) => {
      const before = (await transaction.get(collection.name, sandbox)) as KeptClients | undefined;
      const after = change(before);
      if (isDeepStrictEqual(before ?? { sandbox, added: [], changed: [] }, after)) return after;
      if (before === undefined) transaction.insert(collection.name, () => ({ id: sandbox, value: after, keys: [] }));
      else transaction.update(collection.name, sandbox, after, NOTHING_CHANGED);
      return after;
    }),
});
