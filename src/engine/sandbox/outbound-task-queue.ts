import type { Job } from './job.ts';

/** Outbound tasks that were taken and wait to be run, first come first served within a concurrency key, and concurrency key by concurrency key in turn. */
export interface OutboundTaskQueue {
  readonly add: (concurrencyKey: string, job: Job) => void;
  /** The next whose concurrency key has room, or has nothing under way; it then takes it up. Undefined when there is none. */
  readonly next: (only?: 'idle lanes') => Queued | undefined;
  /** Gives back the room of one that was run. */
  readonly leave: (concurrencyKey: string) => void;
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
}

export interface Queued {
  readonly concurrencyKey: string;
  readonly job: Job;
}

export const createOutboundTaskQueue = (perKey: number): OutboundTaskQueue => {
  /** In the order in which their turns come. */
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
        // To the end of the line, or out of it.
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
