import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import type { HttpServer } from '../edges/http/http-server.ts';
import type { Onlookers } from './onlookers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { World } from './world.ts';

/** So long webhooks on their way are waited for at the end. Milliseconds. */
const GRACE_PERIOD = 1000;

/** How it ends. */
export interface Closing {
  /** Whether the end has begun: the server is not to be sent new work. */
  readonly isDraining: () => boolean;
  /** The first call closes; all others wait for the same end. */
  readonly close: (server: HttpServer) => Promise<void>;
  /** Instead of that, where the server never opened: nobody will close it, and the file would stay locked. */
  readonly abandon: () => Promise<void>;
}

export interface ClosingParts {
  readonly onlookers: Onlookers;
  readonly scenarios: OpenedScenarios;
  readonly webhooks: OwnWebhooks;
  readonly world: World;
}

export const createClosing = ({ onlookers, scenarios, webhooks, world }: ClosingParts): Closing => {
  const { sandboxes, created } = world;
  let closing: Promise<void> | undefined;

  const close = async (server: HttpServer): Promise<void> => {
    scenarios.close();
    // Whoever waits or listens would keep the server open.
    onlookers.clientWatch.journal.close();
    webhooks.listeners.close();
    webhooks.watch.close();
    await server.close();
    await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.finish(GRACE_PERIOD)));
    await created.close();
    await sandboxes.close();
  };

  return {
    isDraining: () => closing !== undefined,
    close: (server) => (closing ??= close(server)),
    abandon: async () => {
      scenarios.close();
      await created.close();
      await sandboxes.close();
    },
  };
};
