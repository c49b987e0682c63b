import type { OutboundTaskLimits } from './outbound-task.ts';
import { type Job, CLAIMED, PARKED, jobs } from './job.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Claims outbound tasks in the store, so that each is run only once. */
interface OutboundTaskClaimer {
  /** Undefined if the job was cancelled, rescheduled or claimed since it was read. */
  readonly take: (job: Job) => Promise<Job | undefined>;
  /** Claims the next outbound tasks that are due by an instant, as many as may run concurrently. */
  readonly claimBatch: (dueAt: number) => Promise<readonly Job[]>;
}

interface OutboundTaskClaimerParts {
  readonly firstDue: () => Promise<Job | undefined>;
  readonly transact: <T>(work: (unit: UnitOfWork) => T) => Promise<T>;
  /** Undefined for a job that is not an outbound task. */
  readonly concurrencyKeyOf: (job: Job) => string | undefined;
  readonly limits: OutboundTaskLimits;
}

/** True if a previously read job still has to be run. */
export const isStillDue = (unit: UnitOfWork, { id, dueAt }: Job): boolean => {
  const job = unit.get(jobs, id);
  return job !== undefined && job.isClaimed !== true && job.isParked !== true && job.dueAt === dueAt;
};

/**
 * On startup: releases claimed jobs, since their tasks are no longer running, and parked ones, since this program may
 * be a newer one.
 */
export const releaseHeld = (unit: UnitOfWork): void => {
  for (const job of unit.findAll(jobs, CLAIMED)) unit.update(jobs, job, { ...job, isClaimed: false });
  for (const job of unit.findAll(jobs, PARKED)) unit.update(jobs, job, { ...job, isParked: false, failures: 0 });
};

export const createOutboundTaskClaimer = ({
  firstDue,
  transact,
  concurrencyKeyOf,
  limits,
}: OutboundTaskClaimerParts): OutboundTaskClaimer => {
  const take = (job: Job): Promise<Job | undefined> =>
    transact((unit) => (isStillDue(unit, job) ? unit.update(jobs, job, { ...job, isClaimed: true }) : undefined));

  return {
    take,
    claimBatch: async (dueAt) => {
      const wave: Job[] = [];
      const concurrencyKeys = new Map<string, number>();
      while (wave.length < limits.perSandbox) {
        const job = await firstDue();
        const concurrencyKey = job === undefined ? undefined : concurrencyKeyOf(job);
        if (job === undefined || concurrencyKey === undefined || job.dueAt > dueAt) break;
        const inKey = (concurrencyKeys.get(concurrencyKey) ?? 0) + 1;
        if (inKey > limits.perKey) break;
        const taken = await take(job);
        if (taken === undefined) continue;
        concurrencyKeys.set(concurrencyKey, inKey);
        wave.push(taken);
      }
      return wave;
    },
  };
};
