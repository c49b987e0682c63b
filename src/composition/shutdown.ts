import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import type { HttpServer } from '../edges/http/http-server.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { Persistence } from './persistence.ts';

/** So long webhooks on their way are waited for at the end. Milliseconds. */
const GRACE_PERIOD = 1000;

/** How it ends. */
export interface Shutdown {
  /** Whether the end has begun: the server is not to be sent new work. */
  readonly isDraining: () => boolean;
  /** The first call closes; all others wait for the same end. */
  readonly close: (server: HttpServer) => Promise<void>;
  /** Instead of that, where the server never opened: nobody will close it, and the file would stay locked. */
  readonly abandon: () => Promise<void>;
}

export interface ShutdownParts {
  readonly observers: Observers;
  readonly scenarios: OpenedScenarios;
  readonly webhooks: OwnWebhooks;
  readonly world: Persistence;
}

export const createShutdown = ({ observers, scenarios, webhooks, world }: ShutdownParts): Shutdown => {
  const { sandboxes, created } = world;
  let shutdown: Promise<void> | undefined;

  const close = async (server: HttpServer): Promise<void> => {
    scenarios.close();
    // Whoever waits or listens would keep the server open.
    observers.clientWatch.journal.close();
    webhooks.listeners.close();
    webhooks.watch.close();
    await server.close();
    await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.finish(GRACE_PERIOD)));
    await created.close();
    await sandboxes.close();
  };

  return {
    isDraining: () => shutdown !== undefined,
    close: (server) => (shutdown ??= close(server)),
    abandon: async () => {
      scenarios.close();
      await created.close();
      await sandboxes.close();
    },
  };
};
