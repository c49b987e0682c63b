import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { loadAssumptions } from '../../src/edges/files/load-assumptions.ts';
import { loadYaml } from '../../src/edges/files/load-yaml.ts';
import { packageFile } from '../../src/edges/files/package-files.ts';
import type { PreparedFiles } from '../../src/edges/files/prepared-files.ts';
import { loadAsyncApi } from '../../src/engine/contract/load-asyncapi.ts';
import { loadDocument } from '../../src/engine/contract/load-document.ts';

/** As the server loads them (src/edges/files), one by one. */
export const prepareFiles = async (prepared: PreparedFiles): Promise<void> => {
  await loadAssumptions(prepared);
  for (const name of ['openapi.yaml', 'admin.yaml']) await loadDocument(packageFile('spec', name), { prepared });
  await loadAsyncApi(packageFile('spec', 'asyncapi.yaml'), { prepared });
  const load = async (file: string, schemaName: string): Promise<void> => {
    const schema = JSON.parse(await readFile(packageFile('fixtures', schemaName), 'utf8')) as object;
    await loadYaml(packageFile('fixtures', file), schema, undefined, prepared);
  };
  await load('organizations.yaml', 'organizations.schema.json');
  await load('sets.yaml', 'sets.schema.json');
  const files = await readdir(packageFile('fixtures'), { recursive: true });
  for (const file of files.filter((name) => path.dirname(name) !== '.' && name.endsWith('.yaml')))
    await load(file, 'fixtures.schema.json');
};
