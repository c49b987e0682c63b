import { readFile } from 'node:fs/promises';
import type { Assumption } from '../../engine/assumptions/assumption.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile } from './package-files.ts';
import type { PreparedFiles } from './prepared-files.ts';

/** Loads what the description leaves open, and the alternatives. */
export const loadAssumptions = async (prepared?: PreparedFiles): Promise<readonly Assumption[]> => {
  const schema = JSON.parse(await readFile(packageFile('spec', 'assumptions.schema.json'), 'utf8')) as object;
  const file = packageFile('spec', 'assumptions.yaml');
  const listed = await loadYaml<{ readonly assumptions: readonly Assumption[] }>(file, schema, undefined, prepared);
  return listed.assumptions;
};
