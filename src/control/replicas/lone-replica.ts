import { type Job, jobs } from '../../engine/sandbox/job.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import type { DueWork, ReplicaDirectory } from './replica-directory.ts';

interface LoneReplicaParts {
  readonly id: string;
  readonly version: string;
  /** Wall-clock milliseconds. */
  readonly since: number;
  readonly facts: () => string;
  readonly store: Pick<Store, 'read'>;
  readonly inUse: () => Iterable<Sandbox>;
  /** Between the sandboxes, of which there may be many. */
  readonly pauses: () => Pause;
}

/** The one server of a store that is its own. */
export const createLoneReplica = (parts: LoneReplicaParts): ReplicaDirectory => {
  const { id, version, since, facts, store, inUse, pauses } = parts;
  return {
    id,
    look: () => Promise.resolve([{ id, version, since, silentFor: 0, isAlive: true, facts: facts() }]),
    dueWork: async (): Promise<DueWork> => {
      const pause = pauses();
      const overdue: number[] = [];
      for (const sandbox of [...inUse()]) {
        await pause();
        const job = (await store.read(sandbox.id, (reader) => reader.first(jobs.name, 'due'))) as Job | undefined;
        const since = job === undefined ? -1 : sandbox.clock.now() - job.dueAt;
        if (since >= 0) overdue.push(since);
      }
      return { sandboxes: overdue.length, oldest: overdue.length === 0 ? undefined : Math.max(...overdue) };
    },
  };
};
