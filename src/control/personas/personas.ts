import { suggest } from '../../engine/matching/nearest.ts';
import { problem } from '../../engine/problems/problem.ts';
import { type OrganizationChange, applyChange, changeOrganization } from '../../engine/sandbox/organization-change.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type Organization, lowerTier, type Seller } from '../../identity/organization.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { createRandom } from '../../kernel/random.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { FixtureSet } from '../../vat/fixtures/fixture.ts';
import type { ClockReading, SandboxTime } from '../clock/sandbox-time.ts';
import type { SandboxOptions } from '../sandboxes/make-sandbox.ts';
import type { Snapshots } from '../state/snapshots.ts';
import type { Schemas } from '../../vat/api/behaviour.ts';

/** What a sandbox has become. */
export interface PersonaActivation {
  readonly persona: string;
  /** Name of the snapshot of what the sandbox was. */
  readonly snapshot: string;
  readonly documents: number;
  readonly contents: number;
  readonly clock: ClockReading;
}

/** Organizations with data of their own that a sandbox can become. */
export interface Personas {
  /** `active` is the one that the sandbox is; null if it is none. */
  readonly list: (
    owner: Organization,
  ) => Promise<{ readonly data: readonly ShownPersona[]; readonly active: string | null }>;
  /** Makes the sandbox this persona, and keeps what it was as a snapshot. */
  readonly activate: (owner: Organization, name: string) => Promise<PersonaActivation>;
  /** Replaces the contents of the sandbox with those of this persona, and keeps nothing. Throws 404 with similar names. */
  readonly fill: (owner: Organization, name: string, seed: string) => Promise<Filled>;
  /** What a new sandbox that begins as this persona is created with; throws 404 with similar names. */
  readonly beginningOf: (name: string) => Promise<SandboxOptions>;
}

type Filled = Awaited<ReturnType<PersonasParts['sandboxes']['refill']>>;

export interface PersonaLibrary {
  readonly all: () => Promise<readonly Persona[]>;
  /** Its buyers and orders. */
  readonly set: (name: string) => Promise<FixtureSet>;
}

interface PersonasParts {
  readonly library: PersonaLibrary;
  readonly sandboxes: Pick<Sandboxes, 'refill'>;
  readonly clients: Pick<ClientDirectory, 'beginningOf' | 'findBySandbox'>;
  readonly snapshots: Pick<Snapshots, 'list' | 'take'>;
  readonly time: Pick<SandboxTime, 'read'>;
  /** Plays the fixtures of the organization's persona. */
  readonly populate: (work: UnitOfWork, organization: Organization) => Promise<void>;
  /** Seed that the sandbox began with. */
  readonly seedOf: (owner: Organization) => string;
  /** Whether a tier cannot exceed the initial one. */
  readonly capsTiers: boolean;
}

/** Activations of one persona that can be undone, the latest ones. */
const MOST_UNDONE = 3;

export const createPersonas = (parts: PersonasParts): Personas => {
  const { library, sandboxes, clients, snapshots, time, populate } = parts;

  const find = async (name: string): Promise<Persona> => {
    const all = await library.all();
    const persona = all.find((one) => one.name === name);
    if (persona !== undefined) return persona;
    const names = all.map((one) => one.name);
    throw problem('not-found', {
      detail: `There is no persona "${name.slice(0, 64)}": ${toSentence(suggest(name, names))}`,
    });
  };

  /** The organization as the persona has it; its sellers' ids depend on the seed alone. */
  const changeTo = (
    { name, organization: { sellers, rateLimitTier, ...members } }: Persona,
    beginning: Organization,
    seed: string,
  ): OrganizationChange<Organization> => {
    const random = createRandom(`${seed}/sellers`);
    return {
      ...members,
      persona: name,
      dpaAccepted: true,
      rateLimitTier: parts.capsTiers ? lowerTier(rateLimitTier, beginning.rateLimitTier) : rateLimitTier,
      sellers: sellers.map((seller) => ({ ...seller, uuid: drawUuid(random) })),
    };
  };

  const fillAs = (owner: Organization, persona: Persona, seed: string): Promise<Filled> => {
    const beginning = clients.beginningOf(owner.sandbox) ?? owner;
    const change = changeTo(persona, beginning, seed);
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
    list: async ({ sandbox }) => {
      const all = await library.all();
      const active = clients.findBySandbox(sandbox)?.persona;
      const data = await Promise.all(
        all.map(async (one) => toShownPersona(one, await library.set(one.name), one.name === active)),
      );
      return { data, active: data.find(({ isActive }) => isActive)?.name ?? null };
    },
    activate: async (owner, name) => {
      const persona = await find(name);
      const { note } = await snapshots.take(owner, await nameOfSnapshot(owner, name));
      const { sandbox, dump } = await fillAs(owner, persona, `${parts.seedOf(owner)}/${name}`);
      return {
        persona: name,
        snapshot: note.name,
        documents: Object.values(dump.collections).reduce((count, documents) => count + documents.length, 0),
        contents: Object.keys(dump.contents).length,
        clock: time.read(sandbox),
      };
    },
    fill: async (owner, name, seed) => fillAs(owner, await find(name), seed),
    beginningOf: async (name) => {
      const { organization } = await find(name);
      const { name: company, country: _country, ...members } = organization;
      return { ...members, name: company, persona: name };
    },
  };
};

type ShownPersona = ReturnType<typeof toShownPersona>;

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
