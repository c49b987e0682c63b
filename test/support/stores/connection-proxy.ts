import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for clients that leave their end open. */
const PATIENCE = 1000;

const HEAD_END = '\r\n\r\n';

/**
 * Gives each connection the next server, and passes on bytes, ends and resets as they are. The only change: the first
 * request of a connection asks that it be closed afterwards, so that the next request comes to another server, which
 * clients would otherwise spare. `own` is the port of the proxy, any free one by default.
 */
export const startConnectionProxy = async (ports: readonly number[], own = 0): Promise<ConnectionProxy> => {
  const open = new Set<Socket>();
  let turn = 0;
  // Half open: who has sent all may still be read from.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const port = ports[turn++ % ports.length] ?? 0;
    const upstream = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      // Small answers leave when they are written.
      from.setNoDelay(true);
      from.on('error', () => to.resetAndDestroy());
      from.on('close', (failed) => {
        open.delete(from);
        if (!failed && !to.writableEnded) to.destroySoon();
      });
    }
    upstream.pipe(client);
    passOnce(client, upstream);
  });
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  return {
    port: portOf(server),
    refuseMore: () => {
      server.close();
    },
    close: async () => {
      server.close();
      // The servers have ended their connections: what they sent last is still on its way to clients.
      await Promise.race([
        Promise.allSettled([...open].map((socket) => once(socket, 'close'))),
        sleep(PATIENCE, undefined, { ref: false }),
      ]);
      for (const socket of open) socket.destroy();
    },
  };
};

export interface ConnectionProxy {
  readonly port: number;
  /** Lets what is under way end by itself. */
  readonly refuseMore: () => void;
  /** Once the servers have closed: resolves when clients have got all. */
  readonly close: () => Promise<void>;
}

const portOf = (server: Server): number => {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
};

/** Asks for the end of the connection in the first head, if it comes in one piece, as those of HTTP clients do. */
const passOnce = (client: Socket, upstream: Socket): void => {
  client.once('data', (chunk: Buffer) => {
    client.pause();
    upstream.write(askToClose(chunk));
    client.pipe(upstream);
  });
  client.once('end', () => upstream.end());
};

/** Only clients that say `keep-alive` are meant: what a test writes by hand stays as written. */
const askToClose = (chunk: Buffer): Buffer => {
  const end = chunk.indexOf(HEAD_END);
  if (end < 0) return chunk;
  const head = chunk.subarray(0, end).toString('latin1');
  const changed = head.replace(/\r\nconnection: keep-alive(?=\r\n|$)/i, '\r\nconnection: close');
  return Buffer.concat([Buffer.from(changed, 'latin1'), chunk.subarray(end)]);
};
