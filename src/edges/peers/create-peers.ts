import type { After } from '../../kernel/timers.ts';
import { createAsk } from './ask-peer.ts';
import { createConnections } from './connections.ts';
import { createPass } from './pass-request.ts';

interface PeersParts {
  /** Known to all servers of the database, and to nobody else. */
  readonly secret: Uint8Array;
  readonly after: After;
}

/** The way to the other servers of the same database. */
export type Peers = ReturnType<typeof createPeers>;

export const createPeers = ({ secret, after }: PeersParts) => {
  const connections = createConnections();
  const parts = { secret, after, connections };
  return { pass: createPass(parts), ask: createAsk(parts), close: connections.close };
};
