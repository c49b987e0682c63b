import type { Job } from './job.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** By kind. The job is gone from the list when its handler runs, and comes back when the handler throws. */
export type JobHandlers = Readonly<Record<string, (work: UnitOfWork, job: Job) => Promise<void>>>;
