import type { ManagedSandboxes, NewSandboxWish } from '../../../control/sandboxes/managed-sandboxes.ts';
import { toNewSandbox } from '../../../control/sandboxes/new-sandbox.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { jsonContent } from '../../../kernel/http.ts';
import { controllerOf } from '../access/controller.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

/** Sandboxes: created, listed, emptied, dropped. `basePath` is that of the API: `/v1`. */
export const sandboxBehaviours = (sandboxes: ManagedSandboxes, basePath: string): Behaviours => ({
  createSandbox: async (exchange) => {
    const { origin } = exchange.request;
    const wish = (exchange.input.body ?? {}) as NewSandboxWish;
    const sandbox = toNewSandbox(await sandboxes.create(wish, controllerOf(exchange)), { origin, basePath });
    return {
      status: 201,
      headers: { 'cache-control': 'no-store', location: `${origin}/__admin/sandboxes/${sandbox.id}` },
      content: jsonContent(sandbox),
    };
  },
  listSandboxes: () => ({ status: 200, headers: {}, content: jsonContent({ data: sandboxes.list() }) }),
  getSandbox: async (exchange) => {
    const { id = '' } = exchange.pathParameters;
    const shown = await sandboxes.show(id, controllerOf(exchange));
    return { status: 200, headers: {}, content: jsonContent(shown) };
  },
  deleteSandbox: async ({ pathParameters }) => {
    await sandboxes.drop(pathParameters['id'] ?? '');
    return { status: 204, headers: {} };
  },
  resetSandbox: async (exchange) => {
    sandboxOf(exchange);
    await sandboxes.reset(ownerOf(exchange));
    return { status: 204, headers: {} };
  },
});
