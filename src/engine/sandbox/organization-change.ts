import { mergePatch } from '../../kernel/json.ts';
import type { CallerOrganization } from '../ports/ports.ts';
import { defineRecords } from './collection.ts';
import { flag, label, mapOf, object, schemaOf } from './record-schema.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/** The properties of an organization that can change at run time, as a JSON Merge Patch. APIs add members. */
export interface OrganizationChange<Organization extends CallerOrganization = CallerOrganization> {
  readonly rateLimitTier?: Organization['rateLimitTier'];
  readonly capabilities?: Partial<Organization['capabilities']>;
}

/**
 * A change to the organization of a sandbox, with its origin. It is stored in the sandbox: a reset reverts it, and
 * exports, snapshots and forks include it.
 */
export interface KeptChange extends OrganizationChange {
  readonly id: string;
}

/** The id of changes by a call of the control API; other ids are those of scenarios. */
const BY_CALL = 'call';

const byScenario = (name: string): string => `scenario/${name}`;

export const organizationChanges = defineRecords(
  'organization-changes',
  schemaOf<KeptChange>(object({ id: label, 'rateLimitTier?': label, 'capabilities?': mapOf(flag) })),
  ({ id }) => id,
);

/** Exceeds the maximum number of active scenarios. */
const ALL = { page: 0, size: 1000 };

/** All changes merged; undefined if there are none. */
export const readOrganizationChange = (reading: Reading): OrganizationChange | undefined => {
  const { values } = reading.page(organizationChanges, ALL);
  return values.length === 0 ? undefined : combineChanges(values);
};

/** Changes by scenarios override earlier changes by calls. */
export const combineChanges = (kept: readonly KeptChange[]): OrganizationChange => {
  const ordered = kept.toSorted((one, other) => Number(other.id === BY_CALL) - Number(one.id === BY_CALL));
  return ordered.reduce<OrganizationChange>(
    (before, { id: _id, ...change }) => mergePatch(before, change) as object,
    {},
  );
};

/** Applies a change by a call: it overrides earlier changes by scenarios. */
export const changeOrganization = (work: UnitOfWork, change: OrganizationChange): void => {
  const { values } = work.page(organizationChanges, ALL);
  for (const kept of values)
    if (kept.id !== BY_CALL) work.update(organizationChanges, kept, { ...without(kept, change), id: kept.id });
  add(work, BY_CALL, change);
};

/** Applies a change by a scenario: it lasts until the scenario ends or restarts. */
export const changeForScenario = (work: UnitOfWork, scenario: string, change: OrganizationChange): void =>
  add(work, byScenario(scenario), change);

export const endChangeOfScenario = (work: UnitOfWork, scenario: string): void => {
  const kept = work.get(organizationChanges, byScenario(scenario));
  if (kept !== undefined) work.remove(organizationChanges, kept);
};

const add = (work: UnitOfWork, id: string, change: OrganizationChange): void => {
  const before = work.get(organizationChanges, id);
  const after = mergePatch(before, { ...change, id }) as KeptChange;
  if (before === undefined) work.insert(organizationChanges, () => after);
  else work.update(organizationChanges, before, after);
};

const without = (
  { capabilities = {}, ...kept }: OrganizationChange,
  change: OrganizationChange,
): OrganizationChange => {
  const rest = Object.entries(kept).filter(([member]) => !Object.hasOwn(change, member));
  const left = Object.entries(capabilities).filter(([name]) => change.capabilities?.[name] === undefined);
  return { ...Object.fromEntries(rest), ...(left.length === 0 ? {} : { capabilities: Object.fromEntries(left) }) };
};

/** The organization after a change. */
export const applyChange = <Organization extends CallerOrganization>(
  beginning: Organization,
  change: OrganizationChange<Organization>,
): Organization => mergePatch(beginning, change) as Organization;
