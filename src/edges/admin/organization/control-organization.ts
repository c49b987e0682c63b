import type { OrganizationControl } from '../../../control/organization/change-organization.ts';
import type { ManagedClients } from '../../../control/organization/managed-clients.ts';
import type { Organization } from '../../../identity/organization.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';
import { toShownClient } from './manage-clients.ts';

/** Reads and changes the organization of a sandbox. */
export const organizationBehaviours = (organizations: OrganizationControl, clients: Pick<ManagedClients, 'list'>) => {
  const toShown = (organization: Organization) => {
    const { uuid, sandbox, name, country, dpaAccepted, rateLimitTier, capabilities, sellers } = organization;
    return {
      organizationUuid: uuid,
      sandbox,
      name,
      country,
      dpaAccepted,
      rateLimitTier,
      capabilities,
      sellers,
      clients: clients.list(organization).map(toShownClient),
    };
  };
  return defineBehaviours({
    showOrganization: ({ owner }) => ok(toShown(organizations.of(owner))),
    changeOrganization: async ({ sandbox, body }) => ok(toShown(await organizations.change(sandbox, body))),
  });
};
