import { toIsoDateTime } from '../../kernel/clock.ts';
import type { ReplicaDirectory, SeenReplica } from './replica-directory.ts';
import { type ReplicaFacts, type ReplicaLoad, readFacts } from './replica-facts.ts';

/** A server as operators see it. */
interface ShownReplica {
  readonly id: string;
  /** Whether it is the one that tells. */
  readonly isThis: boolean;
  readonly host: string | null;
  readonly version: string;
  readonly since: string;
  readonly state: ReplicaFacts['state'] | 'SILENT';
  readonly silentSeconds: number;
  readonly load: ReplicaLoad | null;
}

export interface ShownReplicas {
  readonly store: ReplicaStore;
  readonly data: readonly ShownReplica[];
  readonly dueWork: { readonly sandboxes: number; readonly oldestSeconds: number | null };
}

type ReplicaStore = 'MEMORY' | 'SQLITE' | 'POSTGRESQL';

/** The servers that share a store. */
export interface Replicas {
  readonly list: () => Promise<ShownReplicas>;
}

export const createReplicas = (directory: ReplicaDirectory, store: ReplicaStore): Replicas => ({
  list: async () => {
    const [seen, { sandboxes, oldest }] = await Promise.all([directory.look(), directory.dueWork()]);
    const data = seen
      .map((one) => show(one, directory.id))
      .sort((one, other) => one.since.localeCompare(other.since) || one.id.localeCompare(other.id));
    return { store, data, dueWork: { sandboxes, oldestSeconds: oldest === undefined ? null : oldest / 1000 } };
  },
});

const show = (seen: SeenReplica, own: string): ShownReplica => {
  const facts = readFacts(seen.facts);
  return {
    id: seen.id,
    isThis: seen.id === own,
    host: facts?.host ?? null,
    version: seen.version,
    since: toIsoDateTime(seen.since),
    state: seen.isAlive ? (facts?.state ?? 'SERVING') : 'SILENT',
    silentSeconds: seen.silentFor / 1000,
    load: facts?.load ?? null,
  };
};
