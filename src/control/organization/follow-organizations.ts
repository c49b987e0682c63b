import {
  type OrganizationChange,
  type KeptChange,
  applyChange,
  combineChanges,
  organizationChanges,
  readOrganizationChange,
} from '../../engine/sandbox/organization-change.ts';
import type { SharedDirectory } from '../../engine/sandbox/freshness.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type Organization, lowerTier } from '../../identity/organization.ts';
import { createSharedChanges } from './shared-changes.ts';

/** Keeps the client directory in sync with the organization changes stored in sandboxes. */
interface OrganizationFollower {
  /** Called after a change, and when a sandbox is initialized. */
  readonly changed: (sandbox: Sandbox) => Promise<void>;
  /** Called at startup: changes from before a restart apply to the first call. */
  readonly readAll: (store: Store) => Promise<void>;
  /** The sandbox is dropped. */
  readonly forget: (sandbox: string) => Promise<void>;
  /** What other processes have changed; undefined if there are none. */
  readonly directory: SharedDirectory | undefined;
}

interface FollowerParts {
  readonly clients: Pick<ClientDirectory, 'beginningOf' | 'findBySandbox' | 'revise' | 'organizations'>;
  /** Whether a tier cannot exceed the initial one: users of a hosted server must not raise their own limits. */
  readonly capsTiers: boolean;
  /** The store that several processes use, if there are several. */
  readonly sharedStore: Store | undefined;
}

export const followOrganizations = ({ clients, capsTiers, sharedStore }: FollowerParts): OrganizationFollower => {
  const revise = (sandbox: string, change: OrganizationChange<Organization> | undefined): void => {
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

  const shared = sharedStore && createSharedChanges(sharedStore, revise);

  return {
    changed: async (sandbox) => {
      const change = (await sandbox.read(readOrganizationChange)) as OrganizationChange<Organization> | undefined;
      revise(sandbox.id, change);
      await shared?.keep(sandbox.id, change);
    },
    forget: async (sandbox) => shared?.keep(sandbox, undefined),
    directory: shared?.directory,
    readAll: async (store) => {
      if (shared !== undefined) {
        await shared.directory.refresh();
        return;
      }
      const { name } = organizationChanges;
      const list = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };
      for (const { sandbox } of clients.organizations()) {
        const { values } = await store.read(sandbox, (reader) => reader.list(name, list));
        if (values.length > 0)
          revise(sandbox, combineChanges(values as KeptChange[]) as OrganizationChange<Organization>);
      }
    },
  };
};
