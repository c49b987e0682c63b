import { type ClientDirectory, createClientDirectory } from '../identity/client-directory.ts';
import type { Organization } from '../identity/organization.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { LazyRef } from './lazy-ref.ts';

/** Who uses this server. */
export interface KnownOrganizations {
  readonly clients: ClientDirectory;
  /** The one that is meant where none is named: the first of the file. Undefined where that would be a stranger's. */
  readonly usual: Organization | undefined;
  /** Of its clients, the first; an empty text where there is none. */
  readonly usualClient: string;
  /** Of a sandbox, for a program, which may leave out the name; throws where nobody has it. */
  readonly ownerOf: (sandbox: string | undefined) => Organization;
}

export const knowOrganizations = (
  { organizations, isForeign, clock, random }: RuntimeContext,
  { sandboxes }: { readonly sandboxes: LazyRef<Sandboxes> },
): KnownOrganizations => {
  const own = isForeign ? [] : organizations;
  const clients = createClientDirectory({
    organizations: own,
    clockOf: (uuid) => sandboxes.get().inUse.get(uuid)?.clock ?? clock,
    random: random.split('clients'),
  });
  const usual = own[0];
  const findUsual = () => (usual === undefined ? undefined : clients.findBySandbox(usual.sandbox));
  return {
    clients,
    get usual() {
      return findUsual();
    },
    usualClient: organizations[0]?.clients[0]?.clientId ?? '',
    ownerOf: (sandbox) => {
      const owner = sandbox === undefined ? findUsual() : clients.findBySandbox(sandbox);
      if (owner === undefined) throw new Error(`no sandbox ${sandbox === undefined ? 'of its own' : `"${sandbox}"`}`);
      return owner;
    },
  };
};
