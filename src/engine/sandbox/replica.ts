/** This process among those that share a store. */
export interface Replica {
  readonly id: string;
  /** Whether a process with this id has shown in the last seconds that it is running. */
  readonly isAlive: (id: string) => boolean;
  /** False while it leaves its jobs to the others, because it is about to end. */
  readonly takesJobs: () => boolean;
}

/** A process with a store of its own. */
export const ALONE: Replica = { id: '', isAlive: (id) => id === '', takesJobs: () => true };
