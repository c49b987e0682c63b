import type { Observer } from '../ports/ports.ts';
import type { CommitEffects, TransactAt } from './create-unit-of-work.ts';
import { type Job, jobs } from './job.ts';
import type { Schema } from './record-schema.ts';
import type { FiredJob } from './sandbox.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The schema of the data of a kind of job: an import validates them. */
export interface JobKind {
  readonly data?: Schema;
}

/**
 * Job handlers by kind. The job is removed before its handler runs; if the handler throws, the removal is rolled back.
 */
export type JobHandlers = Readonly<Record<string, ((work: UnitOfWork, job: Job) => void | Promise<void>) & JobKind>>;

export const handlesJob = <T>(
  data: Schema<T>,
  handle: (work: UnitOfWork, data: T) => void | Promise<void>,
): JobHandlers[string] => Object.assign((work: UnitOfWork, job: Job) => handle(work, job.data as T), { data });

/** Pause in milliseconds after the first failure; each further failure doubles it. */
const FIRST_RETRY = 60_000;

/** Failures in a row after which a job is parked, two hours after the first: an imported one could fail for ever. */
const MOST_FAILURES = 8;

/** A handler that throws is a bug in the server: the job is retried with growing pauses, and parked in the end. */
const afterFailure = (job: Job, at: number): Job => {
  const failures = (job.failures ?? 0) + 1;
  const retried = { ...job, isClaimed: false, failures };
  return failures >= MOST_FAILURES
    ? { ...retried, isParked: true }
    : { ...retried, dueAt: at + FIRST_RETRY * 2 ** (failures - 1) };
};

/** Stores that a job has failed, unless it was cancelled or rescheduled meanwhile. */
const keepFailure = (unit: UnitOfWork, failed: Job): void => {
  const job = unit.get(jobs, failed.id);
  if (job?.dueAt === failed.dueAt && job.isClaimed === failed.isClaimed)
    unit.update(jobs, job, afterFailure(job, unit.now));
};

/** Reports the first failure, and that the job is parked: not every failure in between. */
const reportFailure = ({ failed }: Pick<Observer, 'failed'>, { id, kind, failures = 0 }: Job, error: unknown): void => {
  if (failures === 0) failed(error, '');
  if (failures + 1 === MOST_FAILURES)
    failed(
      new Error(
        `job ${id} of kind "${kind}" failed ${MOST_FAILURES} times and is parked until its sandbox is opened again: at the next start, after a reset or an import`,
        { cause: error },
      ),
      '',
    );
};

/** Runs the work of a job at an instant, or now. If it fails, the job is stored as failed. */
export const createJobWork =
  ({ transactAt, observer }: { readonly transactAt: TransactAt; readonly observer: Pick<Observer, 'failed'> }) =>
  async (job: Job, at: number | undefined, work: (unit: UnitOfWork) => void | Promise<void>): Promise<FiredJob> => {
    const effects: CommitEffects = { jobsChanged: true, emitted: [] };
    await transactAt(at, work, effects).catch((error: unknown) => {
      reportFailure(observer, job, error);
      effects.emitted.length = 0;
      return transactAt(at, (unit) => keepFailure(unit, job), effects);
    });
    return { kind: job.kind, dueAt: job.dueAt, events: effects.emitted.map(({ type }) => type) };
  };
