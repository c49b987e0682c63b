import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { toNetwork } from './sender-network.ts';
import type { After, NextTurn } from '../../kernel/timers.ts';

export interface ConnectionLimits {
  /** Open connections to the server. */
  readonly most: number;
  /** Open connections of one address. */
  readonly mostPerAddress: number;
}

/** Connections that close, and are not counted as such yet. */
const CLOSING = 100;

/** Finds the connections beyond the limits. Returns whether a socket is one: no request is to be read from it. */
export const limitConnections = (
  server: Server,
  { most, mostPerAddress }: ConnectionLimits,
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
      socket.once('close', () => refused.delete(socket)).on('error', () => socket.destroy());
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

/**
 * Node accepts one connection per turn of its event loop, from one queue for all clients. Reading at once from each connection of
 * a flood would make every turn long, and others wait for all of them. So a network's first connection is read at once, and its
 * others once no more are coming or `hold` asks for it, one of each network per turn. Those beyond the limits are answered then,
 * too, and all at once: a flood without end would pile them up.
 */
export const readInTurns = (
  server: Server,
  {
    nextTurn,
    hold,
    isRefused,
    refuse,
  }: {
    readonly hold: () => boolean;
    readonly nextTurn: NextTurn;
    readonly isRefused: (socket: Socket) => boolean;
    /** Answers a connection from which nothing is read. */
    readonly refuse: (socket: Socket) => void;
  },
): void => {
  const [readRequests] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  server.off('connection', readRequests);
  // Of net.Server; Node's HTTP server has no option for it.
  Object.assign(server, { pauseOnConnect: true });
  const waiting = new Map<string, Socket[]>();
  const beyond: Socket[] = [];
  let isComing = false;

  const read = (socket: Socket): void => {
    if (socket.destroyed) return;
    readRequests.call(server, socket);
    socket.resume();
  };
  const isIdle = (): boolean => waiting.size === 0 && beyond.length === 0;
  const takeTurn = (): void => {
    if (!isComing) {
      for (const socket of beyond.splice(0)) if (!socket.destroyed) refuse(socket);
      for (const [network, sockets] of waiting) {
        const next = sockets.shift();
        if (next === undefined) waiting.delete(network);
        else read(next);
      }
    }
    isComing = false;
    if (isIdle()) return;
    hold();
    nextTurn(takeTurn);
  };
  server.on('connection', (socket: Socket) => {
    isComing = hold();
    if (isIdle()) nextTurn(takeTurn);
    if (isRefused(socket)) {
      beyond.push(socket);
      return;
    }
    const network = toNetwork(socket.remoteAddress);
    const sockets = waiting.get(network);
    if (sockets !== undefined) {
      sockets.push(socket);
      return;
    }
    waiting.set(network, []);
    read(socket);
  });
};

const http = process.getBuiltinModule('node:http');

/** Node keeps the response that is due on a connection there. */
export interface Answered extends Duplex {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Node would parse all requests that a client sends without waiting, and begin each of them, in one turn of the event
 * loop. It stops parsing at a request that is an upgrade: so is every one that comes before the former is answered.
 */
export class OneAtATime extends http.IncomingMessage {
  readonly #isEarly: boolean;

  constructor(socket: IncomingMessage['socket']) {
    super(socket);
    this.#isEarly = isDue(socket);
  }

  get upgrade(): boolean {
    return this.#isEarly || this.method === 'CONNECT';
  }

  /** Node tells here whether the client has asked for another protocol: this server has none. */
  set upgrade(_asked: boolean | null) {
    // Ignored.
  }
}

const isDue = (socket: Answered): boolean => socket._httpMessage !== undefined && socket._httpMessage !== null;

/**
 * Lets the requests of a connection wait, unparsed, until the former one is answered: a client that sends many without
 * waiting has one in progress, and reading from it stops. Returns the connections that wait; Node does not know them
 * meanwhile. The server needs {@link OneAtATime} as the class of its requests.
 */
export const parseOneAtATime = (server: Server): ReadonlySet<Duplex> => {
  const [readRequests] = server.listeners('connection');
  const waiting = new Set<Duplex>();
  // A request that waits is parsed twice: what Node left out would be missing the second time. All heads have 16 KiB.
  server.maxHeadersCount = 0;

  server.on('upgrade', (early, socket: Answered, rest) => {
    const leave = (): void => {
      waiting.delete(socket);
      socket.off('error', destroy).off('timeout', destroy).off('close', leave);
    };
    const destroy = (): void => {
      socket.destroy();
    };
    waiting.add(socket);
    // At once: a connection whose client has finished sending would otherwise be at its end.
    socket.unshift(rest);
    socket.unshift(toHead(early));
    // Node has removed its own listeners, and a reset would end the process.
    socket.on('error', destroy).on('timeout', destroy).on('close', leave);
    const goOn = (): void => {
      if (!socket.writable) return;
      leave();
      early.socket.setTimeout(0);
      readRequests?.call(server, socket);
    };
    // Of a connection that is refused, the rest is discarded, so that closing does not reset it.
    if (!socket.writable) socket.resume();
    else if (socket._httpMessage) socket._httpMessage.once('finish', goOn);
    else goOn();
  });
  return waiting;
};

/** The bytes of a request up to its body, which are read again. */
const toHead = ({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): Buffer => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i] ?? ''}: ${rawHeaders[i + 1] ?? ''}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
};
