import type { PeerDoor } from '../edges/peers/accept-from-peers.ts';
import type { createPeers } from '../edges/peers/create-peers.ts';
import { PeerError } from '../edges/peers/connections.ts';
import type { Leaving } from '../edges/stores/homes.ts';
import type { openReplicaHeartbeats } from '../edges/stores/postgres/replica-heartbeats.ts';
import type { Observer } from '../engine/ports/ports.ts';
import type { Peer, SharedAccess } from '../engine/sandbox/shared-access.ts';

const LEAVE = 'leave';
const CHANGED = 'changed';
const MET = 'met';

/** Milliseconds: to end what goes on in a sandbox, and to write the rest. */
const LEAVE_PATIENCE = 5000;

/** Milliseconds. */
const TELL_PATIENCE = 1000;

/** What the servers of one database say to each other, beside the requests that they pass on. */
export const createServerTalk = ({
  peers,
  replica,
  observer,
}: {
  readonly peers: Pick<ReturnType<typeof createPeers>, 'ask'>;
  readonly replica: Pick<
    Awaited<ReturnType<typeof openReplicaHeartbeats>>,
    'peers' | 'look' | 'listensOn' | 'isKnownToAll'
  >;
  readonly observer: Pick<Observer, 'noticed'>;
}) => {
  let changed = (): void => undefined;
  return {
    /** Asks the home of a sandbox to leave it. */
    askToLeave: async (peer: Peer, sandbox: string): Promise<Leaving> => {
      try {
        await peers.ask(peer, LEAVE, { sandbox }, LEAVE_PATIENCE);
        return 'left';
      } catch (error) {
        if (error instanceof PeerError) return error.outcome;
        throw error;
      }
    },
    /**
     * Tells all that something has changed that belongs to no sandbox. Whoever has the answer of the change may ask any server:
     * each knows by then that it has to look. One that does not hear of it looks twice a second.
     */
    tellOfChange: async (): Promise<void> => {
      changed();
      await Promise.allSettled(replica.peers().map((peer) => peers.ask(peer, CHANGED, null, TELL_PATIENCE)));
    },
    /** Sets who hears of such a change. */
    hear: (one: () => void): void => {
      changed = one;
    },
    /** Others reach this server at the URL from now on, and know it. */
    listensOn: async (at: string): Promise<void> => {
      await replica.listensOn(at);
      /** Whether it knows this server now. */
      const meet = async (peer: Peer): Promise<boolean> => {
        try {
          await peers.ask(peer, MET, null, TELL_PATIENCE);
          return true;
        } catch {
          observer.noticed({
            level: 'warn',
            message: `another server of the database does not answer at ${peer.url}: servers pass requests on to each other, so give each an --internal-url that the others reach; one that was killed a moment ago ceases to count by itself`,
          });
          return false;
        }
      };
      const haveMet = await Promise.all(replica.peers().map(meet));
      if (!haveMet.includes(false)) replica.isKnownToAll();
    },
    answer:
      ({ leave }: Pick<SharedAccess, 'leave'>): PeerDoor['answer'] =>
      async (name, question) => {
        if (name === CHANGED) changed();
        else if (name === MET) await replica.look();
        else if (name === LEAVE) await leave((question as { readonly sandbox: string }).sandbox);
        else throw new Error(`no peer asks "${name}"`);
        return null;
      },
  };
};
