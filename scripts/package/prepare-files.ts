import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { loadYaml } from '../../src/edges/files/load-yaml.ts';
import { packageFile, packageJson } from '../../src/edges/files/package-files.ts';
import type { PreparedFiles } from '../../src/edges/files/prepared-files.ts';
import { checkStructure } from '../../src/engine/contract/check-structure.ts';
import { loadDocument, parseDescription } from '../../src/engine/contract/load-document.ts';

/** What a start does not look at again is held against the schema of OpenAPI here. */
const prepareDescription = async (file: string, prepared: PreparedFiles): Promise<void> => {
  const [fault] = await checkStructure(file);
  if (fault !== undefined) throw new Error(`${file} is no OpenAPI: ${fault.message} (at ${fault.pointer})`);
  await loadDocument(file, { prepared });
};

/** As the server loads them (src/edges/files), one by one. */
export const prepareFiles = async (prepared: PreparedFiles): Promise<void> => {
  const schemaOfAssumptions = packageJson('spec', 'assumptions.schema.json');
  await loadYaml(packageFile('spec', 'assumptions.yaml'), schemaOfAssumptions, undefined, prepared);
  for (const name of ['openapi.yaml', 'admin.yaml']) await prepareDescription(packageFile('spec', name), prepared);
  await parseDescription(packageFile('spec', 'asyncapi.yaml'), { prepared });
  const load = async (file: string, schemaName: string): Promise<void> => {
    const schema = JSON.parse(await readFile(packageFile('fixtures', schemaName), 'utf8')) as object;
    await loadYaml(packageFile('fixtures', file), schema, undefined, prepared);
  };
  await load('organizations.yaml', 'organizations.schema.json');
  await load('sets.yaml', 'sets.schema.json');
  await load('personas.yaml', 'personas.schema.json');
  const files = await readdir(packageFile('fixtures'), { recursive: true });
  for (const file of files.filter((name) => path.dirname(name) !== '.' && name.endsWith('.yaml')))
    await load(file, 'fixtures.schema.json');
};
