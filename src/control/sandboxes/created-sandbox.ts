import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY } from '../../engine/sandbox/freshness.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientEntry } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Visit } from './visit.ts';

/** A created sandbox as stored: everything needed to restore it after a restart. */
export interface CreatedSandbox {
  readonly organization: Omit<Organization, 'clients'>;
  /** Secrets only as digests. */
  readonly clients: readonly ClientEntry[];
  readonly seed: string;
  readonly withFixtures: boolean;
  /** A seeded secret is guessable: a hosted server rejects its owner. */
  readonly chance: 'seeded' | 'real';
  /** Milliseconds since the epoch, wall time. */
  readonly createdAt: number;
  /** Last persisted use, in milliseconds since the epoch; not every use is persisted. */
  readonly usedAt: number;
  /** Absent if it was not made for a visitor. */
  readonly visit?: Visit;
}

export const idOf = ({ organization }: CreatedSandbox): string => organization.sandbox;

const collection = defineCollection<CreatedSandbox>('sandboxes', idOf);

/** Stores created sandboxes. */
export interface CreatedSandboxRepository {
  readonly all: () => Promise<readonly CreatedSandbox[]>;
  /** Passes `make` a number that is never assigned twice. */
  readonly add: (make: (position: number) => CreatedSandbox) => Promise<CreatedSandbox>;
  readonly update: (after: CreatedSandbox) => Promise<void>;
  readonly remove: (created: CreatedSandbox) => Promise<void>;
}

const NOTHING_CHANGED = { removed: [], added: [] };

export const createCreatedSandboxRepository = (store: Store): CreatedSandboxRepository => ({
  all: async () => {
    const query = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    const { values } = await store.read(DIRECTORY, (reader) => reader.list(collection.name, query));
    return values as readonly CreatedSandbox[];
  },
  add: (make) =>
    store.transact(DIRECTORY, (transaction) =>
      transaction.insert(collection.name, ({ position }) => {
        const created = make(position);
        return { id: idOf(created), value: created, keys: [] };
      }),
    ),
  update: (after) =>
    store.transact(DIRECTORY, async (transaction) => {
      if ((await transaction.get(collection.name, idOf(after))) === undefined) return;
      await transaction.update(collection.name, idOf(after), after, NOTHING_CHANGED);
    }),
  remove: (created) =>
    store.transact(DIRECTORY, (transaction) => transaction.remove(collection.name, idOf(created), [])),
});
