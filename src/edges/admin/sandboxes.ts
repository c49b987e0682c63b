import type { ControlServices } from '../../control/control-services.ts';
import { toNewSandbox } from '../../control/sandboxes/managed-sandboxes.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok, readWanted, toListOutcome } from './behaviour/outcomes.ts';

/** Sandboxes on a page, unless the query names another number. */
const SANDBOXES_ON_PAGE = 1000;

/**
 * Creates, lists, resets and drops sandboxes, and lets visitors in. `basePath` is that of the API: `/v1`; `visitPath` is
 * that of the console's page that opens visitor links.
 */
export const sandboxOperations = (
  { sandboxes, quotasOf, visitorLinks }: Pick<ControlServices, 'sandboxes' | 'quotasOf' | 'visitorLinks'>,
  { basePath, visitPath }: { readonly basePath: string; readonly visitPath: string },
) =>
  defineBehaviours({
    createSandbox: async ({ controller, origin, body = {} }) => {
      const sandbox = toNewSandbox(await sandboxes.create(body, controller), { origin, basePath });
      return {
        status: 201,
        headers: { ...NOT_STORED, location: `${origin}/__admin/sandboxes/${sandbox.id}` },
        body: sandbox,
      };
    },
    listSandboxes: async ({ query: { limit = SANDBOXES_ON_PAGE, page = 0 } }) => {
      const { data, total } = await sandboxes.list(page, limit);
      return toListOutcome(data, { limit, page }, total);
    },
    getSandbox: async ({ controller, path: { id } }) => ok(await sandboxes.show(id, controller)),
    keepSandbox: async ({ controller, path: { id } }) => ok(await sandboxes.keep(id, controller)),
    deleteSandbox: async ({ path: { id } }) => {
      await sandboxes.drop(id);
      return NO_CONTENT;
    },
    resetSandbox: async ({ owner }) => {
      await sandboxes.reset(owner);
      return NO_CONTENT;
    },

    getQuotas: async ({ owner, sandbox, controller: { callUse, mayManage } }) =>
      ok({ data: [...(await quotasOf(owner, sandbox, { isOperator: mayManage, calls: async () => callUse() }))] }),

    createVisitorLink: async ({ body, origin }) => {
      const { link, secret } = await visitorLinks.create(body);
      return {
        status: 201,
        headers: { ...NOT_STORED, location: `${origin}/__admin/visitor-links/${link.id}` },
        body: { ...link, url: `${origin}${visitPath}#${secret}` },
      };
    },
    listVisitorLinks: async ({ query }) => {
      const wanted = readWanted(query);
      const { data, total } = await visitorLinks.list(wanted.page, wanted.limit);
      return toListOutcome(data, wanted, total);
    },
    extendVisitorLink: async ({ path: { id }, body: { expiresIn } }) => ok(await visitorLinks.extend(id, expiresIn)),
    revokeVisitorLink: async ({ path: { id } }) => {
      await visitorLinks.revoke(id);
      return NO_CONTENT;
    },
  });
