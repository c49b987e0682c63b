import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { FixtureError, populate } from '../../vat/fixtures/populate.ts';
import type { DrawLinkSecret } from '../../vat/invitations/invitation.ts';
import { type Casting, type FixtureLibrary, castingOf, complain, packageFixtures } from './load-fixtures.ts';

/** An organization whose fixtures are those of a persona, if it has one. */
type PopulatedOrganization = CallerOrganization & { readonly persona?: string | undefined };

/** Installs the fixtures of an organization in its new sandbox; does nothing for an unknown organization. */
export type Populate = (work: UnitOfWork, organization: PopulatedOrganization | undefined) => Promise<void>;

/** Files are loaded when the first sandbox needs them: a start without a request loads none. */
export const createFixtures =
  (drawSecret: DrawLinkSecret, library: FixtureLibrary = packageFixtures): Populate =>
  async (work, organization) => {
    if (organization === undefined || organization.sellers.length === 0) return;
    const casting = await castingFor(organization, library);
    if (casting === undefined) return;
    const set = await library.set(casting.set);
    try {
      await populate(work, organization, set, { ...casting, drawSecret });
    } catch (error) {
      if (error instanceof FixtureError) await complain(error);
      throw error;
    }
  };

/** The set of a persona has its name; its ids are drawn, so that two sandboxes never share one. */
const castingFor = async (
  { persona, sandbox }: PopulatedOrganization,
  library: FixtureLibrary,
): Promise<Casting | undefined> =>
  persona === undefined ? castingOf(await library.castings(), sandbox) : { set: persona, fixesIds: false };
