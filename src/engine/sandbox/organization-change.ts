import type { CallerOrganization } from '../ports/ports.ts';
import { defineCollection } from './collection.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/** What of an organization can change while the server runs; members that are left out stay as they are. APIs add members. */
export interface OrganizationChange<Organization extends CallerOrganization = CallerOrganization> {
  readonly rateLimitTier?: Organization['rateLimitTier'];
  readonly capabilities?: Partial<Organization['capabilities']>;
}

/**
 * How the organization of a sandbox differs from how it began, and by whose doing. It is part of what the sandbox holds: a
 * reset takes it back, and exports, snapshots and forks carry it along.
 */
export interface KeptChange extends OrganizationChange {
  readonly id: string;
}

/** By a call of the control API; other ids are those of scenarios. */
const BY_CALL = 'call';

const byScenario = (name: string): string => `scenario/${name}`;

export const organizationChanges = defineCollection<KeptChange>('organization-changes', ({ id }) => id);

/** More scenarios than can be active. */
const ALL = { page: 0, size: 1000 };

/** All changes as one; undefined where nothing was changed. */
export const readOrganizationChange = async (reading: Reading): Promise<OrganizationChange | undefined> => {
  const { values } = await reading.page(organizationChanges, ALL);
  return values.length === 0 ? undefined : combineChanges(values);
};

/** What a scenario changes overrides what a call changed before. */
export const combineChanges = (kept: readonly KeptChange[]): OrganizationChange => {
  const byCall = kept.filter(({ id }) => id === BY_CALL);
  const others = kept.filter(({ id }) => id !== BY_CALL);
  return [...byCall, ...others].reduce<OrganizationChange>(
    (before, { id: _id, ...change }) => mergeChanges(before, change),
    {},
  );
};

/** By a call: from now on this is so, whatever scenarios did before. */
export const changeOrganization = async (work: UnitOfWork, change: OrganizationChange): Promise<void> => {
  const { values } = await work.page(organizationChanges, ALL);
  for (const kept of values)
    if (kept.id !== BY_CALL) await work.update(organizationChanges, kept, { ...without(kept, change), id: kept.id });
  await add(work, BY_CALL, change);
};

/** By a scenario: until it ends, or begins anew. */
export const changeForScenario = (work: UnitOfWork, scenario: string, change: OrganizationChange): Promise<void> =>
  add(work, byScenario(scenario), change);

export const endChangeOfScenario = async (work: UnitOfWork, scenario: string): Promise<void> => {
  const kept = await work.get(organizationChanges, byScenario(scenario));
  if (kept !== undefined) await work.remove(organizationChanges, kept);
};

const add = async (work: UnitOfWork, id: string, change: OrganizationChange): Promise<void> => {
  const before = await work.get(organizationChanges, id);
  const after: KeptChange = { ...mergeChanges(before ?? {}, change), id };
  if (before === undefined) await work.insert(organizationChanges, () => after);
  else await work.update(organizationChanges, before, after);
};

const mergeChanges = (before: OrganizationChange, change: OrganizationChange): OrganizationChange => {
  const capabilities = { ...before.capabilities, ...change.capabilities };
  return { ...before, ...change, ...(Object.keys(capabilities).length === 0 ? {} : { capabilities }) };
};

const without = (
  { capabilities = {}, ...kept }: OrganizationChange,
  change: OrganizationChange,
): OrganizationChange => {
  const rest = Object.entries(kept).filter(([member]) => !Object.hasOwn(change, member));
  const left = Object.entries(capabilities).filter(([name]) => change.capabilities?.[name] === undefined);
  return { ...Object.fromEntries(rest), ...(left.length === 0 ? {} : { capabilities: Object.fromEntries(left) }) };
};

/** The organization as it is after a change. */
export const applyChange = <Organization extends CallerOrganization>(
  beginning: Organization,
  { capabilities = {}, ...others }: OrganizationChange<Organization>,
): Organization => ({
  ...beginning,
  ...Object.fromEntries(Object.entries<unknown>(others).filter(([, value]) => value !== undefined && value !== null)),
  capabilities: { ...beginning.capabilities, ...capabilities },
});
