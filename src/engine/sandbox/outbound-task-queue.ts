import type { OutboundTaskLimits } from './outbound-task.ts';
import type { Job } from './job.ts';

/** Queue of claimed outbound tasks: FIFO within a concurrency key, round-robin between concurrency keys. */
interface OutboundTaskQueue {
  readonly add: (concurrencyKey: string, job: Job) => void;
  /**
   * Removes and returns the next task whose concurrency key has capacity (or, with `only`, has no running task) and
   * counts it as running. Undefined if there is none.
   */
  readonly next: (only?: 'idle lanes') => Queued | undefined;
  /** Releases the capacity of a finished task. */
  readonly leave: (task: Omit<Queued, 'job'>) => void;
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
  /** Tasks that have not been removed. */
  readonly size: () => number;
}

export interface Queued {
  readonly concurrencyKey: string;
  readonly job: Job;
  /** Undefined unless the task started with a destination that is slow. */
  readonly slowDestination?: string | undefined;
}

export const createOutboundTaskQueue = (
  limits: Pick<OutboundTaskLimits, 'perKey' | 'slow'>,
  slowDestinationOf: (job: Job) => string | undefined = () => undefined,
): OutboundTaskQueue => {
  /** In round-robin order. */
  const waiting = new Map<string, Job[]>();
  const underWay = new Map<string, number>();
  const slowUnderWay = new Set<string>();

  const mayStart = (busy: number, slowDestination: string | undefined, only: 'idle lanes' | undefined): boolean => {
    if (slowDestination === undefined) return busy < (only === undefined ? limits.perKey : 1);
    return busy === 0 && !slowUnderWay.has(slowDestination) && slowUnderWay.size < limits.slow;
  };

  return {
    add: (concurrencyKey, job) => {
      const jobs = waiting.get(concurrencyKey);
      if (jobs === undefined) waiting.set(concurrencyKey, [job]);
      else jobs.push(job);
    },
    next: (only) => {
      for (const [concurrencyKey, jobs] of waiting) {
        const [job] = jobs;
        const busy = underWay.get(concurrencyKey) ?? 0;
        const slowDestination = job === undefined ? undefined : slowDestinationOf(job);
        if (!mayStart(busy, slowDestination, only)) continue;
        jobs.shift();
        // Moves the key to the end of the order, or removes it if it has no more jobs.
        waiting.delete(concurrencyKey);
        if (jobs.length > 0) waiting.set(concurrencyKey, jobs);
        if (job === undefined) continue;
        underWay.set(concurrencyKey, busy + 1);
        if (slowDestination !== undefined) slowUnderWay.add(slowDestination);
        return { concurrencyKey, job, slowDestination };
      }
      return undefined;
    },
    leave: ({ concurrencyKey, slowDestination }) => {
      const busy = (underWay.get(concurrencyKey) ?? 0) - 1;
      if (busy > 0) underWay.set(concurrencyKey, busy);
      else underWay.delete(concurrencyKey);
      if (slowDestination !== undefined) slowUnderWay.delete(slowDestination);
    },
    clear: () => {
      waiting.clear();
    },
    isEmpty: () => waiting.size === 0,
    size: () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
  };
};
