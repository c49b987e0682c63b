import { readFile } from 'node:fs/promises';
import type { Organization } from '../../identity/organization.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile } from './package-files.ts';

export const ORGANIZATIONS_FILE = packageFile('fixtures', 'organizations.yaml');

/** The fixed identities of local mode. */
export const loadOrganizations = async (file = ORGANIZATIONS_FILE): Promise<readonly Organization[]> => {
  const schema = JSON.parse(await readFile(packageFile('fixtures', 'organizations.schema.json'), 'utf8')) as object;
  const { organizations } = await loadYaml<{ organizations: Organization[] }>(file, schema);
  return organizations;
};
