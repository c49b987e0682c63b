import type { CallerOrganization } from '../../engine/ports.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { FixtureSet } from '../../vat/fixtures/fixture.ts';
import { FixtureError, populate } from '../../vat/fixtures/populate.ts';
import { type Castings, FIXTURES_FOLDER, complain, loadCastings, loadFixtureSet } from './load-fixtures.ts';

/** Puts the fixtures of an organization into its new sandbox; nothing for one that nobody knows. */
export type Populate = (work: UnitOfWork, organization: CallerOrganization | undefined) => Promise<void>;

/** Files are read when the first sandbox needs them: a start without a caller reads none. */
export const createFixtures = (folder = FIXTURES_FOLDER): Populate => {
  let castings: Promise<Castings> | undefined;
  const sets = new Map<string, Promise<FixtureSet>>();

  const setOf = (name: string): Promise<FixtureSet> => {
    let set = sets.get(name);
    if (set === undefined) sets.set(name, (set = loadFixtureSet(name, folder)));
    return set;
  };

  return async (work, organization) => {
    if (organization === undefined || organization.sellers.length === 0) return;
    castings ??= loadCastings(folder);
    const casting = (await castings).of(organization.sandbox);
    if (casting === undefined) return;
    try {
      await populate(work, organization, await setOf(casting.set), casting);
    } catch (error) {
      if (error instanceof FixtureError) await complain(error);
      throw error;
    }
  };
};
