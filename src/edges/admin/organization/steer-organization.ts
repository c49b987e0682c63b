import type { OrganizationControl, OrganizationWish } from '../../../control/organization/change-organization.ts';
import type { ManagedClients } from '../../../control/organization/managed-clients.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import type { Organization } from '../../../identity/organization.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';
import { toShownClient } from './manage-clients.ts';

/** The organization of a sandbox: shown, and changed. */
export const organizationBehaviours = (
  organizations: OrganizationControl,
  clients: Pick<ManagedClients, 'list'>,
): Behaviours => {
  const reply = (organization: Organization): Reply => {
    const { uuid, sandbox, name, country, dpaAccepted, rateLimitTier, capabilities, sellers } = organization;
    return {
      status: 200,
      headers: {},
      content: jsonContent({
        organizationUuid: uuid,
        sandbox,
        name,
        country,
        dpaAccepted,
        rateLimitTier,
        capabilities,
        sellers,
        clients: clients.list(organization).map(toShownClient),
      }),
    };
  };
  return {
    showOrganization: (exchange) => reply(organizations.of(ownerOf(exchange))),
    changeOrganization: async (exchange) =>
      reply(await organizations.change(sandboxOf(exchange), exchange.input.body as OrganizationWish)),
  };
};
