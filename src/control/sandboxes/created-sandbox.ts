import { isDeepStrictEqual } from 'node:util';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY } from '../../engine/sandbox/freshness.ts';
import type { Store, StoreReader } from '../../engine/sandbox/store.ts';
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
  /** It no longer exists, but its data may not have been deleted yet. */
  readonly dropped?: true;
  /** The process that deletes its data, of those that share a store. */
  readonly droppedBy?: string;
}

export const idOf = ({ organization }: CreatedSandbox): string => organization.sandbox;

const collection = defineCollection<CreatedSandbox>('sandboxes', idOf);

/** Stores created sandboxes. Others may do so at the same time: what is decided is decided on what a transaction reads. */
interface CreatedSandboxRepository {
  /** With those whose data is still to be deleted. */
  readonly all: () => Promise<readonly CreatedSandbox[]>;
  /** Adds what `make` returns, unless that is undefined. `position` is a number that is never assigned twice. */
  readonly add: (
    make: (others: readonly CreatedSandbox[]) => ((position: number) => CreatedSandbox) | undefined,
  ) => Promise<CreatedSandbox | undefined>;
  /** Undefined if it does not exist. */
  readonly change: (
    id: string,
    change: (before: CreatedSandbox) => CreatedSandbox,
  ) => Promise<CreatedSandbox | undefined>;
  /** Takes over a drop from the process that began it; false if another one has, or it is done. */
  readonly claimDrop: (dropped: CreatedSandbox, by: string) => Promise<boolean>;
  readonly remove: (id: string) => Promise<void>;
}

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };

const NOTHING_CHANGED = { removed: [], added: [] };

const readAll = (reader: StoreReader): readonly CreatedSandbox[] =>
  reader.list(collection.name, ALL).values as readonly CreatedSandbox[];

export const createCreatedSandboxRepository = (store: Store): CreatedSandboxRepository => ({
  all: () => store.read(DIRECTORY, readAll),
  add: (make) =>
    store.transact(DIRECTORY, (transaction) => {
      const makeAt = make(readAll(transaction));
      if (makeAt === undefined) return undefined;
      return transaction.insert(collection.name, ({ position }) => {
        const created = makeAt(position);
        return { id: idOf(created), value: created, keys: [] };
      });
    }),
  change: (id, change) =>
    store.transact(DIRECTORY, (transaction) => {
      const before = transaction.get(collection.name, id) as CreatedSandbox | undefined;
      if (!before || before.dropped) return undefined;
      const after = change(before);
      if (!isDeepStrictEqual(before, after)) transaction.update(collection.name, id, after, NOTHING_CHANGED);
      return after;
    }),
  claimDrop: (dropped, by) =>
    store.transact(DIRECTORY, (transaction) => {
      const id = idOf(dropped);
      const stored = transaction.get(collection.name, id) as CreatedSandbox | undefined;
      if (stored?.dropped !== true || stored.droppedBy !== dropped.droppedBy) return false;
      transaction.update(collection.name, id, { ...stored, droppedBy: by }, NOTHING_CHANGED);
      return true;
    }),
  remove: (id) => store.transact(DIRECTORY, (transaction) => transaction.remove(collection.name, id, [])),
});
