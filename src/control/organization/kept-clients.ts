import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY } from '../../engine/sandbox/freshness.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientEntry, KnownClient } from '../../identity/client-directory.ts';

/** How the clients of an organization differ from the organizations file. */
export interface KeptClients {
  readonly sandbox: string;
  /** Added clients; secrets only as digests. */
  readonly added: readonly ClientEntry[];
  /** Clients of the file, in their current state. */
  readonly changed: readonly KnownClient[];
}

const collection = defineCollection<KeptClients>('clients', ({ sandbox }) => sandbox);

const NOTHING_CHANGED = { removed: [], added: [] };

/** Stores client changes that belong to no created sandbox. */
export interface ClientRepository {
  readonly all: () => Promise<readonly KeptClients[]>;
  readonly put: (kept: KeptClients) => Promise<void>;
}

export const createClientRepository = (store: Store): ClientRepository => ({
  all: async () => {
    const query = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    const { values } = await store.read(DIRECTORY, (reader) => reader.list(collection.name, query));
    return values as readonly KeptClients[];
  },
  put: (kept) =>
    store.transact(DIRECTORY, async (transaction) => {
      const { sandbox: id } = kept;
      if ((await transaction.get(collection.name, id)) === undefined)
        await transaction.insert(collection.name, () => ({ id, value: kept, keys: [] }));
      else await transaction.update(collection.name, id, kept, NOTHING_CHANGED);
    }),
});
