import { once } from '../kernel/once.ts';
import type { ConsoleRoutes } from './console-routes.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** The browser console; undefined if the setting switches it off. */
export const openConsole = ({ config }: RuntimeContext): ConsoleRoutes | undefined => {
  if (config.console === 'off') return undefined;
  const load = once(async () => {
    const { openConsoleRoutes } = await import('./console-routes.ts');
    return openConsoleRoutes();
  });
  return {
    handle: async (request) => (await load()).handle(request),
    preload: async () => (await load()).preload(),
  };
};
