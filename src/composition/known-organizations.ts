import { type AccessEnds, createAccessEnds } from '../identity/access-ends.ts';
import { type ClientDirectory, createClientDirectory } from '../identity/client-directory.ts';
import type { Organization } from '../identity/organization.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Organizations and clients of this server. */
export interface KnownOrganizations {
  readonly clients: ClientDirectory;
  readonly accessEnds: AccessEnds;
  /**
   * The default organization: the first of the file. Undefined on a hosted server, where it would belong to a stranger.
   */
  readonly usual: Organization | undefined;
  /** Id of its first client; empty if there is none. */
  readonly usualClient: string;
  /** Organization of a sandbox; the default one if undefined. Throws for an unknown sandbox. */
  readonly ownerOf: (sandbox: string | undefined) => Organization;
}

export const trackOrganizations = (
  { organizations, clock, random }: RuntimeContext,
  sandboxes: () => Sandboxes,
): KnownOrganizations => {
  const clients = createClientDirectory({
    organizations,
    clockOf: (uuid) => sandboxes().inUse.get(uuid)?.clock ?? clock,
    random: random.split('clients'),
  });
  const [usual] = organizations;
  const findUsual = () => (usual === undefined ? undefined : clients.findBySandbox(usual.sandbox));
  return {
    clients,
    accessEnds: createAccessEnds(clients),
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
