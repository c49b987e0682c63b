import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';

/** Takes deliveries in this process, and so on the core of the load. */
export interface Receiver {
  readonly url: string;
  /** Resolves when so many deliveries have come. */
  readonly came: (wanted: number) => Promise<void>;
  readonly close: () => void;
}

const start = async (answer: (response: ServerResponse) => void): Promise<Receiver> => {
  let count = 0;
  let tell: (() => void) | undefined;
  let awaited = Infinity;
  const server = createServer((request, response) => {
    request.resume();
    answer(response);
    if (++count >= awaited) tell?.();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    came: (wanted) =>
      new Promise((resolve) => {
        awaited = wanted;
        tell = resolve;
        if (count >= wanted) resolve();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Answers every delivery at once. */
export const startGoodReceiver = (): Promise<Receiver> => start((response) => response.writeHead(204).end());

/** Takes every delivery and never answers. */
export const startHangingReceiver = (): Promise<Receiver> => start(() => undefined);
