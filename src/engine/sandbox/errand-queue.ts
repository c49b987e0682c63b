import type { Job } from './job.ts';

/** Errands that were taken and wait to be run, first come first served within a lane, and lane by lane in turn. */
export interface ErrandQueue {
  readonly add: (lane: string, job: Job) => void;
  /** The next whose lane has room, or has nothing under way; it then takes it up. Undefined when there is none. */
  readonly next: (only?: 'idle lanes') => Queued | undefined;
  /** Gives back the room of one that was run. */
  readonly leave: (lane: string) => void;
  readonly clear: () => void;
  readonly isEmpty: () => boolean;
}

export interface Queued {
  readonly lane: string;
  readonly job: Job;
}

export const createErrandQueue = (perLane: number): ErrandQueue => {
  /** In the order in which their turns come. */
  const waiting = new Map<string, Job[]>();
  const underWay = new Map<string, number>();

  return {
    add: (lane, job) => {
      const jobs = waiting.get(lane);
      if (jobs === undefined) waiting.set(lane, [job]);
      else jobs.push(job);
    },
    next: (only) => {
      const room = only === undefined ? perLane : 1;
      for (const [lane, jobs] of waiting) {
        const busy = underWay.get(lane) ?? 0;
        if (busy >= room) continue;
        const job = jobs.shift();
        // To the end of the line, or out of it.
        waiting.delete(lane);
        if (jobs.length > 0) waiting.set(lane, jobs);
        if (job === undefined) continue;
        underWay.set(lane, busy + 1);
        return { lane, job };
      }
      return undefined;
    },
    leave: (lane) => {
      const busy = (underWay.get(lane) ?? 0) - 1;
      if (busy > 0) underWay.set(lane, busy);
      else underWay.delete(lane);
    },
    clear: () => {
      waiting.clear();
    },
    isEmpty: () => waiting.size === 0,
  };
};
