import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import type { HttpServer } from '../edges/http/http-server.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { Persistence } from './persistence.ts';

/** How long shutdown waits for webhooks in progress. Milliseconds. */
const GRACE_PERIOD = 1000;

export interface Shutdown {
  /** Whether shutdown has begun: load balancers should send no new requests. */
  readonly isDraining: () => boolean;
  /** The first call closes the server; later calls wait for the same shutdown. */
  readonly close: (server: HttpServer) => Promise<void>;
  /** Cleans up if the server never opened: otherwise the store file would stay locked. */
  readonly abandon: () => Promise<void>;
}

export interface ShutdownParts {
  readonly observers: Observers;
  readonly scenarios: OpenedScenarios;
  readonly webhooks: OwnWebhooks;
  readonly persistence: Persistence;
}

export const createShutdown = ({ observers, scenarios, webhooks, persistence }: ShutdownParts): Shutdown => {
  const { sandboxes, created } = persistence;
  let shutdown: Promise<void> | undefined;

  const close = async (server: HttpServer): Promise<void> => {
    scenarios.close();
    // Long polls and streams would keep the server open.
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
