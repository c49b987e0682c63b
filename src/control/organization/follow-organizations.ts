import { isDeepStrictEqual } from 'node:util';
import {
  type OrganizationChange,
  type KeptChange,
  applyChange,
  combineChanges,
  organizationChanges,
  readOrganizationChange,
} from '../../engine/sandbox/organization-change.ts';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type Organization, lowerTier } from '../../identity/organization.ts';
import { createTurns } from '../../kernel/turns.ts';

type Change = OrganizationChange<Organization>;

interface FollowerParts {
  readonly clients: Pick<ClientDirectory, 'beginningOf' | 'findBySandbox' | 'revise' | 'organizations'>;
  /** Whether a tier cannot exceed the initial one: users of a hosted server must not raise their own limits. */
  readonly capsTiers: boolean;
  /** The store that several processes use, if there are several. */
  readonly sharedStore: Store | undefined;
}

/** Keeps the client directory in sync with the organization changes stored in sandboxes. */
export const followOrganizations = ({ clients, capsTiers, sharedStore }: FollowerParts) => {
  const revise = (sandbox: string, change: Change | undefined): void => {
    const beginning = clients.beginningOf(sandbox);
    if (beginning === undefined) return;
    if (change === undefined) {
      if (clients.findBySandbox(sandbox) !== beginning) clients.revise(beginning);
      return;
    }
    const changed = applyChange(beginning, change);
    clients.revise(
      capsTiers ? { ...changed, rateLimitTier: lowerTier(changed.rateLimitTier, beginning.rateLimitTier) } : changed,
    );
  };

  const shared = sharedStore && shareChanges(sharedStore, revise);

  return {
    /** Called after a change, and when a sandbox is initialized. */
    changed: async (sandbox: Sandbox) => {
      const change = (await sandbox.read(readOrganizationChange)) as Change | undefined;
      revise(sandbox.id, change);
      await shared?.keep(sandbox.id, change);
    },
    /** The sandbox is dropped. */
    forget: async (sandbox: string) => shared?.keep(sandbox, undefined),
    /** Learns what other processes have changed. */
    refresh: async () => shared?.refresh(),
    /** Called at startup: changes from before a restart apply to the first call. */
    readAll: async (store: Store) => {
      if (shared !== undefined) {
        await shared.refresh();
        return;
      }
      const { name } = organizationChanges;
      const list = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };
      for (const { sandbox } of clients.organizations()) {
        const { values } = await store.read(sandbox, (reader) => reader.list(name, list));
        if (values.length > 0) revise(sandbox, combineChanges(values as KeptChange[]) as Change);
      }
    },
  };
};

/**
 * The changes of organizations, which their sandboxes contain, once more for all processes of a store: a process lists
 * organizations whose sandboxes it never opens. `brought` is called with what other processes have changed.
 */
const shareChanges = (store: Store, brought: (sandbox: string, change: Change | undefined) => void) => {
  const directory = createDirectory<{ readonly sandbox: string; readonly change: Change }>(store, {
    name: 'changed-organizations',
    idOf: ({ sandbox }) => sandbox,
  });
  const known = new Map<string, Change>();
  const inTurn = createTurns();

  const learn = (sandbox: string, change: Change | undefined): void => {
    if (change === undefined) known.delete(sandbox);
    else known.set(sandbox, change);
  };

  return {
    /** Undefined: the organization is as it began. */
    keep: async (sandbox: string, change: Change | undefined): Promise<void> => {
      if (isDeepStrictEqual(known.get(sandbox), change)) return;
      await directory.change(({ put, remove }) => {
        if (change === undefined) remove(sandbox);
        else put({ sandbox, change });
      });
      learn(sandbox, change);
    },
    refresh: (): Promise<void> =>
      inTurn(async () => {
        const stored = new Map((await directory.all()).map(({ sandbox, change }) => [sandbox, change]));
        for (const sandbox of new Set([...known.keys(), ...stored.keys()])) {
          const change = stored.get(sandbox);
          if (isDeepStrictEqual(known.get(sandbox), change)) continue;
          learn(sandbox, change);
          brought(sandbox, change);
        }
      }),
  };
};
