import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
