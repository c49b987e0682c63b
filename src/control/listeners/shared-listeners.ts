import type { LiveState, Revisions } from '../../engine/sandbox/live-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import {
  DISCONNECTED,
  type ListenerKey,
  type Listeners,
  type LocalListeners,
  notConnected,
  toDelivery,
} from './listeners.ts';
import type { Board, Holder } from './listener-board.ts';
import type { ListenerWish } from './register-listener.ts';

/** The processes that share a store, as the listeners of one of them need them. */
export interface ListenerPeers {
  readonly own: () => string;
  readonly isAlive: (process: string) => boolean;
  readonly exists: (sandbox: string) => boolean;
  /** Whether the exchange in progress has locked the sandbox. */
  readonly isHeld: (sandbox: string) => boolean;
  /** Runs work under the lock of a sandbox, apart from the exchange in progress. */
  readonly exchange: (sandbox: string, work: () => void) => Promise<void>;
  /** Runs work that goes on beyond the exchange in progress. */
  readonly apart: <T>(work: () => T) => T;
}

/**
 * Listeners of several processes: a program is connected to one of them, another one attempts the delivery, and the report
 * may come to a third. The lock of the sandbox carries a board from one to the next, on which they leave what the others
 * have to do.
 */
export interface SharedListeners extends Listeners {
  readonly live: LiveState;
  /**
   * Registers the listeners of all processes again in a sandbox whose contents were replaced, under its lock: no event
   * after that is missed.
   */
  readonly registerAgain: (sandbox: Sandbox) => Promise<void>;
  /** Sandboxes whose boards this process has to look at. */
  readonly watched: () => ReadonlySet<string>;
}

export interface SharedListenersParts {
  readonly local: LocalListeners;
  readonly peers: ListenerPeers;
  readonly revisions: Revisions;
  readonly random: Random;
  /** Returns the id of the webhook endpoint. */
  readonly register: (sandbox: Sandbox, wish: ListenerWish) => Promise<string>;
}

/** What a listener of this process was told. */
interface Told {
  readonly pauses: number;
  readonly resets: number;
}

/** A board, as this process knows it. */
interface Known {
  board: Board;
  revision: number;
  /** This process has done what others have left for it. */
  isOutdated: boolean;
  readonly told: Map<string, Told>;
}

export const createSharedListeners = (parts: SharedListenersParts): SharedListeners => {
  const { local, peers, revisions, random } = parts;
  const boards = new Map<string, Known>();

  const knownOf = (sandbox: string): Known =>
    getOrInsert(boards, sandbox, () => ({
      board: { holders: {}, attempts: {}, resets: 0 },
      revision: 0,
      isOutdated: false,
      told: new Map(),
    }));

  const isHere = ({ process }: Holder): boolean => process === peers.own();
  const isThere = (holder: Holder): boolean => isHere(holder) || peers.isAlive(holder.process);

  const tell = (sandbox: string, { board: { holders, resets }, told }: Known): void => {
    for (const [name, seen] of [...told]) {
      const holder = holders[name];
      if (holder === undefined) continue;
      told.set(name, { pauses: holder.pauses, resets });
      if (!isHere(holder)) {
        told.delete(name);
        local.replace({ sandbox, name });
      } else if (holder.isStopped) local.stop({ sandbox, name });
      else {
        if (holder.pauses > seen.pauses) local.paused(sandbox, holder.endpointId);
        if (resets === seen.resets) continue;
        if (holder.renewed === resets) local.renewed({ sandbox, name }, holder.endpointId);
        else local.forget(sandbox);
      }
    }
  };

  /** True if it changes the board. */
  const passOn = (sandbox: string, { board: { holders, attempts } }: Known): boolean => {
    let hasChanged = false;
    for (const [id, attempt] of Object.entries(attempts)) {
      const key = { sandbox, name: attempt.name };
      const holder = holders[attempt.name];
      if (attempt.handed !== undefined && holder !== undefined && isHere(holder) && local.isConnected(key)) {
        local.push(key, 'delivery', attempt.handed);
        delete attempt.handed;
        hasChanged = true;
      }
      if (attempt.from !== peers.own()) continue;
      if (attempt.outcome !== undefined) local.report(key, id, attempt.outcome);
      if (local.isUnderWay(id)) continue;
      Reflect.deleteProperty(attempts, id);
      hasChanged = true;
    }
    return hasChanged;
  };

  /** Does what the board has for this process. */
  const work = (sandbox: string, known: Known): boolean => {
    tell(sandbox, known);
    return passOn(sandbox, known);
  };

  /** Under the lock of the sandbox. */
  const change = (sandbox: string, how: (board: Board) => void): void => {
    const known = knownOf(sandbox);
    how(known.board);
    work(sandbox, known);
    known.revision = revisions.next();
  };

  /** For what nobody waits for: if the store fails, attempts end by their timeout. */
  const changeSoon = (sandbox: string, how: (board: Board) => void): void => {
    peers
      .exchange(sandbox, () => {
        change(sandbox, how);
      })
      .catch(() => undefined);
  };

  const vacated = ({ sandbox, name }: ListenerKey, connection: string): void => {
    knownOf(sandbox).told.delete(name);
    changeSoon(sandbox, ({ holders, attempts }) => {
      if (holders[name]?.connection !== connection) return;
      Reflect.deleteProperty(holders, name);
      for (const attempt of Object.values(attempts)) if (attempt.name === name) attempt.outcome ??= DISCONNECTED;
    });
  };

  return {
    connect: (key, listener) => {
      const { sandbox, name } = key;
      const connection = drawUuid(random);
      const stream = local.connect(key, {
        ...listener,
        rejoin: async () => {
          const endpointId = await peers.apart(listener.rejoin);
          changeSoon(sandbox, ({ holders: { [name]: holder } }) => {
            if (holder?.connection === connection) holder.endpointId = endpointId;
          });
          return endpointId;
        },
        vacated: () => {
          vacated(key, connection);
        },
      });
      const { told, board } = knownOf(sandbox);
      told.set(name, { pauses: 0, resets: board.resets });
      const { endpointId, wish } = listener;
      change(sandbox, ({ holders }) => {
        holders[name] = { process: peers.own(), connection, endpointId, pauses: 0, isStopped: false, wish };
      });
      return stream;
    },

    countIn: (sandbox) => Object.values(knownOf(sandbox).board.holders).filter(isThere).length,

    deliver: (key, post, signal) => {
      const { sandbox, name } = key;
      const hand = (attempt: string) => (): void => {
        const holder = knownOf(sandbox).board.holders[name];
        if (holder === undefined || !isThere(holder)) local.report(key, attempt, notConnected(key));
        else if (local.isUnderWay(attempt))
          change(sandbox, ({ attempts }) => {
            attempts[attempt] = { name, from: peers.own(), handed: toDelivery(attempt, post) };
          });
      };
      return local.begin(key, signal, (attempt) => {
        peers.exchange(sandbox, hand(attempt)).catch(() => {
          local.report(key, attempt, notConnected(key));
        });
      });
    },

    report: (key, attempt, outcome) => {
      if (local.report(key, attempt, outcome)) return true;
      const shared = knownOf(key.sandbox).board.attempts[attempt];
      if (shared?.name !== key.name || shared.outcome !== undefined || shared.from === peers.own()) return false;
      change(key.sandbox, () => {
        shared.outcome = outcome;
      });
      return true;
    },

    paused: (sandbox, endpointId) => {
      changeSoon(sandbox, ({ holders }) => {
        for (const holder of Object.values(holders)) if (holder.endpointId === endpointId) holder.pauses += 1;
      });
    },

    stop: ({ sandbox, name }) => {
      change(sandbox, ({ holders: { [name]: holder } }) => {
        if (holder !== undefined) holder.isStopped = true;
      });
    },

    forget: (sandbox) => {
      if (!peers.exists(sandbox)) {
        local.forget(sandbox);
        return;
      }
      const known = boards.get(sandbox);
      if (known === undefined || Object.keys(known.board.holders).length === 0) return;
      const count = (board: Board): void => {
        board.resets += 1;
      };
      if (peers.isHeld(sandbox)) change(sandbox, count);
      else changeSoon(sandbox, count);
    },

    registerAgain: async (sandbox) => {
      const known = boards.get(sandbox.id);
      if (known === undefined) return;
      const { holders, resets } = known.board;
      for (const holder of Object.values(holders)) {
        if (holder.wish === undefined || holder.isStopped || !isThere(holder)) continue;
        // One that cannot be registered tries it again itself, and is disconnected.
        const endpointId = await parts.register(sandbox, holder.wish).catch(() => undefined);
        if (endpointId === undefined) continue;
        holder.endpointId = endpointId;
        holder.renewed = resets + 1;
        known.revision = revisions.next();
      }
    },

    close: local.close,
    watched: local.sandboxes,

    live: {
      name: 'listeners',
      revision: ({ sandbox }) => boards.get(sandbox)?.revision ?? 0,
      capture: ({ sandbox }) => {
        const known = boards.get(sandbox);
        if (known === undefined) return undefined;
        known.isOutdated = false;
        return structuredClone(known.board);
      },
      restore: ({ sandbox }, captured) => {
        if (captured === undefined) return;
        const known = knownOf(sandbox);
        known.board = structuredClone(captured as Board);
        known.revision = revisions.next();
        known.isOutdated = work(sandbox, known);
      },
      isOutdated: ({ sandbox }) => boards.get(sandbox)?.isOutdated === true,
    },
  };
};
