import type { Server } from 'node:http';
import type { After } from '../../kernel/timers.ts';

const { Server: Listener } = process.getBuiltinModule('node:net');

/** Milliseconds between two looks at the listening socket, and how many there are at most. */
const LOOK = 20;
const MOST_LOOKS = 50;

/** Milliseconds in which a request that is already on its way on an idle connection arrives. */
const IDLE_GRACE = 1000;

/**
 * Stops listening, but keeps the connections: from then on each response is the last one of its connection. Resolves as
 * soon as all are closed, or after the grace period: whatever is still idle then has no request on its way.
 *
 * `close` of Node's HTTP server would close idle connections at once, together with the requests that clients have just
 * sent on them.
 */
export const drainConnections = async (server: Server, after: After): Promise<void> => {
  await acceptWaiting(server, after);
  await new Promise<void>((resolve) => {
    const grace = after(IDLE_GRACE, resolve);
    server.once('close', () => {
      grace.cancel();
      resolve();
    });
    Listener.prototype.close.call(server);
  });
};

/**
 * Connections that the kernel has accepted, but Node has not, would be reset with the listening socket, although their
 * clients have sent requests. A busy server has many of them, because Node accepts one per turn of its event loop.
 */
const acceptWaiting = (server: Server, after: After): Promise<void> =>
  new Promise((resolve) => {
    let isQuiet = false;
    let looks = 0;
    const accepted = (): void => {
      isQuiet = false;
    };
    const look = (): void => {
      looks += 1;
      if (!isQuiet && looks < MOST_LOOKS) {
        isQuiet = true;
        after(LOOK, look);
        return;
      }
      server.off('connection', accepted);
      resolve();
    };
    server.on('connection', accepted);
    look();
  });
