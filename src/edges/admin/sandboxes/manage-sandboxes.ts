import type { ManagedSandboxes } from '../../../control/sandboxes/managed-sandboxes.ts';
import { toNewSandbox } from '../../../control/sandboxes/new-sandbox.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { toListOutcome } from '../parameters/list-page.ts';
import { NOT_STORED, NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

/** Sandboxes on a page, unless the query names another number. */
const LIMIT = 1000;

/** Creates, lists, resets and drops sandboxes. `basePath` is that of the API: `/v1`. */
export const sandboxBehaviours = (sandboxes: ManagedSandboxes, basePath: string) =>
  defineBehaviours({
    createSandbox: async ({ controller, origin, body = {} }) => {
      const sandbox = toNewSandbox(await sandboxes.create(body, controller), { origin, basePath });
      return {
        status: 201,
        headers: { ...NOT_STORED, location: `${origin}/__admin/sandboxes/${sandbox.id}` },
        body: sandbox,
      };
    },
    listSandboxes: async ({ query: { limit = LIMIT, page = 0 } }) => {
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
  });
