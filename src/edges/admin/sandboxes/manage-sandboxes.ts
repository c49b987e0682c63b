import type { ManagedSandboxes } from '../../../control/sandboxes/managed-sandboxes.ts';
import { toNewSandbox } from '../../../control/sandboxes/new-sandbox.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

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
    listSandboxes: () => ok({ data: sandboxes.list() }),
    getSandbox: async ({ controller, path: { id } }) => ok(await sandboxes.show(id, controller)),
    deleteSandbox: async ({ path: { id } }) => {
      await sandboxes.drop(id);
      return NO_CONTENT;
    },
    resetSandbox: async ({ owner }) => {
      await sandboxes.reset(owner);
      return NO_CONTENT;
    },
  });
