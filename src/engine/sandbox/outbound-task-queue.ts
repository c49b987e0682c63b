import type { Job } from './job.ts';

/** Queue of claimed outbound tasks: FIFO within a concurrency key, round-robin between concurrency keys. */
export interface OutboundTaskQueue {
  readonly add: (concurrencyKey: string, job: Job) => void;
  /**
   * Removes and returns the next task whose concurrency key has capacity (or, with `only`, has no running task) and
   * counts it as running. Undefined if there is none.
   */
  readonly next: (only?: 'idle lanes') => Queued | undefined;
  /** Releases the capacity of a finished task. */
  readonly leave: (concurrencyKey: string) => void;
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
}

export interface Queued {
  readonly concurrencyKey: string;
  readonly job: Job;
}

export const createOutboundTaskQueue = (perKey: number): OutboundTaskQueue => {
  /** In round-robin order. */
  const waiting = new Map<string, Job[]>();
  const underWay = new Map<string, number>();

  return {
    add: (concurrencyKey, job) => {
      const jobs = waiting.get(concurrencyKey);
      if (jobs === undefined) waiting.set(concurrencyKey, [job]);
      else jobs.push(job);
    },
    next: (only) => {
      const room = only === undefined ? perKey : 1;
      for (const [concurrencyKey, jobs] of waiting) {
        const busy = underWay.get(concurrencyKey) ?? 0;
        if (busy >= room) continue;
        const job = jobs.shift();
        // Moves the key to the end of the order, or removes it if it has no more jobs.
        waiting.delete(concurrencyKey);
        if (jobs.length > 0) waiting.set(concurrencyKey, jobs);
        if (job === undefined) continue;
        underWay.set(concurrencyKey, busy + 1);
        return { concurrencyKey, job };
      }
      return undefined;
    },
    leave: (concurrencyKey) => {
      const busy = (underWay.get(concurrencyKey) ?? 0) - 1;
      if (busy > 0) underWay.set(concurrencyKey, busy);
      else underWay.delete(concurrencyKey);
    },
    clear: () => {
      waiting.clear();
    },
    isEmpty: () => waiting.size === 0,
  };
};
