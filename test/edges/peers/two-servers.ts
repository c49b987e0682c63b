import { type HttpServer, createHttpServer } from '../../../src/edges/http/http-server.ts';
import { createBodyBudget } from '../../../src/edges/http/body-budget.ts';
import type { NodeRequest } from '../../../src/edges/http/node-request.ts';
import { type PeerDoor, acceptFromPeers } from '../../../src/edges/peers/accept-from-peers.ts';
import { createPeers } from '../../../src/edges/peers/create-peers.ts';
import type { Peer } from '../../../src/engine/sandbox/shared-access.ts';
import type { PassOutcome } from '../../../src/edges/peers/connections.ts';
import type { After } from '../../../src/kernel/timers.ts';
import { after } from '../../../src/edges/system/time.ts';
import { type Reply, textContent } from '../../../src/kernel/http.ts';

export const SECRET = Buffer.from('a secret of the servers');

export type Handle = (request: NodeRequest) => Promise<Reply>;

/** A server that has peers. */
export const startServer = (
  id: string,
  handle: Handle,
  door: Partial<PeerDoor> = {},
  timers: After = after,
): Promise<HttpServer> =>
  createHttpServer({
    port: 0,
    host: '127.0.0.1',
    handle: (request) => handle(request as NodeRequest),
    toOrigin: (host) => `http://${host ?? ''}`,
    problemBase: () => 'https://stub.example',
    headersTimeout: 60_000,
    requestTimeout: 60_000,
    connections: { most: 100, mostPerAddress: 100 },
    budget: createBodyBudget({ total: 2 ** 30, perHolder: 2 ** 30 }),
    meter: {
      begin: () => () => undefined,
      read: () => ({ requestsLastMinute: 0, requestsInProgress: 0, openStreams: 0 }),
    },
    inTurn: (_request, begin) => {
      begin();
    },
    after: timers,
    peers: acceptFromPeers({ id, secret: SECRET, answer: (name) => Promise.reject(new Error(name)), ...door }),
  });

export const urlOf = ({ port }: Pick<HttpServer, 'port'>): string => `http://127.0.0.1:${String(port)}`;

/** What the first server does where the home has not answered: it tells what it can read of the request. */
const tell = async (request: NodeRequest, outcome: PassOutcome): Promise<Reply> => {
  const body =
    outcome === 'gone' || outcome === 'unanswered' ? Buffer.from(await request.readBody(2 ** 20)).toString() : '';
  return { status: 503, headers: { outcome }, content: textContent(body, 'text/plain') };
};

export interface FirstServer extends HttpServer {
  /** Of the requests that are over, in this order. */
  readonly outcomes: readonly PassOutcome[];
  readonly stop: () => Promise<void>;
}

/** A server that passes everything on to the same peer. */
export const startFirst = async (peer: Peer, isGivenUp = (): boolean => false): Promise<FirstServer> => {
  const peers = createPeers({ secret: SECRET, after });
  const outcomes: PassOutcome[] = [];
  const server = await startServer('first', async (request) => {
    const outcome = await peers.pass(request, peer, isGivenUp);
    outcomes.push(outcome);
    return outcome === 'answered' ? { status: 200, headers: {}, isSent: true } : tell(request, outcome);
  });
  return {
    ...server,
    outcomes,
    stop: async () => {
      peers.close();
      await server.close();
    },
  };
};
