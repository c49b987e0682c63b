import type { ClientDirectory } from './client-directory.ts';

/**
 * Ends what goes on with a client's access token beyond a call, such as a stream. It follows from what is stored of the
 * clients, so that it happens on every replica.
 */
export const createAccessEnds = (clients: ClientDirectory) => {
  /** Of clients with a stream, or who have had one. */
  const controllers = new Map<string, AbortController>();

  const end = (clientId: string): void => {
    const controller = controllers.get(clientId);
    controllers.delete(clientId);
    controller?.abort();
  };

  clients.onChange((clientId) => {
    if (clients.find(clientId) === undefined) end(clientId);
  });
  clients.onTokensEnd((clientId, atOnce) => {
    if (atOnce) end(clientId);
  });

  return {
    /** Aborts when the client is removed, or its tokens are ended. */
    signalOf: (clientId: string): AbortSignal => {
      const controller = controllers.get(clientId) ?? new AbortController();
      controllers.set(clientId, controller);
      return controller.signal;
    },
  };
};
