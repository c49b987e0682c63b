import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toNetwork } from './to-network.ts';

export interface ConnectionLimits {
  /** Open connections to the server. */
  readonly most: number;
  /** Open connections of one address. */
  readonly mostPerAddress: number;
}

/** Connections that close, and are not counted as such yet. */
const CLOSING = 100;

/** Refuses connections beyond the limits. Returns whether a socket was refused: its requests are not answered. */
export const limitConnections = (
  server: Server,
  { most, mostPerAddress }: ConnectionLimits,
  refuse: (socket: Socket) => void,
): ((socket: Socket) => boolean) => {
  const byNetwork = new Map<string, number>();
  const refused = new Set<Socket>();
  let open = 0;

  // As many are told why they are refused, and stay open until they have read it or others are refused.
  server.maxConnections = 2 * most + CLOSING;
  server.on('connection', (socket: Socket) => {
    const network = toNetwork(socket.remoteAddress);
    const own = (byNetwork.get(network) ?? 0) + 1;
    if (open >= most || own > mostPerAddress) {
      const [oldest] = refused;
      if (oldest !== undefined && refused.size >= most) {
        refused.delete(oldest);
        oldest.destroy();
      }
      refused.add(socket);
      socket.once('close', () => refused.delete(socket));
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
