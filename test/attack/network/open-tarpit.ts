import { once } from 'node:events';
import { createServer } from 'node:net';

/** Receivers that take a request and never answer it. */
export interface Tarpit {
  /** Most connections at once, over all its addresses. */
  readonly most: () => number;
  readonly total: () => number;
  readonly close: () => void;
}

export const openTarpit = async (hosts: readonly string[], port: number): Promise<Tarpit> => {
  let open = 0;
  let most = 0;
  let total = 0;
  const servers = [...new Set(hosts)].map((host) => {
    const server = createServer((socket) => {
      total++;
      most = Math.max(most, ++open);
      socket.on('error', () => undefined);
      socket.on('close', () => open--);
      socket.resume();
    });
    server.listen(port, host);
    return { server, listening: once(server, 'listening') };
  });
  await Promise.all(servers.map(({ listening }) => listening));
  return {
    most: () => most,
    total: () => total,
    close: () => {
      for (const { server } of servers) server.close();
    },
  };
};
