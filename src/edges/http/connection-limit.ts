import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toNetwork } from './to-network.ts';

export interface ConnectionLimits {
  /** Open connections to the server. */
  readonly most: number;
  /** Open connections of one address. */
  readonly mostPerAddress: number;
}

/** Connections beyond the limit that are still told why; more are closed without an answer. */
const ANSWERED_BEYOND = 100;

/** Refuses connections beyond the limits. Returns whether a socket was refused: its requests are not answered. */
export const limitConnections = (
  server: Server,
  { most, mostPerAddress }: ConnectionLimits,
  refuse: (socket: Socket) => void,
): ((socket: Socket) => boolean) => {
  const byNetwork = new Map<string, number>();
  const refused = new WeakSet<Socket>();
  let open = 0;

  server.maxConnections = most + ANSWERED_BEYOND;
  server.on('connection', (socket: Socket) => {
    const network = toNetwork(socket.remoteAddress);
    const own = (byNetwork.get(network) ?? 0) + 1;
    if (open >= most || own > mostPerAddress) {
      refused.add(socket);
      refuse(socket);
      return;
    }
    open += 1;
    byNetwork.set(network, own);
    socket.once('close', () => {
      open -= 1;
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left === 0) byNetwork.delete(network);
      else byNetwork.set(network, left);
    });
  });
  return (socket) => refused.has(socket);
};
