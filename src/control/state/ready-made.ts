import { applyChange, changeOrganization } from '../../engine/sandbox/organization-change.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { Import, Persona as ShownPersona, Snapshot } from '../../generated/control-schemas.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type Organization, type Seller, lowerTier } from '../../identity/organization.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { createRandom } from '../../kernel/random.ts';
import type { Fixture } from '../../vat/fixtures/fixture.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';

/** Whose sandbox it is in a demonstration. Its buyers and orders are the fixture set of its name. */
export interface Persona extends Pick<ShownPersona, 'title' | 'about' | 'kycMode'> {
  readonly name: string;
  readonly organization: Pick<Organization, 'name' | 'country' | 'rateLimitTier' | 'capabilities'> & {
    readonly sellers: readonly Omit<Seller, 'uuid'>[];
  };
}

export interface PersonaLibrary {
  readonly all: () => Promise<readonly Persona[]>;
  /** Its buyers and orders. */
  readonly set: (name: string) => Promise<readonly Fixture[]>;
}

/** Snapshots that every sandbox has from the start: each is a persona with its data, made anew when it is restored. */
export type ReadyMade = ReturnType<typeof createReadyMade>;

export const createReadyMade = (parts: {
  readonly library: PersonaLibrary;
  readonly sandboxes: Sandboxes;
  readonly clients: ClientDirectory;
  readonly time: SandboxTime;
  /** Plays the fixtures of the organization's persona. */
  readonly populate: (work: UnitOfWork, organization: Organization) => Promise<void>;
  /** Seed that the sandbox began with. */
  readonly seedOf: (owner: Organization) => string;
  /** Whether a tier cannot exceed the initial one. */
  readonly capsTiers: boolean;
}) => {
  const { library, sandboxes, clients, time, populate } = parts;

  const find = async (name: string): Promise<Persona | undefined> =>
    (await library.all()).find((one) => one.name === name);

  /** The organization becomes the persona's; its sellers' ids depend on the seed alone. The clock goes on. */
  const place = async (owner: Organization, { name, organization }: Persona, seed: string): Promise<Import> => {
    const beginning = clients.beginningOf(owner.sandbox) ?? owner;
    const { sellers, rateLimitTier, ...members } = organization;
    const random = createRandom(`${seed}/sellers`);
    const change = {
      ...members,
      persona: name,
      dpaAccepted: true,
      rateLimitTier: parts.capsTiers ? lowerTier(rateLimitTier, beginning.rateLimitTier) : rateLimitTier,
      sellers: sellers.map((seller) => ({ ...seller, uuid: drawUuid(random) })),
    };
    const { sandbox, dump } = await sandboxes.refill(owner, {
      seed,
      populate: async (work) => {
        changeOrganization(work, change);
        await populate(work, applyChange(beginning, change));
      },
    });
    return {
      documents: Object.values(dump.collections).reduce((count, documents) => count + documents.length, 0),
      contents: Object.keys(dump.contents).length,
      clock: time.read(sandbox),
    };
  };

  return {
    list: async ({ sandbox }: Organization): Promise<readonly Snapshot[]> => {
      const active = clients.findBySandbox(sandbox)?.persona;
      const all = await library.all();
      return Promise.all(all.map(async (one) => toShown(one, await library.set(one.name), one.name === active)));
    },
    /** Replaces the contents of the sandbox; undefined if there is no such snapshot. */
    restore: async (owner: Organization, name: string, seed = `${parts.seedOf(owner)}/${name}`) => {
      const persona = await find(name);
      return persona && place(owner, persona, seed);
    },
    /** The organization of a new sandbox that begins with it; undefined if there is no such snapshot. */
    beginningOf: async (name: string) => {
      const persona = await find(name);
      if (persona === undefined) return undefined;
      const { country: _country, ...members } = persona.organization;
      return { ...members, persona: name };
    },
  };
};

const toShown = (
  { name, title, about, kycMode, organization }: Persona,
  fixtures: readonly Fixture[],
  isActive: boolean,
): Snapshot => ({
  name,
  takenAt: null,
  clock: null,
  documents: null,
  contents: null,
  bytes: null,
  persona: {
    title,
    about,
    kycMode,
    isActive,
    organization: organization.name,
    countries: [
      ...new Set([
        ...organization.sellers.map(({ country }) => country),
        ...fixtures.flatMap((one) => (one.kind === 'buyer' ? one.address.country : [])),
      ]),
    ].sort(),
    counts: {
      buyers: fixtures.filter(({ kind }) => kind === 'buyer').length,
      orders: fixtures.filter(({ kind }) => kind === 'order').length,
      vehicles: fixtures.flatMap((one) => (one.kind === 'order' ? one.vins : [])).length,
      verdicts: fixtures.filter((one) => 'decision' in one).length,
    },
  },
});
