import type { HttpServer } from '../edges/http/http-server.ts';
import { pause } from '../kernel/wait-until.ts';
import type { Foundation } from './foundation.ts';
import type { Timer } from '../kernel/timers.ts';

/** How long shutdown waits for webhooks in progress. Milliseconds. */
const GRACE_PERIOD = 1000;

/** Milliseconds after which what requests in progress have begun to wait for is ended, too. */
const AGAIN = 100;

export const createShutdown = (parts: Foundation) => {
  const { observers, scenarios, storyboards, ownBehaviours, ownFixtures, webhooks, persistence, duty, after } = parts;
  const { sandboxes, created } = persistence;
  let shutdown: Promise<void> | undefined;

  /** Long polls and streams would keep their connections open. */
  const endStreams = (): void => {
    observers.journal.close();
    webhooks.listeners.close();
  };

  /**
   * The gentle beginning of a shutdown, for a server that others depend on: load balancers learn that it is not ready
   * while it still accepts requests for `delay` milliseconds; then every connection ends with a response.
   */
  const drain = async (server: HttpServer, delay: number): Promise<void> => {
    duty.end();
    // Connections stay alive meanwhile: if each request needed a new one, some would wait for the listening socket
    // when it closes, and be reset.
    if (delay > 0) await pause(after, delay);
    await handOver();
    endStreams();
    await server.drain();
  };

  /** While this server still listens: who comes now is passed on. A refused connection would say that it has ended. */
  const handOver = async (): Promise<void> => {
    const { replication } = persistence;
    if (replication !== undefined && replication.replica.peers().length > 0) await replication.shared.leaveAll();
  };

  const closeFiles = (): void => {
    scenarios.close();
    storyboards.close();
    ownBehaviours?.close();
    ownFixtures?.close();
  };

  const close = async (server: HttpServer): Promise<void> => {
    duty.end();
    closeFiles();
    await handOver().catch(() => undefined);
    let again: Timer | undefined;
    const endAgain = (): void => {
      endStreams();
      again = after(AGAIN, endAgain);
    };
    endAgain();
    await server.close();
    again?.cancel();
    await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.finish(GRACE_PERIOD)));
    await created.close();
    await persistence.close();
    duty.close();
  };

  return {
    drain,
    /** The first call closes the server; later calls wait for the same shutdown. */
    close: (server: HttpServer): Promise<void> => (shutdown ??= close(server)),
    /** Cleans up if the server never opened: otherwise the store file would stay locked. */
    abandon: async (): Promise<void> => {
      closeFiles();
      await created.close();
      await persistence.close();
      duty.close();
    },
  };
};
