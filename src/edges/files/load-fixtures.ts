import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Persona, PersonaLibrary } from '../../control/state/ready-made.ts';
import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { FixtureError, populate } from '../../vat/fixtures/populate.ts';
import type { DrawLinkSecret } from '../../vat/invitations/invitation.ts';
import { type FixtureDiagnostic, findDiagnostics, type FixtureSet, type Origin } from '../../vat/fixtures/fixture.ts';
import type { FixturesFile } from '../../generated/fixtures-file.ts';
import { once } from '../../kernel/caches.ts';
import { FileError, type FileFault, wholeFileError } from '../../kernel/file-error.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile, packageJson } from './package-files.ts';

/** Fixtures of a sandbox, and whether their declared ids are used. */
export interface Casting {
  readonly set: string;
  readonly fixesIds: boolean;
}

export type FixtureLibrary = ReturnType<typeof createFixtureLibrary>;

/** A folder of fixtures; each file is loaded when first needed. */
export const createFixtureLibrary = (folder: string) => {
  const sets = new Map<string, Promise<FixtureSet>>();
  return {
    castings: once(() => loadCastings(folder)),
    set: (name: string) => getOrInsert(sets, name, () => loadFixtureSet(path.join(folder, name))),
  };
};

/** The files of the package do not change at runtime: all mocks of a process share them. */
export const packageFixtures = createFixtureLibrary(packageFile('fixtures'));

/** Assigns fixture sets to sandboxes. */
const loadCastings = async (folder: string) => {
  const schema = packageJson('fixtures', 'sets.schema.json');
  const { sandboxes, otherwise } = await loadYaml<{
    readonly sandboxes: Readonly<Record<string, SetChoice>>;
    readonly otherwise: SetChoice;
  }>(path.join(folder, 'sets.yaml'), schema);
  return {
    /** By sandbox name; undefined for a sandbox that starts empty. */
    named: new Map(Object.entries(sandboxes).map(([sandbox, choice]) => [sandbox, toCasting(choice)])),
    otherwise: toCasting(otherwise),
  };
};

interface SetChoice {
  readonly set: string;
  readonly ids?: 'fixed' | 'drawn';
}

const toCasting = ({ set, ids }: SetChoice): Casting | undefined =>
  set === 'none' ? undefined : { set, fixesIds: ids === 'fixed' };

/** All files of a set: each is validated on its own, then all of them together. */
const loadFixtureSet = async (folder: string): Promise<FixtureSet> => {
  const schema = packageJson('fixtures', 'fixtures.schema.json');
  const names = await readdir(folder).catch(() => {
    throw wholeFileError(folder, 'no such folder');
  });
  const faults: FileFault[] = [];
  const parts: FixtureSet[] = [];
  for (const name of names.filter((one) => one.endsWith('.yaml')).sort())
    try {
      const file = path.join(folder, name);
      parts.push(toFixtures(file, await loadYaml<FixturesFile>(file, schema)));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      faults.push(...error.faults);
    }
  if (faults.length > 0) throw new FileError(faults);
  const fixtures = joinSets(parts);
  const [diagnostic, ...others] = findDiagnostics(fixtures);
  if (diagnostic !== undefined) await complain(diagnostic, others);
  return fixtures;
};

export const joinSets = (sets: readonly FixtureSet[]): FixtureSet => ({
  buyers: sets.flatMap(({ buyers }) => buyers),
  orders: sets.flatMap(({ orders }) => orders),
  invitations: sets.flatMap(({ invitations }) => invitations),
});

const toFixtures = (file: string, content: FixturesFile): FixtureSet => {
  const declared = <T>(key: keyof FixturesFile, fixtures: readonly T[] = []): (T & { readonly origin: Origin })[] =>
    fixtures.map((fixture, index) => ({ ...fixture, origin: { file, path: [key, index] } }));
  return {
    buyers: declared('buyers', content.buyers),
    orders: declared('orders', content.orders),
    invitations: [
      ...declared('kycInvitations', content.kycInvitations).map((each) => ({ ...each, kind: 'KYC' as const })),
      ...declared('prospectInvitations', content.prospectInvitations).map((each) => ({
        ...each,
        kind: 'PROSPECT' as const,
      })),
    ],
  };
};

/** Throws the faults of a file, with line and column of each diagnostic. */
const complain = async (diagnostic: FixtureDiagnostic, others: readonly FixtureDiagnostic[] = []): Promise<never> => {
  const { file } = diagnostic.origin;
  const diagnostics = [diagnostic, ...others.filter(({ origin }) => origin.file === file)];
  await loadYaml(file, {}, () => diagnostics.map(({ origin, message }) => ({ path: origin.path, message })));
  throw new Error(`${file} has changed while it was read`);
};

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
): Promise<Casting | undefined> => {
  if (persona !== undefined) return { set: persona, fixesIds: false };
  const { named, otherwise } = await library.castings();
  return named.has(sandbox) ? named.get(sandbox) : otherwise;
};

const loadPersonas = async (): Promise<readonly Persona[]> => {
  const schema = packageJson('fixtures', 'personas.schema.json');
  const { personas } = await loadYaml<{ readonly personas: Readonly<Record<string, Omit<Persona, 'name'>>> }>(
    packageFile('fixtures', 'personas.yaml'),
    schema,
  );
  return Object.entries(personas).map(([name, persona]) => ({ name, ...persona }));
};

/** The personas of the package; its files are loaded when first needed. */
export const PERSONAS: PersonaLibrary = { all: once(loadPersonas), set: packageFixtures.set };
