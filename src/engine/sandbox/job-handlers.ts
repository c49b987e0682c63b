import type { Job } from './job.ts';
import type { Schema } from './record-schema.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The schema of the data of a kind of job: an import validates them. */
export interface JobKind {
  readonly data?: Schema;
}

type JobHandler = ((work: UnitOfWork, job: Job) => void | Promise<void>) & JobKind;

/**
 * Job handlers by kind. The job is removed before its handler runs; if the handler throws, the removal is rolled back.
 */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export const handlesJob = <T>(
  data: Schema<T>,
  handle: (work: UnitOfWork, data: T) => void | Promise<void>,
): JobHandler => Object.assign((work: UnitOfWork, job: Job) => handle(work, job.data as T), { data });
