import type { Json } from '../../kernel/json.ts';
import type { After } from '../../kernel/timers.ts';
import type { NodeRequest } from '../http/node-request.ts';
import { createAsk } from './ask-peer.ts';
import { createConnections } from './connections.ts';
import { createPass } from './pass-request.ts';
import type { Peer } from '../../engine/sandbox/shared-access.ts';
import type { PassOutcome } from './peer.ts';

/** The way to the other servers of the same database. */
export interface Peers {
  /**
   * Passes a request on, and its answer back; resolves when the response is over. `isGivenUp` is asked every 250 ms while
   * the response head is awaited. Not for a request that has been passed on three times.
   */
  readonly pass: (request: NodeRequest, peer: Peer, isGivenUp: () => boolean) => Promise<PassOutcome>;
  /** Asks a peer something, as JSON, for so many milliseconds; rejects with a `PeerError`. */
  readonly ask: (peer: Peer, name: string, question: Json, patience: number) => Promise<Json>;
  /** Ends all connections, also those in use. */
  readonly close: () => void;
}

export interface PeersParts {
  /** Of this server. */
  readonly id: string;
  /** Known to all servers of the database, and to nobody else. */
  readonly secret: Uint8Array;
  readonly after: After;
}

export const createPeers = ({ secret, after }: PeersParts): Peers => {
  const connections = createConnections();
  const parts = { secret, after, connections };
  return { pass: createPass(parts), ask: createAsk(parts), close: connections.close };
};
