import path from 'node:path';
import type { Persona, PersonaLibrary } from '../../control/personas/personas.ts';
import { type FixtureLibrary, packageFixtures } from './load-fixtures.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile, packageJson } from './package-files.ts';

interface PersonasFile {
  readonly personas: Readonly<Record<string, Omit<Persona, 'name'>>>;
}

/** The personas of a folder of fixtures; its files are loaded when first needed. */
export const createPersonaLibrary = (
  folder = packageFile('fixtures'),
  fixtures: FixtureLibrary = packageFixtures,
): PersonaLibrary => {
  let all: Promise<readonly Persona[]> | undefined;
  return { all: () => (all ??= loadPersonas(folder)), set: fixtures.set };
};

const loadPersonas = async (folder: string): Promise<readonly Persona[]> => {
  const schema = packageJson('fixtures', 'personas.schema.json');
  const { personas } = await loadYaml<PersonasFile>(path.join(folder, 'personas.yaml'), schema);
  return Object.entries(personas).map(([name, persona]) => ({ name, ...persona }));
};
