import type { ControlServices } from '../../control/control-services.ts';
import { toNewSandbox } from '../../control/sandboxes/managed-sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import { toShownClient } from './clients.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { listOutcome, NO_CONTENT, NOT_STORED, ok } from './behaviour/outcomes.ts';

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
  const withOrganization = (sandbox: ReturnType<typeof sandboxes.show>, owner: Organization) => {
    const { country, sellers } = organizations.of(owner);
    return { ...sandbox, country, partners: sellers, clients: clients.list(owner).map(toShownClient) };
  };
  return defineBehaviours({
    createSandbox: async ({ controller, origin, body = {} }) => {
      const sandbox = toNewSandbox(await sandboxes.create(body, controller), { origin, basePath });
      return {
        status: 201,
        headers: { ...NOT_STORED, location: `${origin}/__admin/sandboxes/${sandbox.id}` },
        body: sandbox,
      };
    },
    listSandboxes: ({ query }) => listOutcome({ limit: SANDBOXES_ON_PAGE, ...query }, sandboxes.list),
    getSandbox: async ({ controller, path: { id } }) => {
      const owner = sandboxes.find(id, controller);
      const asker = { isOperator: controller.mayManage, calls: async () => controller.callUse() };
      const [usage, quotas] = await Promise.all([sandboxes.usageOf(owner), quotasOf(owner, asker)]);
      return ok({ ...withOrganization(sandboxes.show(owner), owner), usage, quotas: [...quotas] });
    },
    changeSandbox: async (call) => {
      // The sandbox is a getter, which throws on a server without sandboxes.
      const { controller, path, body } = call;
      const { id } = path;
      const { extend, ...change } = body;
      const owner = sandboxes.find(id, controller);
      if (extend === true) await sandboxes.extend(id);
      if (Object.keys(change).length > 0) await organizations.change(call.sandbox, change);
      return ok(withOrganization(sandboxes.show(sandboxes.find(id, controller)), owner));
    },
    deleteSandbox: async ({ path: { id } }) => {
      await sandboxes.drop(id);
      return NO_CONTENT;
    },
    resetSandbox: async ({ owner }) => {
      await sandboxes.reset(owner);
      return NO_CONTENT;
    },

    createVisitorLink: async ({ body, origin }) => {
      const { link, secret } = await visitorLinks.create(body);
      return {
        status: 201,
        headers: { ...NOT_STORED, location: `${origin}/__admin/visitor-links/${link.id}` },
        body: { ...link, url: `${origin}${visitPath}#${secret}` },
      };
    },
    listVisitorLinks: ({ query }) => listOutcome(query, visitorLinks.list),
    extendVisitorLink: async ({ path: { id }, body: { expiresIn } }) => ok(await visitorLinks.extend(id, expiresIn)),
    revokeVisitorLink: async ({ path: { id } }) => {
      await visitorLinks.revoke(id);
      return NO_CONTENT;
    },
  });
};
