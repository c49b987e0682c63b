import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import createRouter from 'router';
import { type Handle, jsonContent } from '../../kernel/http.ts';
import { PROBLEM_MEDIA_TYPE } from '../../engine/problems/problem.ts';
import { createAnswering, type InTurn } from './answering.ts';
import type { BodyBudget } from './body-budget.ts';
import { answerClientError, toClientProblem } from './client-error.ts';
import {
  type Answered,
  type ConnectionLimits,
  drainConnections,
  limitConnections,
  OneAtATime,
  parseOneAtATime,
  readInTurns,
} from './connections.ts';
import type { LoadMeter } from './load-meter.ts';
import { type AcceptFromPeers, passedOn } from './passed-on.ts';
import { sendReply } from './send-reply.ts';
import { nextTurn, beginnings } from '../system/time.ts';
import type { After, Timer } from '../../kernel/timers.ts';

export type HttpServer = Awaited<ReturnType<typeof createHttpServer>>;

// An import would load more of Node: see kernel/status-codes.ts.
const { createServer } = process.getBuiltinModule('node:http');

type Exchange = [incoming: IncomingMessage, outgoing: ServerResponse];

/** Milliseconds. Longer than a load balancer keeps an idle connection, so that the server never closes first. */
const KEEP_ALIVE = 65_000;
const GRACE_PERIOD = 4000;
/** Milliseconds between two looks for idle connections of a server that closes. */
const LOOK = 20;
/** Time for a client to read the response to a broken request. */
const LINGER = 1000;
/** Time to read that a connection is one too many, for a client that is busy with a flood of them. */
const LINGER_REFUSED = 5000;
/** How long an answer may take for a client that has finished sending: it may have gone as well. */
const HALF_OPEN = 5000;
/** Bytes of a body that a connection reads before somebody wants them, and of a response that it takes before they are sent. */
const READ_AHEAD = 16_384;
const MAX_REQUESTS_PER_SOCKET = 100_000;

/**
 * Express only converts bytes to an ApiRequest and a Reply to bytes: it does not route the API. Its router alone: a start loads
 * 1.6 MB less than with all that Express brings.
 */
export const createHttpServer = async (options: {
  readonly port: number;
  readonly host: string;
  readonly handle: Handle;
  readonly toOrigin: (host: string | undefined) => string;
  readonly problemBase: () => string;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly connections: ConnectionLimits;
  readonly budget: BodyBudget;
  readonly meter: LoadMeter;
  readonly inTurn: InTurn;
  /** If omitted, the server has no peers: their headers mean nothing. */
  readonly peers?: AcceptFromPeers;
  readonly after: After;
}) => {
  const app = createRouter();
  // Connections without any request yet; Node does not count them as idle.
  const silent = new Set<Socket>();
  const isLast = (): boolean => !server.listening;
  const answer = createAnswering({ ...options, isLast });
  const facts = { problemBase: options.problemBase, isLast };
  app.use((incoming, outgoing) => {
    silent.delete(incoming.socket);
    if (options.peers?.(incoming, outgoing, facts) === true) return;
    // A peer passes on what an HTTP/1.0 client has sent.
    if (incoming.headers.host === undefined && !passedOn.has(incoming) && incoming.httpVersion === '1.1') {
      answerClientError('NO_HOST', incoming.socket, options.problemBase());
      return;
    }
    answer(incoming, outgoing, options.toOrigin);
  });

  // Express would create a final handler per request, so we pass our own. It is called if the request target
  // is an invalid URL, or Express finds no path in it; else only for a bug in this file.
  const throughExpress = app as unknown as (...request: [...Exchange, lastResort: (error: unknown) => void]) => void;
  const listener = (...[incoming, outgoing]: Exchange): void => {
    throughExpress(incoming, outgoing, (error) => {
      if (error === undefined || (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL')
        answerClientError('NO_TARGET', incoming.socket, options.problemBase());
      else outgoing.destroy(error instanceof Error ? error : undefined);
    });
  };

  const server = createServer(
    {
      headersTimeout: options.headersTimeout,
      requestTimeout: options.requestTimeout,
      keepAliveTimeout: KEEP_ALIVE,
      connectionsCheckingInterval: Math.min(5000, options.headersTimeout),
      // Node would refuse without an explanation; we check it above.
      requireHostHeader: false,
      IncomingMessage: OneAtATime,
      highWaterMark: READ_AHEAD,
    },
    listener,
  );
  const waiting = parseOneAtATime(server);
  // Before any byte is read, so that a peer counts as the address it connects from, with all whose requests it passes on.
  const isRefused = limitConnections(server, options.connections);
  const refuse = (socket: Socket): void => {
    answerClientError('TOO_MANY_CONNECTIONS', socket, options.problemBase());
    // Nothing is read from it, and closing with unread bytes resets it: the client would lose the response. A timeout of its own
    // ends with the socket, so that a flood of them leaves nothing behind.
    socket.setTimeout(LINGER_REFUSED, () => socket.destroy());
  };
  readInTurns(server, { nextTurn, hold: beginnings.hold, isRefused, refuse });
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  // Without this listener Node sends `100 Continue` for every body, before its size has been checked.
  server.on('checkContinue', listener);
  // RFC 9110, 10.1.1: 417 for any other expectation. Without this listener Node sends one without a body.
  server.on('checkExpectation', (incoming, outgoing) => {
    const { status, ...body } = toClientProblem('EXPECTATION', options.problemBase());
    const content = jsonContent({ ...body, status }, PROBLEM_MEDIA_TYPE);
    sendReply(incoming, outgoing, { status, headers: {}, content });
  });
  // A client may finish sending before it is answered (RFC 9112, 9.6). Node closes its connection, unless this property says
  // otherwise, which its documentation leaves out.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('end', () => {
      const due = (socket as Answered)._httpMessage;
      if (!due) return;
      // A peer ends a connection only if its client has gone.
      if (isControlCall(due.req) || passedOn.has(due.req)) {
        socket.destroy();
        return;
      }
      const { cancel } = options.after(HALF_OPEN, () => socket.destroy());
      socket.once('close', cancel);
    });
    socket.once('close', () => silent.delete(socket));
  });
  const refuseRequest = (code: string | undefined, socket: Duplex): void => {
    afterResponses(socket, () => {
      answerClientError(code, socket, options.problemBase());
      // A client that leaves its end open would keep the connection, and what the request holds.
      options.after(LINGER, () => socket.destroy());
    });
  };
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    refuseRequest(code, socket);
  });
  server.on('connect', (_incoming, socket) => {
    // Node has removed its own listeners, and a reset would end the process.
    socket.on('error', () => socket.destroy());
    refuseRequest('CONNECT', socket);
  });
  // The kernel resets connections that find no place in its queue: Node's 511 are too few for a flood.
  await listen(server, { port: options.port, host: options.host, backlog: options.connections.most });
  return {
    port: (server.address() as AddressInfo).port,
    /** Stops accepting connections and ends each with its next response; see {@link drainConnections}. */
    drain: () => drainConnections(server, options.after),
    /** Stops accepting connections, lets requests in progress finish and closes the rest after the grace period. */
    close: () => close(server, { silent, waiting }, options.after),
  };
};

/**
 * Calls of the control API may wait for minutes and hold a place that others want: a client that has finished sending one
 * counts as gone.
 */
const isControlCall = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/__');

/**
 * Runs a task once the requests that came whole before it have been answered, unless the connection ends with the last
 * response.
 */
const afterResponses = (socket: Answered, task: () => void): void => {
  const due = socket._httpMessage;
  if (!due?.req.complete || socket.destroyed) task();
  else
    due.once('finish', () => {
      if (socket.writable) afterResponses(socket, task);
    });
};

export const listen = (server: Server, options: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Also closes the connections that Node does not close by itself. */
const close = (
  server: Server,
  {
    silent,
    waiting,
  }: {
    readonly silent: ReadonlySet<Socket>;
    readonly waiting: ReadonlySet<Duplex>;
  },
  after: After,
): Promise<void> =>
  new Promise((resolve) => {
    let look: Timer | undefined;
    const timeout = after(GRACE_PERIOD, () => {
      server.closeAllConnections();
      for (const socket of waiting) socket.destroy();
    });
    server.close(() => {
      timeout.cancel();
      look?.cancel();
      resolve();
    });
    // A stream, whose head has promised that its connection is kept, ends after this has begun.
    const closeIdle = (): void => {
      server.closeIdleConnections();
      look = after(LOOK, closeIdle);
    };
    closeIdle();
    for (const socket of silent) socket.destroy();
  });
