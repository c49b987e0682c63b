import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Persona, PersonaLibrary } from '../../control/state/ready-made.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { populate } from '../../vat/fixtures/populate.ts';
import type { DrawLinkSecret } from '../../vat/invitations/invitation.ts';
import type { Fixture } from '../../vat/fixtures/fixture.ts';
import type { FixturesFile } from '../../generated/fixtures-file.ts';
import { once, getOrInsert } from '../../kernel/caches.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile, packageJson } from './package-files.ts';

// The files of the package: tests check what no schema can say of them. They do not change at runtime, and all mocks of a
// process share them; each is loaded when first needed.

/** What a sandbox starts with: a set of fixtures, or `none`. */
export interface Casting {
  readonly set: string;
  /** Fixed: those that the fixtures declare. By default, drawn. */
  readonly ids?: 'fixed' | 'drawn';
}

export const castings = once(() =>
  loadYaml<{ readonly sandboxes: Readonly<Record<string, Casting>>; readonly otherwise: Casting }>(
    packageFile('fixtures', 'sets.yaml'),
    packageJson('fixtures', 'sets.schema.json'),
  ),
);

const sets = new Map<string, Promise<readonly Fixture[]>>();

/** A set by its name: all files of its folder. */
export const fixtureSet = (name: string): Promise<readonly Fixture[]> => getOrInsert(sets, name, () => loadSet(name));

const loadSet = async (set: string): Promise<readonly Fixture[]> => {
  const folder = packageFile('fixtures', set);
  const schema = packageJson('fixtures', 'fixtures.schema.json');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const files = await Promise.all(names.map((name) => loadYaml<FixturesFile>(path.join(folder, name), schema)));
  const kinds = { buyers: 'buyer', orders: 'order', invitations: 'invitation' } as const;
  return Object.entries(kinds).flatMap(([list, kind]) =>
    files.flatMap((file) => (file[list as keyof FixturesFile] ?? []).map((one) => ({ ...one, kind }) as Fixture)),
  );
};

/** Installs the fixtures of an organization, or of its persona, in its new sandbox; does nothing for an unknown organization. */
export type Populate = (
  work: UnitOfWork,
  organization: (CallerOrganization & { readonly persona?: string | undefined }) | undefined,
) => Promise<void>;

export const createFixtures =
  (drawSecret: DrawLinkSecret): Populate =>
  async (work, organization) => {
    if (organization === undefined || organization.sellers.length === 0) return;
    const { persona, sandbox } = organization;
    const { sandboxes, otherwise } = await castings();
    const own = (Object.hasOwn(sandboxes, sandbox) ? sandboxes[sandbox] : undefined) ?? otherwise;
    // The set of a persona has its name; its ids are drawn, so that two sandboxes never share one.
    const { set, ids }: Casting = persona === undefined ? own : { set: persona };
    if (set === 'none') return;
    await populate(work, organization, await fixtureSet(set), { fixesIds: ids === 'fixed', drawSecret });
  };

const loadPersonas = async (): Promise<readonly Persona[]> => {
  const schema = packageJson('fixtures', 'personas.schema.json');
  const { personas } = await loadYaml<{ readonly personas: Readonly<Record<string, Omit<Persona, 'name'>>> }>(
    packageFile('fixtures', 'personas.yaml'),
    schema,
  );
  return Object.entries(personas).map(([name, persona]) => ({ name, ...persona }));
};

/** The personas of the package. */
export const PERSONAS: PersonaLibrary = { all: once(loadPersonas), set: fixtureSet };
