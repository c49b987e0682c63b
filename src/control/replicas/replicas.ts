import type { Server, ServerList, ServerLoad } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';

/** The servers that share a store. */
export const createReplicas = (directory: ReplicaDirectory, store: ServerList['store']) => ({
  list: async (): Promise<ServerList> => {
    const [seen, { sandboxes, oldest }] = await Promise.all([directory.look(), directory.dueWork()]);
    const data = seen
      .map((one) => show(one, directory.id))
      .sort((one, other) => one.since.localeCompare(other.since) || one.id.localeCompare(other.id));
    return { store, data, dueWork: { sandboxes, oldestSeconds: oldest === undefined ? null : oldest / 1000 } };
  },
});

const show = (seen: SeenReplica, own: string): Server => {
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

/** The one server of a store that is its own. */
export const createLoneReplica = (parts: {
  readonly id: string;
  readonly version: string;
  /** Wall-clock milliseconds. */
  readonly since: number;
  readonly facts: () => string;
  readonly store: Pick<Store, 'read'>;
  readonly inUse: () => Iterable<Sandbox>;
  /** Between the sandboxes, of which there may be many. */
  readonly pauses: () => Pause;
}): ReplicaDirectory => {
  const { id, version, since, facts, store, inUse, pauses } = parts;
  return {
    id,
    look: () => Promise.resolve([{ id, version, since, silentFor: 0, isAlive: true, facts: facts() }]),
    dueWork: async (): Promise<DueWork> => {
      const pause = pauses();
      const overdue: number[] = [];
      for (const sandbox of [...inUse()]) {
        await pause();
        const job = (await store.read(sandbox.id, (reader) => reader.lowest(jobs.name, 'due', 1)[0])) as
          | Job
          | undefined;
        const since = job === undefined ? -1 : sandbox.clock.now() - job.dueAt;
        if (since >= 0) overdue.push(since);
      }
      return { sandboxes: overdue.length, oldest: overdue.length === 0 ? undefined : Math.max(...overdue) };
    },
  };
};

/** A server, as another one sees it. */
export interface SeenReplica {
  readonly id: string;
  readonly version: string;
  /** Wall-clock milliseconds. */
  readonly since: number;
  /** Milliseconds since its last sign of life, by the clock of who looks. */
  readonly silentFor: number;
  readonly isAlive: boolean;
  /** See `readFacts`. */
  readonly facts: string;
}

/** Work of all sandboxes that is due. */
interface DueWork {
  /** How many sandboxes have any. */
  readonly sandboxes: number;
  /** Milliseconds since the oldest became due; undefined without any. */
  readonly oldest: number | undefined;
}

/** The servers that share a store. */
interface ReplicaDirectory {
  /** Id of this server. */
  readonly id: string;
  /** Brings this server's own sign up to date, and returns all. */
  readonly look: () => Promise<readonly SeenReplica[]>;
  readonly dueWork: () => Promise<DueWork>;
}

/** What a server tells the others of itself with each sign of life. */
interface ReplicaFacts {
  /** Name of its machine: in Kubernetes, of its pod. */
  readonly host: string;
  readonly state: 'SERVING' | 'DRAINING';
  readonly load: ServerLoad;
}

/** Another version may tell other things: what reads it must know the form. */
const FORM = 1;

export const toFactsText = (facts: ReplicaFacts): string => JSON.stringify({ form: FORM, ...facts });

/** Undefined for what a server of another version tells in a form that this one does not know, or for nothing. */
const readFacts = (text: string): ReplicaFacts | undefined => {
  const { form, ...facts } = JSON.parse(text) as ReplicaFacts & { readonly form?: number };
  return form === FORM ? facts : undefined;
};
