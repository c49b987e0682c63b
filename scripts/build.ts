// Makes dist/: the compiled sources, and our YAML files as JSON, which is read much faster.
// `--out FOLDER` makes another folder instead.
import { spawnSync } from 'node:child_process';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadYaml } from '../src/edges/files/load-yaml.ts';
import { packageFile } from '../src/edges/files/package-files.ts';
import { type PreparedFiles, createPreparedFiles } from '../src/edges/files/prepared-files.ts';
import { loadDocument } from '../src/engine/contract/load-document.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: packageFile('dist') } } });
const out = path.resolve(values.out);

const compile = (): void => {
  const compiler = packageFile('node_modules', 'typescript', 'bin', 'tsc');
  const options = ['-p', packageFile('tsconfig.build.json'), '--outDir', out];
  const { status } = spawnSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
};

/** As the server loads them (src/edges/files), one by one. */
const prepare = async (prepared: PreparedFiles): Promise<void> => {
  for (const name of ['openapi.yaml', 'admin.yaml']) await loadDocument(packageFile('spec', name), { prepared });
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

await rm(out, { recursive: true, force: true });
compile();
await prepare(createPreparedFiles([], path.join(out, 'prepared')));
