import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { DrainWish } from './drain-switch.ts';
import type { ReplicaDirectory, SeenReplica } from './replica-directory.ts';
import { type ReplicaFacts, type ReplicaLoad, readFacts } from './replica-facts.ts';

/** A server as operators see it. */
export interface ShownReplica {
  readonly id: string;
  /** Whether it is the one that tells. */
  readonly isThis: boolean;
  readonly host: string | null;
  readonly version: string;
  readonly since: string;
  readonly state: ReplicaFacts['state'] | 'SILENT';
  /** Whether it ends once it has drained. */
  readonly stops: boolean;
  readonly silentSeconds: number;
  readonly load: ReplicaLoad | null;
}

export interface ShownReplicas {
  readonly store: ReplicaStore;
  readonly data: readonly ShownReplica[];
  readonly dueWork: { readonly sandboxes: number; readonly oldestSeconds: number | null };
}

export type ReplicaStore = 'MEMORY' | 'SQLITE' | 'POSTGRESQL';

/** The servers that share a store, and whether they take new work. */
export interface Replicas {
  readonly list: () => Promise<ShownReplicas>;
  /** The server leaves new work to the others; with `stops`, it ends then. */
  readonly drain: (id: string, stops: boolean) => Promise<ShownReplica>;
  readonly resume: (id: string) => Promise<ShownReplica>;
}

/** What a server is called that is asked itself. */
const THIS = 'this';

export const createReplicas = (directory: ReplicaDirectory, store: ReplicaStore): Replicas => {
  const show = (seen: SeenReplica): ShownReplica => {
    const facts = readFacts(seen.facts);
    return {
      id: seen.id,
      isThis: seen.id === directory.id,
      host: facts?.host ?? null,
      version: seen.version,
      since: toIsoDateTime(seen.since),
      state: stateOf(seen, facts),
      stops: seen.wish === 'stop',
      silentSeconds: seen.silentFor / 1000,
      load: facts?.load ?? null,
    };
  };

  const find = async (wanted: string): Promise<SeenReplica> => {
    const id = wanted === THIS ? directory.id : wanted;
    const found = (await directory.look()).find((seen) => seen.id === id);
    if (found === undefined)
      throw problem('not-found', {
        detail: `No server "${wanted}" shares this database. GET /__admin/replicas lists them.`,
      });
    return found;
  };

  const ask = async (wanted: string, wish: DrainWish | undefined): Promise<ShownReplica> => {
    const found = await find(wanted);
    if (!found.isAlive)
      throw plainProblem(409, {
        detail: `The server ${found.id} has been silent for ${String(Math.round(found.silentFor / 1000))} seconds: the others have taken over its jobs. Stop its process where it runs.`,
      });
    if (readFacts(found.facts) === undefined)
      throw plainProblem(409, {
        detail: `The server ${found.id} runs version ${found.version}, which cannot be drained from here: send its process SIGTERM.`,
      });
    await directory.ask(found.id, wish);
    return show(await find(found.id));
  };

  return {
    list: async () => {
      const [seen, { sandboxes, oldest }] = await Promise.all([directory.look(), directory.dueWork()]);
      const data = seen
        .map(show)
        .sort((one, other) => one.since.localeCompare(other.since) || one.id.localeCompare(other.id));
      return { store, data, dueWork: { sandboxes, oldestSeconds: oldest === undefined ? null : oldest / 1000 } };
    },
    drain: (id, stops) => ask(id, stops ? 'stop' : 'drain'),
    resume: (id) => ask(id, undefined),
  };
};

const stateOf = ({ isAlive, wish }: SeenReplica, facts: ReplicaFacts | undefined): ShownReplica['state'] => {
  if (!isAlive) return 'SILENT';
  const state = facts?.state ?? 'SERVING';
  // It has not seen yet what it was asked for.
  return wish !== undefined && state === 'SERVING' ? 'DRAINING' : state;
};
