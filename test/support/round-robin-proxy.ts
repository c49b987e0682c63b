import {
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobinProxy {
  readonly url: string;
  readonly close: () => void;
}

export interface RoundRobinOptions {
  readonly ports: readonly number[];
  /** Milliseconds that a server is passed over after it has refused a connection or broken one off. */
  readonly rest?: number;
  /** Milliseconds until an answer must begin; the server rests then, and the client's connection ends. */
  readonly patience?: number | undefined;
}

/** Says which of the servers has answered: its place in `ports`. */
export const SERVED_BY = 'x-served-by';

/** Gives the servers the requests in turn, with the Host header that the client has sent. */
export const startRoundRobin = async ({ ports, rest = 0, patience }: RoundRobinOptions): Promise<RoundRobinProxy> => {
  const restsUntil = ports.map(() => 0);
  let turn = 0;

  /** The next that does not rest; if all do, any. */
  const draw = (): number => {
    const now = performance.now();
    const inTurn = (): number => turn++ % ports.length;
    const isResting = (index: number): boolean => (restsUntil[index] ?? 0) > now;
    let index = inTurn();
    for (let passedOver = 0; isResting(index) && passedOver < ports.length; passedOver++) index = inTurn();
    return index;
  };

  const passOver = (index: number): void => {
    restsUntil[index] = performance.now() + rest;
  };

  const forward = (incoming: IncomingMessage, response: ServerResponse, chances: number): void => {
    const index = draw();
    const { method, url: path, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: ports[index], method, path, headers, agent: false });
    let isConnected = false;
    const timer =
      patience === undefined
        ? undefined
        : setTimeout(() => {
            forwarded.destroy(new Error('no answer'));
          }, patience);
    const leave = (): void => {
      clearTimeout(timer);
      forwarded.destroy();
    };
    response.on('close', leave);
    forwarded.on('response', (answer) => {
      clearTimeout(timer);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [
        ...answer.rawHeaders,
        ...[SERVED_BY, String(index)],
      ]);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    forwarded.on('error', () => {
      clearTimeout(timer);
      if (response.destroyed) return;
      passOver(index);
      response.off('close', leave);
      // Nothing of the request has been sent yet.
      if (!isConnected && chances > 1) forward(incoming, response, chances - 1);
      else response.destroy();
    });
    whenConnected(forwarded, () => {
      isConnected = true;
      incoming.pipe(forwarded);
    });
  };

  const proxy: Server = createServer((incoming, response) => {
    forward(incoming, response, ports.length);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
};

const whenConnected = (forwarded: ClientRequest, then: () => void): void => {
  forwarded.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', then);
    else then();
  });
};
