import { once } from '../kernel/caches.ts';
import type { ConsoleAccess } from './console-access.ts';
import type { ConsoleRoutes, ConsoleRoutesParts } from './console-routes.ts';
import type { RuntimeContext } from './runtime-context.ts';

type ConsoleParts = Omit<ConsoleRoutesParts, 'access'> & { readonly access: ConsoleAccess | undefined };

/** The browser console; undefined if the setting switches it off. */
export const openConsole = (runtime: RuntimeContext, { access, ...parts }: ConsoleParts): ConsoleRoutes | undefined => {
  if (access === undefined) return undefined;
  const load = once(async () => {
    const { openConsoleRoutes } = await import('./console-routes.ts');
    return openConsoleRoutes(runtime, { access, ...parts });
  });
  return {
    handle: async (request) => (await load()).handle(request),
    preload: async () => (await load()).preload(),
  };
};
