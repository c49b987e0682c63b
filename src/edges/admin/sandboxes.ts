import type { ControlServices } from '../../control/control-services.ts';
import { toNewSandbox } from '../../control/sandboxes/managed-sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import { toShownClient } from './clients.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { toList } from './behaviour/outcomes.ts';

/** Sandboxes on a page, unless the query names another number. */
const SANDBOXES_ON_PAGE = 1000;

/**
 * Creates, lists, resets and drops sandboxes, and lets visitors in. `basePath` is that of the API: `/v1`; `visitPath` is
 * that of the console's page that opens visitor links.
 */
export const sandboxOperations = (
  { sandboxes, organizations, clients, quotasOf, visitorLinks }: ControlServices,
  { basePath, visitPath }: { readonly basePath: string; readonly visitPath: string },
) => {
  const withOrganization = (owner: Organization) => {
    const { country, sellers } = organizations.of(owner);
    const ofClients = clients.list(owner).map(toShownClient);
    return { ...sandboxes.show(owner), country, partners: sellers, clients: ofClients };
  };
  return defineBehaviours({
    createSandbox: async ({ controller, origin, body = {} }) =>
      toNewSandbox(await sandboxes.create(body, controller), { origin, basePath }),
    listSandboxes: ({ query }) => toList({ limit: SANDBOXES_ON_PAGE, ...query }, sandboxes.list),
    getSandbox: async ({ controller, path: { id } }) => {
      const owner = sandboxes.find(id, controller);
      const asker = { isOperator: controller.mayManage, calls: async () => controller.callUse() };
      const [usage, quotas] = await Promise.all([sandboxes.usageOf(owner), quotasOf(owner, asker)]);
      return { ...withOrganization(owner), usage, quotas: [...quotas] };
    },
    changeSandbox: async (call) => {
      // The sandbox is a getter, which throws on a server without sandboxes.
      const { controller, path, body } = call;
      const { id } = path;
      const { extend, ...change } = body;
      sandboxes.find(id, controller);
      if (extend === true) await sandboxes.extend(id);
      if (Object.keys(change).length > 0) await organizations.change(call.sandbox, change);
      return withOrganization(sandboxes.find(id, controller));
    },
    deleteSandbox: ({ path: { id } }) => sandboxes.drop(id),
    resetSandbox: ({ owner }) => sandboxes.reset(owner),

    createVisitorLink: async ({ body, origin }) => {
      const { link, secret } = await visitorLinks.create(body);
      return { ...link, url: `${origin}${visitPath}#${secret}` };
    },
    listVisitorLinks: ({ query }) => toList(query, visitorLinks.list),
    extendVisitorLink: ({ path: { id }, body: { expiresIn } }) => visitorLinks.extend(id, expiresIn),
    revokeVisitorLink: ({ path: { id } }) => visitorLinks.revoke(id),
  });
};
