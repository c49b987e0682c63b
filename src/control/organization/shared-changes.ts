import { isDeepStrictEqual } from 'node:util';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY, type SharedDirectory } from '../../engine/sandbox/freshness.ts';
import type { OrganizationChange } from '../../engine/sandbox/organization-change.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Organization } from '../../identity/organization.ts';
import { createTurns } from '../../kernel/turns.ts';

type Change = OrganizationChange<Organization>;

interface KeptChange {
  readonly sandbox: string;
  readonly change: Change;
}

/**
 * The changes of organizations, which their sandboxes contain, once more for all processes of a store: a process knows them
 * before it has locked the sandbox, and lists organizations whose sandboxes it never opens.
 */
interface SharedChanges {
  /** Undefined: the organization is as it began. */
  readonly keep: (sandbox: string, change: Change | undefined) => Promise<void>;
  readonly directory: SharedDirectory;
}

const collection = defineCollection<KeptChange>('changed-organizations', ({ sandbox }) => sandbox);

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** `brought` is called with what other processes have changed. */
export const createSharedChanges = (
  store: Store,
  brought: (sandbox: string, change: Change | undefined) => void,
): SharedChanges => {
  const known = new Map<string, Change>();
  const inTurn = createTurns();

  return {
    keep: async (sandbox, change) => {
      if (isDeepStrictEqual(known.get(sandbox), change)) return;
      await store.transact(DIRECTORY, (transaction) => {
        const before = transaction.get(collection.name, sandbox) as KeptChange | undefined;
        if (isDeepStrictEqual(before?.change, change)) return;
        if (change === undefined) transaction.remove(collection.name, sandbox, []);
        else if (before === undefined)
          transaction.insert(collection.name, () => ({ id: sandbox, value: { sandbox, change }, keys: [] }));
        else transaction.update(collection.name, sandbox, { sandbox, change }, { removed: [], added: [] });
      });
      if (change === undefined) known.delete(sandbox);
      else known.set(sandbox, change);
    },
    directory: {
      partition: DIRECTORY,
      refresh: () =>
        inTurn(async () => {
          const { values } = await store.read(DIRECTORY, (reader) => reader.list(collection.name, ALL));
          const stored = new Map((values as readonly KeptChange[]).map(({ sandbox, change }) => [sandbox, change]));
          for (const sandbox of new Set([...known.keys(), ...stored.keys()])) {
            const change = stored.get(sandbox);
            if (isDeepStrictEqual(known.get(sandbox), change)) continue;
            if (change === undefined) known.delete(sandbox);
            else known.set(sandbox, change);
            brought(sandbox, change);
          }
        }),
    },
  };
};
