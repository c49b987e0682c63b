import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import { createBoundedCache, getOrInsert } from '../../kernel/caches.ts';
import type { Peer } from '../../engine/sandbox/shared-access.ts';

/** Milliseconds; the other server closes an idle connection after 65 s, just when a request may be on its way. */
const IDLE = 30_000;

// An import would load more of Node, and most servers have no peers.
const { urlToHttpOptions } = process.getBuiltinModule('node:url');
const moduleOf = (protocol: unknown) => process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');

/** Peers that are remembered; most clusters have fewer. */
const MOST_PEERS = 100;

/** Connections to peers, kept for the next request. */
export const createConnections = () => {
  /** By protocol. An agent keeps the connections of each address apart. */
  const agents = new Map<string, Agent>();
  /** By URL: reading one each time is a twentieth of passing a request on. */
  const places = createBoundedCache<RequestOptions>(MOST_PEERS);
  let isClosed = false;

  // The youngest connection is used first: the others grow old and are closed.
  const agentFor = (protocol: string): Agent =>
    new (moduleOf(protocol).Agent)({ keepAlive: true, maxSockets: Infinity, timeout: IDLE });

  const placeOf = (url: string): RequestOptions => {
    const known = places.get(url);
    if (known !== undefined) return known;
    const place = urlToHttpOptions(new URL(url));
    places.set(url, place);
    return place;
  };

  return {
    request: (
      peer: Peer,
      {
        method,
        path,
        headers,
        isFresh = false,
      }: {
        readonly method: string;
        readonly path: string;
        /** Names and values, alternating. */
        readonly headers: readonly string[];
        /** Whether it goes over a new connection. */
        readonly isFresh?: boolean;
      },
    ): ClientRequest => {
      const place = placeOf(peer.url);
      const agent = isFresh ? false : getOrInsert(agents, place.protocol ?? '', agentFor);
      return moduleOf(place.protocol).request({ ...place, method, path, headers, agent });
    },
    isClosed: () => isClosed,
    /** Also those in use. */
    close: (): void => {
      isClosed = true;
      for (const agent of agents.values()) agent.destroy();
    },
  };
};

/** Whether nothing listens at any address of a peer: its process has ended. A time-out or a broken connection proves nothing. */
export const isRefused = ({
  code,
  errors,
}: NodeJS.ErrnoException & { readonly errors?: readonly NodeJS.ErrnoException[] }): boolean =>
  errors === undefined ? code === 'ECONNREFUSED' : errors.every((each) => each.code === 'ECONNREFUSED');

/** What became of a request that was passed on. */
export type PassOutcome =
  /** Its response, or a part of it, has been sent to the client, or the client has gone. */
  | 'answered'
  /**
   * The connection was refused, or another server answers at that address: the process that was meant has ended, and
   * nothing reached it. The body can be read as if nothing had happened.
   */
  | 'gone'
  /** No answer came: the connection broke before the response head, or the peer was given up. It may have acted. */
  | 'lost'
  /** The same, and the body can be read again. */
  | 'unanswered';

/** Why a peer has not answered a question. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
  readonly outcome: 'gone' | 'lost';

  constructor(outcome: 'gone' | 'lost', message: string) {
    super(message);
    this.outcome = outcome;
  }
}
