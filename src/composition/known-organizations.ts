import { createAccessEnds } from '../identity/access-ends.ts';
import { createClientDirectory } from '../identity/client-directory.ts';
import type { Organization } from '../identity/organization.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import type { RuntimeContext } from './runtime-context.ts';

export type KnownOrganizations = ReturnType<typeof trackOrganizations>;

/** Organizations and clients of this server. */
export const trackOrganizations = (
  { organizations, clock, random, isHosted }: RuntimeContext,
  sandboxes: () => Sandboxes,
) => {
  const clients = createClientDirectory({
    organizations,
    clockOf: (uuid) => sandboxes().inUse.get(uuid)?.clock ?? clock,
    random: random.split('clients'),
    capsTiers: isHosted,
  });
  const [usual] = organizations;
  const findUsual = () => (usual === undefined ? undefined : clients.findBySandbox(usual.sandbox));
  return {
    clients,
    accessEnds: createAccessEnds(clients),
    /** The default organization: the first of the file. Undefined on a hosted server, where it would belong to a stranger. */
    get usual() {
      return findUsual();
    },
    /** Id of its first client; empty if there is none. */
    usualClient: organizations[0]?.clients[0]?.clientId ?? '',
    /** Organization of a sandbox; the default one if undefined. Throws for an unknown sandbox. */
    ownerOf: (sandbox: string | undefined): Organization => {
      const owner = sandbox === undefined ? findUsual() : clients.findBySandbox(sandbox);
      if (owner === undefined) throw new Error(`no sandbox ${sandbox === undefined ? 'of its own' : `"${sandbox}"`}`);
      return owner;
    },
  };
};
