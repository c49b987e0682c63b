import type { Pause } from '../../kernel/time-slices.ts';
import type { Observer } from '../ports/ports.ts';
import type { TransactAt } from './create-unit-of-work.ts';
import { type JobHandlers, createJobWork } from './job-handlers.ts';
import { CLAIMED, type Job, PARKED, jobs } from './job.ts';
import type { createOutboundTaskRunner } from './outbound-task-runner.ts';
import type { OutboundTaskLimits, OutboundTasks } from './outbound-task.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { FiredJob } from './sandbox.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Runs the due jobs of one sandbox, in order. Concurrent runs would run jobs twice: the caller must serialize them. */
export const createJobRunner = ({
  clock,
  handlers,
  outboundTasks,
  limits,
  outboundTaskRunner,
  firstDue,
  transactAt,
  observer,
  isClosed,
  pauses,
}: {
  readonly clock: SandboxClock;
  readonly handlers: JobHandlers;
  readonly outboundTasks: OutboundTasks;
  readonly limits: OutboundTaskLimits;
  readonly outboundTaskRunner: ReturnType<typeof createOutboundTaskRunner>;
  readonly firstDue: () => Promise<Job | undefined>;
  readonly transactAt: TransactAt;
  readonly observer: Pick<Observer, 'failed'>;
  readonly isClosed: () => boolean;
  /** The pauses of a run, since thousands of jobs may be due. */
  readonly pauses: () => Pause;
}) => {
  /** Undefined for a job that is not an outbound task. */
  const concurrencyKeyOf = (job: Job): string | undefined => outboundTasks[job.kind]?.concurrencyKeyOf(job);

  /**
   * Claims an outbound task in the store, so that it is run only once; undefined if the job was cancelled, rescheduled or
   * claimed since it was read.
   */
  const claim = (job: Job): Promise<Job | undefined> =>
    transactAt(undefined, (unit) =>
      isStillDue(unit, job) ? unit.update(jobs, job, { ...job, isClaimed: true }) : undefined,
    );

  /** Claims the next outbound tasks that are due by an instant, as many as may run concurrently. */
  const claimBatch = async (dueAt: number): Promise<readonly Job[]> => {
    const batch: Job[] = [];
    const inBatch = new Map<string, number>();
    while (batch.length < limits.perSandbox) {
      const job = await firstDue();
      const concurrencyKey = job === undefined ? undefined : concurrencyKeyOf(job);
      if (job === undefined || concurrencyKey === undefined || job.dueAt > dueAt) break;
      const inKey = (inBatch.get(concurrencyKey) ?? 0) + 1;
      if (inKey > limits.perKey) break;
      const claimed = await claim(job);
      if (claimed === undefined) continue;
      inBatch.set(concurrencyKey, inKey);
      batch.push(claimed);
    }
    return batch;
  };

  const runJob = createJobWork({ transactAt, observer });

  /** No effect if the job was cancelled or rescheduled since it was read. */
  const fire = async (job: Job): Promise<readonly FiredJob[]> => {
    let isDue = true as boolean;
    const fired = await runJob(job, job.dueAt, async (unit) => {
      isDue = isStillDue(unit, job);
      if (!isDue) return;
      unit.cancel(job.id);
      const handler = handlers[job.kind];
      if (handler === undefined) throw new Error(`nothing handles jobs of kind "${job.kind}"`);
      await handler(unit, job);
    });
    return isDue ? [fired] : [];
  };

  const runAll = async (
    to: number,
    runOne: (job: Job) => Promise<readonly FiredJob[]>,
  ): Promise<readonly FiredJob[]> => {
    const fired: FiredJob[] = [];
    const pause = pauses();
    for (;;) {
      await pause();
      const job = await firstDue();
      if (isClosed() || job === undefined || job.dueAt > to) return fired;
      fired.push(...(await runOne(job)));
    }
  };

  return {
    /** Runs the jobs that are due now; outbound tasks are started, but not awaited. */
    runDue: () =>
      runAll(clock.now(), async (job) => {
        if (concurrencyKeyOf(job) === undefined) return fire(job);
        const claimed = await claim(job);
        if (claimed !== undefined) outboundTaskRunner.add(claimed);
        return [];
      }),
    /**
     * Runs the jobs that are due until an instant, moving the clock to each job's own instant; outbound tasks are
     * awaited.
     */
    runUntil: (to: number) =>
      runAll(to, async (job) => {
        clock.reach(job.dueAt);
        return concurrencyKeyOf(job) === undefined
          ? fire(job)
          : outboundTaskRunner.runTogether(await claimBatch(job.dueAt), job.dueAt);
      }),
  };
};

/** True if a previously read job still has to be run. */
const isStillDue = (unit: UnitOfWork, { id, dueAt }: Job): boolean => {
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
