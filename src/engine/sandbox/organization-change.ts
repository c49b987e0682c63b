import type { CallerOrganization } from '../ports.ts';
import { defineCollection } from './collection.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/** What of an organization can change while the server runs; members that are left out stay as they are. */
export interface OrganizationChange<Organization extends CallerOrganization = CallerOrganization> {
  readonly dpaAccepted?: boolean;
  readonly rateLimitTier?: Organization['rateLimitTier'];
  readonly capabilities?: Partial<Organization['capabilities']>;
  /** All authorized partners from now on. */
  readonly sellers?: Organization['sellers'];
}

/**
 * How the organization of a sandbox differs from how it began. It is part of what the sandbox holds: a reset takes it
 * back, and exports, snapshots and forks carry it along.
 */
interface KeptChange extends OrganizationChange {
  readonly id: typeof ONE;
}

const ONE = 'organization';

export const organizationChanges = defineCollection<KeptChange>('organization-changes', ({ id }) => id);

export const readOrganizationChange = (reading: Reading): Promise<OrganizationChange | undefined> =>
  reading.get(organizationChanges, ONE);

/** Adds to what was changed before. */
export const changeOrganization = async (work: UnitOfWork, change: OrganizationChange): Promise<void> => {
  const before = await work.get(organizationChanges, ONE);
  const after: KeptChange = { ...mergeChanges(before ?? {}, change), id: ONE };
  if (before === undefined) await work.insert(organizationChanges, () => after);
  else await work.update(organizationChanges, before, after);
};

const mergeChanges = (before: OrganizationChange, change: OrganizationChange): OrganizationChange => {
  const capabilities = { ...before.capabilities, ...change.capabilities };
  return { ...before, ...change, ...(Object.keys(capabilities).length === 0 ? {} : { capabilities }) };
};

/** The organization as it is after a change. */
export const applyChange = <Organization extends CallerOrganization>(
  beginning: Organization,
  { dpaAccepted, rateLimitTier, capabilities = {}, sellers }: OrganizationChange<Organization>,
): Organization => ({
  ...beginning,
  dpaAccepted: dpaAccepted ?? beginning.dpaAccepted,
  rateLimitTier: rateLimitTier ?? beginning.rateLimitTier,
  capabilities: { ...beginning.capabilities, ...capabilities },
  sellers: sellers ?? beginning.sellers,
});
