import { type HomeStore, createHomeStore } from '../../../src/edges/stores/home-store.ts';
import type { Leaving } from '../../../src/edges/stores/homes.ts';
import { nextTurn } from '../../../src/edges/system/time.ts';
import { StoreError } from '../../../src/engine/sandbox/store.ts';
import type { Random } from '../../../src/kernel/random.ts';
import { type Ask, createFakeHomeDatabase } from './fake-home-database.ts';

/** A question on its way to the database, or a request to another server. */
interface Pending {
  readonly server: SimulatedServer;
  /** What it does there; its answer comes with another step. */
  readonly happen: () => void;
  readonly fail: () => void;
}

export interface SimulatedServer {
  readonly id: string;
  /** Set when the server has begun. */
  store: HomeStore;
  isStopped: boolean;
  isKilled: boolean;
}

interface Timer {
  readonly at: number;
  readonly server: SimulatedServer;
  readonly task: () => void;
  isCancelled: boolean;
}

/** As in `replica-heartbeats.ts`: milliseconds between two beats, and for which a confirmation is trusted. */
const BEAT = 1000;
const SURE = 4000;

/** Milliseconds for which an answer of another server is waited for. */
const PATIENCE = 2000;

/**
 * Servers of one database in a time of their own: nothing happens but by a step, so that a server can be killed or stopped
 * between any two of what it does, and whatever is on its way can come late, or not at all.
 */
export const createSimulation = (random: Random) => {
  let now = 0;
  let count = 0;
  let timers: Timer[] = [];
  let turns: { readonly server: SimulatedServer; readonly task: () => void }[] = [];
  const pending: Pending[] = [];
  /** Questions whose asker was told that they failed, and that may still arrive. */
  const late: (() => void)[] = [];
  const servers: SimulatedServer[] = [];
  const cuts = new Set<string>();
  const database = createFakeHomeDatabase(() => now);

  const isRunning = ({ isStopped, isKilled }: SimulatedServer): boolean => !isStopped && !isKilled;
  const oneOf = <T>(all: readonly T[]): T | undefined => all[random.integer(0, Math.max(0, all.length - 1))];
  const away = () => new StoreError('the database is away', { fault: 'unreachable' });
  const cutOf = (one: string, other: string): string => [one, other].sort().join(' ');

  const later = (server: SimulatedServer, milliseconds: number, task: () => void) => {
    const timer: Timer = { at: now + milliseconds, server, task, isCancelled: false };
    timers.push(timer);
    return { cancel: () => void (timer.isCancelled = true) };
  };

  const addServer = (): SimulatedServer => {
    const id = `server-${String(++count)}`;
    const url = `http://${id}.example`;
    const server = { id, isStopped: false, isKilled: false } as SimulatedServer;
    const ask: Ask = (work) =>
      new Promise((resolve, reject) => {
        pending.push({
          server,
          happen: () => {
            resolve(work());
          },
          fail: () => {
            // Whether it was done before the connection was lost, will be done, or never.
            const fate = random.integer(0, 2);
            if (fate === 0) work();
            if (fate === 1) late.push(() => void work());
            reject(away());
          },
        });
      });
    let sureUntil = 0;
    let lapses = 0;
    const beat = async (): Promise<void> => {
      const began = now;
      await ask(() => {
        database.beat(id, url);
      });
      if (now >= sureUntil) lapses += 1;
      sureUntil = began + SURE;
    };
    const wind = (): void => {
      later(server, BEAT, () => {
        beat().then(wind, wind);
      });
    };
    server.store = createHomeStore({
      database: database.seenBy(id, ask),
      replica: { isSure: () => now < sureUntil, lapses: () => lapses, look: beat, close: () => Promise.resolve() },
      askToLeave: (peer, home) =>
        new Promise<Leaving>((resolve) => {
          const other = servers.find((one) => one.id === peer.id);
          later(server, PATIENCE, () => {
            resolve('lost');
          });
          if (other === undefined) {
            resolve('gone');
            return;
          }
          pending.push({
            server: other,
            happen: () => {
              if (cuts.has(cutOf(id, other.id))) return;
              other.store.shared.leave(home).then(
                () => {
                  resolve('left');
                },
                () => {
                  resolve('lost');
                },
              );
            },
            fail: () => {
              resolve('lost');
            },
          });
        }),
      elapsed: () => now,
      after: (milliseconds, task) => later(server, milliseconds, task),
      nextTurn: (task) => void turns.push({ server, task }),
      memory: 4000,
    });
    servers.push(server);
    beat().then(wind, wind);
    return server;
  };

  /** Until nobody does anything without a further step. */
  const settle = async (): Promise<void> => {
    for (let idle = 0; idle < 2; idle++) {
      await new Promise<void>(nextTurn);
      const due = turns.filter(({ server }) => isRunning(server));
      if (due.length === 0) continue;
      turns = turns.filter(({ server }) => server.isStopped);
      for (const { task } of due) task();
      idle = -1;
    }
  };

  const advance = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    const due = timers.filter(({ at, server }) => at <= now && isRunning(server)).sort((a, b) => a.at - b.at);
    timers = timers.filter((timer) => !due.includes(timer) && !timer.server.isKilled);
    for (const { task, isCancelled } of due) if (!isCancelled) task();
    await settle();
  };

  /** Something that is on its way arrives, or does not. */
  const deliver = async (mayFail: boolean): Promise<boolean> => {
    const arriving = pending.filter(({ server }) => isRunning(server));
    const one = oneOf(arriving);
    if (one === undefined) return false;
    pending.splice(pending.indexOf(one), 1);
    if (mayFail && random.integer(0, 19) === 0) one.fail();
    else one.happen();
    await settle();
    return true;
  };

  return {
    servers,
    running: () => servers.filter(isRunning),
    addServer,
    advance,
    deliver,
    settle,
    deliverLate: (): void => {
      late.splice(random.integer(0, Math.max(0, late.length - 1)), 1)[0]?.();
    },
    kill: (server: SimulatedServer): void => {
      server.isKilled = true;
      servers.splice(servers.indexOf(server), 1);
      for (const one of pending.splice(0))
        if (one.server === server) one.fail();
        else pending.push(one);
    },
    cut: (): void => {
      const [one, other] = [oneOf(servers), oneOf(servers)];
      if (one !== undefined && other !== undefined) cuts.add(cutOf(one.id, other.id));
    },
    /** All servers go on, and the network and the database are there. */
    heal: async (): Promise<void> => {
      cuts.clear();
      for (const server of servers) server.isStopped = false;
      while (late.length > 0) late.pop()?.();
      await settle();
    },
  };
};
