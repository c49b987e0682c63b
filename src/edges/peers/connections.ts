import type { Agent, ClientRequest } from 'node:http';
import type { Peer } from '../../engine/sandbox/shared-access.ts';

interface Outgoing {
  readonly method: string;
  readonly path: string;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  /** Whether it goes over a new connection. */
  readonly isFresh?: boolean;
}

/** Connections to peers, kept for the next request. */
export type Connections = ReturnType<typeof createConnections>;

/** Milliseconds; the other server closes an idle connection after 65 s, just when a request may be on its way. */
const IDLE = 30_000;

// An import would load more of Node, and most servers have no peers.
const { urlToHttpOptions } = process.getBuiltinModule('node:url');
const moduleOf = (url: URL) => process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');

export const createConnections = () => {
  /** By protocol. An agent keeps the connections of each address apart. */
  const agents = new Map<string, Agent>();
  let isClosed = false;

  const agentFor = (url: URL): Agent => {
    const known = agents.get(url.protocol);
    if (known !== undefined) return known;
    // The youngest connection is used first: the others grow old and are closed.
    const agent = new (moduleOf(url).Agent)({ keepAlive: true, maxSockets: Infinity, timeout: IDLE });
    agents.set(url.protocol, agent);
    return agent;
  };

  return {
    request: (peer: Peer, { method, path, headers, isFresh = false }: Outgoing): ClientRequest => {
      const url = new URL(peer.url);
      const agent = isFresh ? false : agentFor(url);
      return moduleOf(url).request({ ...urlToHttpOptions(url), method, path, headers, agent });
    },
    isClosed: () => isClosed,
    /** Also those in use. */
    close: (): void => {
      isClosed = true;
      for (const agent of agents.values()) agent.destroy();
    },
  };
};

type ConnectError = NodeJS.ErrnoException & { readonly errors?: readonly NodeJS.ErrnoException[] };

/** Whether nothing listens at any address of a peer: its process has ended. A time-out or a broken connection proves nothing. */
export const isRefused = ({ code, errors }: ConnectError): boolean =>
  errors === undefined ? code === 'ECONNREFUSED' : errors.every((each) => each.code === 'ECONNREFUSED');
