import type { Assumption, AssumptionsFile } from '../../generated/assumptions-file.ts';
import { once } from '../../kernel/caches.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile, packageJson } from './package-files.ts';
import type { PreparedFiles } from './prepared-files.ts';

/** What the description leaves open, and the alternatives; shared by all servers of a process. */
export const loadAssumptions = once(() => readAssumptions());

export const readAssumptions = async (prepared?: PreparedFiles): Promise<readonly Assumption[]> => {
  const schema = packageJson('spec', 'assumptions.schema.json');
  const file = packageFile('spec', 'assumptions.yaml');
  const listed = await loadYaml<AssumptionsFile>(file, schema, undefined, prepared);
  return listed.assumptions;
};
