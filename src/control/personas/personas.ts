import { suggest } from '../../engine/matching/nearest.ts';
import { problem } from '../../engine/problems/problem.ts';
import { type OrganizationChange, applyChange, changeOrganization } from '../../engine/sandbox/organization-change.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { SandboxCreate } from '../../generated/control-schemas.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type Organization, type Seller, lowerTier } from '../../identity/organization.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { createRandom } from '../../kernel/random.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { FixtureSet } from '../../vat/fixtures/fixture.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';
import type { Snapshots } from '../state/snapshots.ts';
import type { States } from '../state/states.ts';
import type { Schemas } from '../../vat/api/behaviour.ts';

/** Organizations with data of their own that a sandbox can become. */
export type Personas = ReturnType<typeof createPersonas>;

export interface PersonaLibrary {
  readonly all: () => Promise<readonly Persona[]>;
  /** Its buyers and orders. */
  readonly set: (name: string) => Promise<FixtureSet>;
}

interface PersonasParts {
  readonly library: PersonaLibrary;
  readonly sandboxes: Sandboxes;
  readonly clients: ClientDirectory;
  readonly states: States;
  readonly snapshots: Snapshots;
  readonly time: SandboxTime;
  /** Plays the fixtures of the organization's persona. */
  readonly populate: (work: UnitOfWork, organization: Organization) => Promise<void>;
  /** Seed that the sandbox began with. */
  readonly seedOf: (owner: Organization) => string;
  /** Whether a tier cannot exceed the initial one. */
  readonly capsTiers: boolean;
}

/** Activations of one persona that can be undone, the latest ones. */
const MOST_UNDONE = 3;

export const createPersonas = (parts: PersonasParts) => {
  const { library, sandboxes, clients, states, snapshots, time, populate } = parts;

  const find = async (name: string): Promise<Persona> => {
    const all = await library.all();
    const persona = all.find((one) => one.name === name);
    if (persona !== undefined) return persona;
    const names = all.map((one) => one.name);
    throw problem('not-found', {
      detail: `There is no persona "${name.slice(0, 64)}": ${toSentence(suggest(name, names))}`,
    });
  };

  /** The organization becomes the persona's; its sellers' ids depend on the seed alone. */
  const fillAs = (owner: Organization, { name, organization }: Persona, seed: string) => {
    const beginning = clients.beginningOf(owner.sandbox) ?? owner;
    const { sellers, rateLimitTier, ...members } = organization;
    const random = createRandom(`${seed}/sellers`);
    const change: OrganizationChange<Organization> = {
      ...members,
      persona: name,
      dpaAccepted: true,
      rateLimitTier: parts.capsTiers ? lowerTier(rateLimitTier, beginning.rateLimitTier) : rateLimitTier,
      sellers: sellers.map((seller) => ({ ...seller, uuid: drawUuid(random) })),
    };
    return sandboxes.refill(owner, {
      seed,
      populate: async (work) => {
        changeOrganization(work, change);
        await populate(work, applyChange(beginning, change));
      },
    });
  };

  /** The first free one of a few names, or else the oldest: that it is activated again does not lose what was before. */
  const nameOfSnapshot = async (owner: Organization, persona: string): Promise<string> => {
    const names = Array.from({ length: MOST_UNDONE }, (_, index) =>
      index === 0 ? `before-${persona}` : `before-${persona}-${String(index + 1)}`,
    );
    const taken = (await snapshots.list(owner)).map(({ name }) => name).filter((name) => names.includes(name));
    return names.find((name) => !taken.includes(name)) ?? taken[0] ?? `before-${persona}`;
  };

  return {
    /** `active` is the one that the sandbox is; null if it is none. */
    list: async ({ sandbox }: Organization) => {
      const all = await library.all();
      const active = clients.findBySandbox(sandbox)?.persona;
      const data = await Promise.all(
        all.map(async (one) => toShownPersona(one, await library.set(one.name), one.name === active)),
      );
      return { data, active: data.find(({ isActive }) => isActive)?.name ?? null };
    },
    /** Makes the sandbox this persona, and keeps what it was as a snapshot. */
    activate: async (owner: Organization, name: string) => {
      const persona = await find(name);
      const { note } = await states.take(owner, await nameOfSnapshot(owner, name));
      const { sandbox, dump } = await fillAs(owner, persona, `${parts.seedOf(owner)}/${name}`);
      return {
        persona: name,
        snapshot: note.name,
        documents: Object.values(dump.collections).reduce((count, documents) => count + documents.length, 0),
        contents: Object.keys(dump.contents).length,
        clock: time.read(sandbox),
      };
    },
    /** Replaces the contents of the sandbox with those of this persona, and keeps nothing. Throws 404 with similar names. */
    fill: async (owner: Organization, name: string, seed: string): Promise<void> => {
      await fillAs(owner, await find(name), seed);
    },
    /** What a new sandbox that begins as this persona is created with; throws 404 with similar names. */
    beginningOf: async (name: string): Promise<SandboxCreate> => {
      const { organization } = await find(name);
      const { country: _country, ...members } = organization;
      return { ...members, persona: name };
    },
  };
};

/** A persona as it is listed, with what it has. */
const toShownPersona = (
  { name, title, about, kycMode, organization }: Persona,
  { buyers, orders }: FixtureSet,
  isActive: boolean,
) => ({
  name,
  title,
  about,
  kycMode,
  organization: organization.name,
  sellers: organization.sellers,
  rateLimitTier: organization.rateLimitTier,
  capabilities: organization.capabilities,
  countries: [
    ...new Set([
      ...organization.sellers.map(({ country }) => country),
      ...buyers.map(({ address }) => address.country),
    ]),
  ].sort(),
  counts: {
    buyers: buyers.length,
    orders: orders.length,
    vehicles: orders.reduce((count, { vins }) => count + vins.length, 0),
    verdicts: orders.filter(({ decision }) => decision !== undefined).length,
  },
  isActive,
});

/** Who a sandbox belongs to in a demonstration. Its buyers and orders are the fixture set of its name. */
export interface Persona {
  readonly name: string;
  /** For display. */
  readonly title: string;
  /** What it does, in one sentence. */
  readonly about: string;
  /** KYC mode of its buyers. */
  readonly kycMode: Schemas['KycMode'];
  readonly organization: Pick<Organization, 'name' | 'country' | 'rateLimitTier' | 'capabilities'> & {
    readonly sellers: readonly Omit<Seller, 'uuid'>[];
  };
}
