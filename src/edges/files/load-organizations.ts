import type { Organization } from '../../identity/organization.ts';
import { once } from '../../kernel/caches.ts';
import { loadYaml } from './load-yaml.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { packageFile, packageJson } from './package-files.ts';

export const ORGANIZATIONS_FILE = packageFile('fixtures', 'organizations.yaml');

/** The fixed identities of local mode: those of the package, which all servers of a process share, or of a file in the same format. */
export const loadOrganizations = (file?: string): Promise<readonly Organization[]> =>
  file === undefined ? loadOwn() : read(file);

const loadOwn = once(() => read(ORGANIZATIONS_FILE));

const read = async (file: string): Promise<readonly Organization[]> => {
  const schema = packageJson('fixtures', 'organizations.schema.json');
  const { organizations } = await loadYaml<OrganizationsFile>(file, schema, findDoubles);
  return organizations.map((organization) => ({ ...organization, sandbox: organization.sandbox ?? organization.uuid }));
};

interface OrganizationsFile {
  readonly organizations: readonly (Omit<Organization, 'sandbox'> & { readonly sandbox?: string })[];
}

/** "Each client belongs to exactly one IntegrationOrganization." */
const findDoubles = ({ organizations }: OrganizationsFile): PathDiagnostic[] => {
  const diagnostics: PathDiagnostic[] = [];
  const seen = new Set<string>();
  const check = (what: string, id: string, path: PathDiagnostic['path']): void => {
    if (seen.has(id)) diagnostics.push({ path, message: `${what} ${id} stands twice` });
    seen.add(id);
  };
  for (const [index, { uuid, sandbox, clients }] of organizations.entries()) {
    const organization = ['organizations', index];
    check('organization', uuid, [...organization, 'uuid']);
    if (sandbox !== undefined) check('sandbox', sandbox, [...organization, 'sandbox']);
    for (const [place, { clientId }] of clients.entries())
      check('client', clientId, [...organization, 'clients', place, 'clientId']);
  }
  return diagnostics;
};
