import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';

/** Receivers that answer without end, each connection in another way. */
export interface EndlessReceiver {
  readonly total: () => number;
  readonly close: () => void;
}

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

const WAYS: readonly (readonly [begin: string, again: string])[] = [
  ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  [`${CHUNKED}0\r\n`, 'a:\r\n'],
  ['HTTP/1.1 200 OK\r\n', 'a:\r\n'],
  // The largest head is full long before the most bytes are read.
  ['HTTP/1.1 200 OK\r\n', 'retry-after: 9\r\n'],
  ['HTTP/1.1 200 ', 'x'],
  ['', '\r\n'],
  [CHUNKED, '1\r\na\r\n'],
];

const answer = (socket: Socket, [begin, again]: readonly [string, string]): void => {
  const many = Buffer.from(again.repeat(65_536 / again.length));
  const goOn = (): void => {
    while (!socket.destroyed && socket.write(many));
  };
  socket.write(begin);
  socket.on('drain', goOn);
  goOn();
};

export const openEndlessReceiver = async (hosts: readonly string[], port: number): Promise<EndlessReceiver> => {
  let total = 0;
  const servers = [...new Set(hosts)].map((host) => {
    const server = createServer((socket) => {
      const way = WAYS[total++ % WAYS.length];
      socket.on('error', () => undefined);
      socket.once('data', () => {
        if (way !== undefined) answer(socket, way);
      });
    });
    server.listen(port, host);
    return { server, listening: once(server, 'listening') };
  });
  await Promise.all(servers.map(({ listening }) => listening));
  return {
    total: () => total,
    close: () => {
      for (const { server } of servers) server.close();
    },
  };
};
